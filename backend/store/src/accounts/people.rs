//! What the operator does with people (docs/staff.md#people).

use super::guarded::Guarded;
use super::links::{OneTimeLink, end_link};
use super::sessions::end_all;
use super::users::User;
use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::WriteError;
use crate::node_scope::NodeScope;
use crate::staff_audit::{ActBy, StaffAct};
use base::roles::Role;
use std::convert::Infallible;

/// Most people.
const MOST: i64 = 10_000;

/// A person who is added.
#[derive(Debug, Clone)]
pub struct NewUser {
    pub id: String,
    /// In lower case.
    pub email: String,
    pub name: String,
    pub role: Role,
    pub nodes: NodeScope,
}

/// Why a person could not be added or changed.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    #[error(
        "there is a person with the address `{0}` already; `pulsen user reset {0}` makes another link for them"
    )]
    EmailTaken(String),
    #[error(
        "somebody else, or a staff token that is in force, is named `{0}`: customers could not tell them apart; choose another name"
    )]
    NameTaken(String),
    #[error("there is nobody with the address `{0}` (`pulsen user list`)")]
    Unknown(String),
    #[error("`{0}` is disabled; `pulsen user enable {0}` first")]
    Disabled(String),
    #[error("there is no node `{0}`; import it first, or leave it out of --nodes")]
    UnknownNode(String),
    #[error("there are {MOST} people, which is the most")]
    TooMany,
    #[error("the database does not take it now: {0:?}")]
    Write(WriteError<Infallible>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<WriteError<Infallible>> for UserError {
    fn from(error: WriteError<Infallible>) -> Self {
        Self::Write(error)
    }
}

impl Store {
    /// Adds a person, perhaps with a link by which they choose their password.
    ///
    /// # Errors
    /// The address or the name is taken, a node does not exist, there are too many people, or the database failed.
    pub async fn add_user(
        &self,
        user: NewUser,
        link: Option<&OneTimeLink>,
        by: &ActBy,
    ) -> Result<(), UserError> {
        if self.user_by_email(&user.email).await?.is_some() {
            return Err(UserError::EmailTaken(user.email));
        }
        if self.is_name_taken(&user.name, "", by.at).await? {
            return Err(UserError::NameTaken(user.name));
        }
        if let Some(node_id) = self.unknown_node(&user.nodes).await? {
            return Err(UserError::UnknownNode(node_id));
        }
        let guard = query(
            "INSERT INTO users (id, email, name, role, nodes, created_at) SELECT $1, $2, $3, $4, $5, $6
             WHERE (SELECT COUNT(*) FROM users) < $7 ON CONFLICT DO NOTHING",
        )
        .bind(&user.id)
        .bind(user.email)
        .bind(&user.name)
        .bind(user.role.into_str())
        .bind(user.nodes.to_document())
        .bind(by.at)
        .bind(MOST);
        let mut job = Guarded::by(guard);
        if let Some(link) = link {
            job = job.then(link.make(&user.id));
        }
        let is_added = self
            .writer
            .write(job.audited(StaffAct::AddUser, by, &user.name))
            .await?;
        if is_added { Ok(()) } else { Err(UserError::TooMany) }
    }

    /// Makes a link by which a person chooses another password; with `without_factor` also removes their second factor, so that they
    /// sign in without it.
    ///
    /// # Errors
    /// There is no such person, they are disabled, or the database failed.
    pub async fn reset_user(
        &self,
        email: &str,
        link: &OneTimeLink,
        without_factor: bool,
        by: &ActBy,
    ) -> Result<(), UserError> {
        let user = self.known_user(email).await?;
        let guard = query(
            "UPDATE users SET second_factor = CASE WHEN $2 = 1 THEN NULL ELSE second_factor END
             WHERE id = $1 AND disabled_at IS NULL",
        )
        .bind(&user.id)
        .bind(i64::from(without_factor));
        let mut job = Guarded::by(guard).then(link.make(&user.id));
        if without_factor {
            job = job.then(query("DELETE FROM recovery_codes WHERE user_id = $1").bind(&user.id));
        }
        let is_reset = self
            .writer
            .write(job.audited(StaffAct::ResetUser, by, &user.name))
            .await?;
        if is_reset {
            Ok(())
        } else {
            Err(UserError::Disabled(email.into()))
        }
    }

    /// Disables a person: their sessions and their link end. One who is disabled already stays so.
    ///
    /// # Errors
    /// There is no such person, or the database failed.
    pub async fn disable_user(&self, email: &str, by: &ActBy) -> Result<(), UserError> {
        let user = self.known_user(email).await?;
        let guard = query("UPDATE users SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL")
            .bind(&user.id)
            .bind(by.at);
        let job = Guarded::by(guard)
            .then(end_all(&user.id))
            .then(end_link(&user.id))
            .audited(StaffAct::DisableUser, by, &user.name);
        self.writer.write(job).await?;
        Ok(())
    }

    /// Lets a person sign in again who was disabled.
    ///
    /// # Errors
    /// There is no such person, a token has their name meanwhile, or the database failed.
    pub async fn enable_user(&self, email: &str, by: &ActBy) -> Result<(), UserError> {
        let user = self.known_user(email).await?;
        if self.is_name_taken(&user.name, &user.id, by.at).await? {
            return Err(UserError::NameTaken(user.name));
        }
        let guard = query("UPDATE users SET disabled_at = NULL WHERE id = $1 AND disabled_at IS NOT NULL")
            .bind(&user.id);
        let job = Guarded::by(guard).audited(StaffAct::EnableUser, by, &user.name);
        self.writer.write(job).await?;
        Ok(())
    }

    /// Gives a person another role, and other nodes if they are named: their sessions end, so that nothing goes on with more rights than it began with.
    ///
    /// # Errors
    /// There is no such person, a node does not exist, or the database failed.
    pub async fn change_role(
        &self,
        email: &str,
        role: Role,
        nodes: Option<&NodeScope>,
        by: &ActBy,
    ) -> Result<(), UserError> {
        let user = self.known_user(email).await?;
        let nodes = nodes.unwrap_or(&user.nodes);
        if let Some(node_id) = self.unknown_node(nodes).await? {
            return Err(UserError::UnknownNode(node_id));
        }
        let guard = query(
            "UPDATE users SET role = $2, nodes = $3 WHERE id = $1 AND (role <> $2 OR nodes IS DISTINCT FROM $3)",
        )
        .bind(&user.id)
        .bind(role.into_str())
        .bind(nodes.to_document());
        let job = Guarded::by(guard)
            .then(end_all(&user.id))
            .audited(StaffAct::ChangeRole, by, &user.name);
        self.writer.write(job).await?;
        Ok(())
    }

    async fn known_user(&self, email: &str) -> Result<User, UserError> {
        let user = self.user_by_email(email).await?;
        user.ok_or_else(|| UserError::Unknown(email.into()))
    }
}
