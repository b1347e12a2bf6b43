//! People as they are stored, and how they are found.

use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use crate::staff::staff_tokens::StaffMember;
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
    pub disabled_at: Option<Millis>,
}

impl User {
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
    disabled_at: Option<Millis>,
}

/// The columns of a person, as [`UserRow`] reads them, for a `SELECT` from `users`.
macro_rules! user_columns {
    () => {
        "users.id AS user_id, email, name, role, nodes, password_hash, second_factor, offered_factor,
         users.created_at AS user_created_at, disabled_at"
    };
}
pub(super) use user_columns;

impl Store {
    /// Returns the person with this address, which is in lower case.
    pub async fn user_by_email(&self, email: &str) -> Result<Option<User>, StoreError> {
        let row: Option<UserRow> = query(concat!(
            "SELECT ",
            user_columns!(),
            " FROM users WHERE email = $1"
        ))
        .bind(email)
        .fetch_optional(&self.db)
        .await?;
        row.map(User::try_from).transpose()
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
        let row: Option<UserRow> = query(concat!(
            "SELECT ",
            user_columns!(),
            " FROM users WHERE name = $1 AND disabled_at IS NULL"
        ))
        .bind(name)
        .fetch_optional(&self.db)
        .await?;
        row.map(User::try_from).transpose()
    }

    /// Returns whether a name belongs to another person, or to a staff token that is in force.
    pub async fn is_name_taken(&self, name: &str, except: &str, at: Millis) -> Result<bool, StoreError> {
        let taken: Option<i64> = query(
            "SELECT created_at FROM users WHERE name = $1 AND id <> $2 UNION ALL
             SELECT created_at FROM staff_tokens WHERE name = $1 AND revoked_at IS NULL AND expires_at > $3 LIMIT 1",
        )
        .bind(name)
        .bind(except)
        .bind(at)
        .scalar_optional(&self.db)
        .await?;
        Ok(taken.is_some())
    }
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
            disabled_at: row.disabled_at,
        })
    }
}
