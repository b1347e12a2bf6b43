//! How people are added, and get links (docs/staff.md#people).

use super::guarded::Guarded;
use super::links::{LinkKind, OneTimeLink};
use super::sessions::end_all;
use super::users::{self, User};
use crate::database::query;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteError, WriteTransaction};
use crate::node_scope::NodeScope;
use crate::staff_audit::{self, ActBy, StaffAct};
use base::name_key::name_key;
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

/// Why a person is not added or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UserRefusal {
    #[error(
        "there is a person with the address `{0}` already; `pulsen user reset {0}` makes another link for them"
    )]
    EmailTaken(String),
    #[error(
        "somebody else, or a staff token that is in force, is named `{0}`, or has a name like it: customers could not tell them apart; choose another name"
    )]
    NameTaken(String),
    #[error("there is no such person (`pulsen user list`)")]
    Unknown,
    #[error("`{0}` is disabled; `pulsen user enable {0}` first")]
    Disabled(String),
    #[error("there is no node `{0}`; import it first, or leave it out of --nodes")]
    UnknownNode(String),
    #[error(
        "`{0}` is the last owner of all nodes who can sign in: without them nobody could manage people; give somebody else the role, \
         who signs in, or use --force"
    )]
    LastOwner(String),
    #[error("there are {MOST} people, which is the most")]
    TooMany,
}

struct Addition {
    user: NewUser,
    link: Option<OneTimeLink>,
    by: ActBy,
}

struct Reset {
    user_id: String,
    link: OneTimeLink,
    without_factor: bool,
    by: ActBy,
}

impl Store {
    /// Adds a person, perhaps with a link by which they choose their password.
    ///
    /// # Errors
    /// The address or the name is taken, a node does not exist, there are too many people, or the database failed.
    pub async fn add_user(
        &self,
        user: NewUser,
        link: Option<OneTimeLink>,
        by: &ActBy,
    ) -> Result<(), WriteError<UserRefusal>> {
        let by = by.clone();
        self.writer.write(Addition { user, link, by }).await
    }

    /// Makes a link by which a person chooses another password, or the first one; with `without_factor` also removes their second
    /// factor, and their sessions end. Returns the kind of the link.
    ///
    /// # Errors
    /// There is no such person, they are disabled, or the database failed.
    pub async fn reset_user(
        &self,
        user_id: &str,
        link: OneTimeLink,
        without_factor: bool,
        by: &ActBy,
    ) -> Result<LinkKind, WriteError<UserRefusal>> {
        let reset = Reset {
            user_id: user_id.into(),
            link,
            without_factor,
            by: by.clone(),
        };
        self.writer.write(reset).await
    }

    /// Ends all sessions of a person. One who has none is no error.
    pub async fn end_sessions_of(&self, user: &User, by: &ActBy) -> Result<(), WriteError<Infallible>> {
        let job = Guarded::by(end_all(&user.id)).audited(StaffAct::EndSessions, by, &user.name);
        self.writer.write(job).await.map(drop)
    }
}

impl Job for Addition {
    type Reply = ();
    type Refusal = UserRefusal;

    fn bytes(&self) -> usize {
        self.user.email.len() + self.user.name.len() + self.user.nodes.bytes()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<UserRefusal>> {
        let connection = transaction.connection();
        let Self { user, link, by } = self;
        let refuse = |refusal| Err(JobError::Refused(refusal));
        if users::by_email(&user.email)
            .fetch(&mut *connection)
            .await?
            .is_some()
        {
            return refuse(UserRefusal::EmailTaken(user.email.clone()));
        }
        if users::is_name_taken(&mut *connection, &user.name, "", by.at).await? {
            return refuse(UserRefusal::NameTaken(user.name.clone()));
        }
        if let Some(node_id) = user.nodes.first_unknown(&mut *connection).await? {
            return refuse(UserRefusal::UnknownNode(node_id));
        }
        let added = query(
            "INSERT INTO users (id, email, name, name_key, role, nodes, created_at) SELECT $1, $2, $3, $4, $5, $6, $7
             WHERE (SELECT COUNT(*) FROM users) < $8",
        )
        .bind(&user.id)
        .bind(&user.email)
        .bind(&user.name)
        .bind(name_key(&user.name))
        .bind(user.role.into_str())
        .bind(user.nodes.to_document())
        .bind(by.at)
        .bind(MOST)
        .execute(&mut *connection)
        .await?;
        if added == 0 {
            return refuse(UserRefusal::TooMany);
        }
        if let Some(link) = link {
            let link = link.make(&user.id, LinkKind::Welcome);
            link.execute(&mut *connection).await?;
        }
        staff_audit::add_for_node(connection, by, StaffAct::AddUser, None, &user.name).await?;
        Ok(())
    }
}

impl Job for Reset {
    type Reply = LinkKind;
    type Refusal = UserRefusal;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<LinkKind, JobError<UserRefusal>> {
        let connection = transaction.connection();
        let user = users::by_id(&self.user_id).fetch(&mut *connection).await?;
        let user = user.ok_or(JobError::Refused(UserRefusal::Unknown))?;
        if user.disabled_at.is_some() {
            return Err(JobError::Refused(UserRefusal::Disabled(user.email)));
        }
        if self.without_factor {
            for statement in [
                "UPDATE users SET second_factor = NULL, offered_factor = NULL WHERE id = $1",
                "DELETE FROM recovery_codes WHERE user_id = $1",
            ] {
                query(statement).bind(&user.id).execute(&mut *connection).await?;
            }
            end_all(&user.id).execute(&mut *connection).await?;
        }
        let kind = match user.password_hash {
            None => LinkKind::Welcome,
            Some(_) => LinkKind::Reset,
        };
        let link = self.link.make(&user.id, kind);
        link.execute(&mut *connection).await?;
        staff_audit::add_for_node(connection, &self.by, StaffAct::ResetUser, None, &user.name).await?;
        Ok(kind)
    }
}
