//! People as they are stored, and how they are found.

use crate::database::{Executor, Query, QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use crate::staff::staff_tokens::StaffMember;
use base::name_key::name_key;
use base::roles::{Role, UnknownRole};
use base::time::Millis;
use sqlx::FromRow;

/// A person. Not for logs: it has what only the server may know.
#[derive(Clone)]
pub struct User {
    pub id: String,
    /// In lower case.
    pub email: String,
    /// What customers see.
    pub name: String,
    pub role: Role,
    pub nodes: NodeScope,
    /// As a PHC string; `None` until they have chosen a password.
    pub password_hash: Option<String>,
    /// What the codes of their second factor are derived from.
    pub second_factor: Option<String>,
    /// The same for one that is not in force yet.
    pub offered_factor: Option<String>,
    pub created_at: Millis,
    /// When they last signed in; `None`: never.
    pub signed_in_at: Option<Millis>,
    pub disabled_at: Option<Millis>,
}

impl User {
    /// Returns whether they can sign in and manage everybody: an owner of all nodes who has signed in before, and has a password if
    /// one is needed for that.
    pub fn manages_people(&self, needs_password: bool) -> bool {
        self.role == Role::Owner
            && self.nodes == NodeScope::All
            && self.disabled_at.is_none()
            && self.signed_in_at.is_some()
            && (!needs_password || self.password_hash.is_some())
    }

    /// Returns the person as a member of staff, with the rights of their role.
    pub fn member(&self) -> StaffMember {
        StaffMember {
            name: self.name.clone(),
            nodes: self.nodes.clone(),
            rights: self.role.rights(),
        }
    }
}

#[derive(FromRow)]
pub(super) struct UserRow {
    user_id: String,
    email: String,
    name: String,
    role: String,
    nodes: Option<String>,
    password_hash: Option<String>,
    second_factor: Option<String>,
    offered_factor: Option<String>,
    user_created_at: Millis,
    signed_in_at: Option<Millis>,
    disabled_at: Option<Millis>,
}

/// The columns of a person, as [`UserRow`] reads them, for a `SELECT` from `users`.
macro_rules! user_columns {
    () => {
        "users.id AS user_id, email, name, role, nodes, password_hash, second_factor, offered_factor,
         users.created_at AS user_created_at, signed_in_at, disabled_at"
    };
}
pub(super) use user_columns;

impl Store {
    /// Returns the person with this address, which is in lower case.
    pub async fn user_by_email(&self, email: &str) -> Result<Option<User>, StoreError> {
        by_email(email).fetch(&self.db).await
    }

    /// Returns the person with this id.
    pub async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        by_id(id).fetch(&self.db).await
    }

    /// Returns at most `limit` people by their names, after a name.
    pub async fn people(&self, after: Option<&str>, limit: u32) -> Result<Vec<User>, StoreError> {
        let mut select = QueryBuilder::new(concat!(
            "SELECT ",
            user_columns!(),
            " FROM users WHERE name_key > "
        ));
        select.push_bind(after.map(name_key).unwrap_or_default());
        select
            .push(" ORDER BY name_key LIMIT ")
            .push_bind(i64::from(limit));
        let rows: Vec<UserRow> = select.build().fetch_all(&self.db).await?;
        rows.into_iter().map(User::try_from).collect()
    }

    /// Returns all people by their addresses.
    pub async fn users(&self) -> Result<Vec<User>, StoreError> {
        let rows: Vec<UserRow> = query(concat!("SELECT ", user_columns!(), " FROM users ORDER BY email"))
            .fetch_all(&self.db)
            .await?;
        rows.into_iter().map(User::try_from).collect()
    }

    /// Returns whether anybody has an account.
    pub async fn has_users(&self) -> Result<bool, StoreError> {
        let created_at: Option<i64> = query("SELECT created_at FROM users LIMIT 1")
            .scalar_optional(&self.db)
            .await?;
        Ok(created_at.is_some())
    }

    /// Returns the person who is not disabled and has this name.
    pub(crate) async fn user_named(&self, name: &str) -> Result<Option<User>, StoreError> {
        let select = query(concat!(
            "SELECT ",
            user_columns!(),
            " FROM users WHERE name = $1 AND disabled_at IS NULL"
        ));
        Selected(select.bind(name)).fetch(&self.db).await
    }

    /// Returns whether another person, or a staff token that is in force, has a name like this one.
    pub async fn is_name_taken(&self, name: &str, except: &str, at: Millis) -> Result<bool, StoreError> {
        is_name_taken(&self.db, name, except, at).await
    }
}

/// A statement that selects one person.
pub(super) struct Selected(Query);

/// Selects the person with an address, which is in lower case.
pub(super) fn by_email(email: &str) -> Selected {
    let select = query(concat!(
        "SELECT ",
        user_columns!(),
        " FROM users WHERE email = $1"
    ));
    Selected(select.bind(email))
}

/// Selects the person with an id.
pub(super) fn by_id(id: &str) -> Selected {
    let select = query(concat!("SELECT ", user_columns!(), " FROM users WHERE id = $1"));
    Selected(select.bind(id))
}

impl Selected {
    pub(super) async fn fetch<'e>(
        self,
        executor: impl Into<Executor<'e>>,
    ) -> Result<Option<User>, StoreError> {
        let row: Option<UserRow> = self.0.fetch_optional(executor).await?;
        row.map(User::try_from).transpose()
    }
}

/// Returns whether another person, or a staff token that is in force, has a name like this one.
pub(super) async fn is_name_taken<'e>(
    executor: impl Into<Executor<'e>>,
    name: &str,
    except: &str,
    at: Millis,
) -> Result<bool, StoreError> {
    let taken: Option<i64> = query(
        "SELECT created_at FROM users WHERE name_key = $1 AND id <> $2 UNION ALL
         SELECT created_at FROM staff_tokens WHERE name_key = $1 AND revoked_at IS NULL AND expires_at > $3 LIMIT 1",
    )
    .bind(name_key(name))
    .bind(except)
    .bind(at)
    .scalar_optional(executor)
    .await?;
    Ok(taken.is_some())
}

impl TryFrom<UserRow> for User {
    type Error = StoreError;

    fn try_from(row: UserRow) -> Result<Self, StoreError> {
        let nodes = NodeScope::from_document(row.nodes.as_deref(), || {
            format!("the list of nodes of the person `{}`", row.user_id)
        })?;
        let role = row
            .role
            .parse()
            .map_err(|error: UnknownRole| StoreError::Document {
                what: format!("the role of the person `{}`", row.user_id),
                message: error.to_string(),
            })?;
        Ok(Self {
            id: row.user_id,
            email: row.email,
            name: row.name,
            role,
            nodes,
            password_hash: row.password_hash,
            second_factor: row.second_factor,
            offered_factor: row.offered_factor,
            created_at: row.user_created_at,
            signed_in_at: row.signed_in_at,
            disabled_at: row.disabled_at,
        })
    }
}
