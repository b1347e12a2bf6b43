//! The jobs that add and revoke staff tokens (docs/staff.md#tokens).

use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteError, WriteTransaction};
use crate::node_scope::NodeScope;
use crate::staff_audit::{self, ActBy, StaffAct};
use base::name_key::name_key;
use base::rights::Rights;
use base::time::Millis;

/// Most tokens, also those that are no longer in force.
const MOST: i64 = 10_000;

/// A token that is created.
#[derive(Debug, Clone)]
pub struct NewStaffToken {
    pub name: String,
    pub hash: String,
    pub nodes: NodeScope,
    pub rights: Rights,
    /// The address of the member's picture.
    pub avatar: Option<String>,
    pub expires_at: Millis,
}

/// Why a token is not added or revoked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefusal {
    #[error(
        "a token named `{0}` is in force, or one with a name like it; revoke it first (--revoke), or choose another name"
    )]
    InForce(String),
    #[error("there is no token named `{0}` in force")]
    NotInForce(String),
    #[error(
        "a person is named `{0}`, or has a name like it (`pulsen user list`): customers could not tell them apart; choose another name"
    )]
    OfPerson(String),
    #[error("there is no node `{0}`; import it first, or leave it out of --nodes")]
    UnknownNode(String),
    #[error("there are {MOST} tokens, which is the most; use the name of one that is no longer in force")]
    TooMany,
}

struct Addition {
    token: NewStaffToken,
    by: ActBy,
}

struct Revocation {
    name: String,
    by: ActBy,
}

impl Store {
    /// Stores the hash of a token under a name. The name of an expired or revoked token may be used again.
    ///
    /// # Errors
    /// A token in force or a person has a name like it, a node does not exist, there are too many, or the database failed.
    pub async fn add_staff_token(
        &self,
        token: NewStaffToken,
        by: &ActBy,
    ) -> Result<(), WriteError<TokenRefusal>> {
        let by = by.clone();
        self.writer.write(Addition { token, by }).await
    }

    /// Revokes a token at once.
    ///
    /// # Errors
    /// There is no token in force with this name, or the database failed.
    pub async fn revoke_staff_token(&self, name: &str, by: &ActBy) -> Result<(), WriteError<TokenRefusal>> {
        let (name, by) = (name.to_owned(), by.clone());
        self.writer.write(Revocation { name, by }).await
    }
}

impl Job for Addition {
    type Reply = ();
    type Refusal = TokenRefusal;

    fn bytes(&self) -> usize {
        let NewStaffToken {
            name, nodes, avatar, ..
        } = &self.token;
        name.len() + nodes.bytes() + avatar.as_ref().map_or(0, String::len)
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<TokenRefusal>> {
        let connection = transaction.connection();
        let Self { token, by } = self;
        let refuse = |refusal| Err(JobError::Refused(refusal));
        if let Some(node_id) = token.nodes.first_unknown(&mut *connection).await? {
            return refuse(TokenRefusal::UnknownNode(node_id));
        }
        let select = "SELECT created_at FROM users WHERE name_key = $1 AND disabled_at IS NULL";
        if has_row(connection, select, &token.name).await? {
            return refuse(TokenRefusal::OfPerson(token.name.clone()));
        }
        if !insert(connection, token, by.at).await? {
            let select = "SELECT created_at FROM staff_tokens WHERE name_key = $1";
            return refuse(match has_row(connection, select, &token.name).await? {
                true => TokenRefusal::InForce(token.name.clone()),
                false => TokenRefusal::TooMany,
            });
        }
        staff_audit::add_for_node(connection, by, StaffAct::AddStaffToken, None, &token.name).await?;
        Ok(())
    }
}

impl Job for Revocation {
    type Reply = ();
    type Refusal = TokenRefusal;

    fn bytes(&self) -> usize {
        self.name.len()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<TokenRefusal>> {
        let connection = transaction.connection();
        let name: Option<String> = query(
            "UPDATE staff_tokens SET revoked_at = $2
             WHERE name_key = $1 AND revoked_at IS NULL AND expires_at > $2 RETURNING name",
        )
        .bind(name_key(&self.name))
        .bind(self.by.at)
        .scalar_optional(&mut *connection)
        .await?;
        let Some(name) = name else {
            return Err(JobError::Refused(TokenRefusal::NotInForce(self.name.clone())));
        };
        staff_audit::add_for_node(connection, &self.by, StaffAct::RevokeStaffToken, None, &name).await?;
        Ok(())
    }
}

/// Stores a token unless there is one in force in its place, or there are too many; returns whether it did.
async fn insert(connection: &mut Transaction, token: &NewStaffToken, at: Millis) -> Result<bool, StoreError> {
    let key = name_key(&token.name);
    let added = query(
        "INSERT INTO staff_tokens (name, hash, created_at, expires_at, nodes, rights, avatar, name_key)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8
         WHERE (SELECT COUNT(*) FROM staff_tokens WHERE name_key <> $8) < $9
         ON CONFLICT (name_key) DO UPDATE SET name = excluded.name, hash = excluded.hash,
             created_at = excluded.created_at, expires_at = excluded.expires_at, nodes = excluded.nodes,
             rights = excluded.rights, avatar = excluded.avatar, revoked_at = NULL, last_used_at = NULL
         WHERE staff_tokens.revoked_at IS NOT NULL OR staff_tokens.expires_at <= excluded.created_at",
    )
    .bind(&token.name)
    .bind(&token.hash)
    .bind(at)
    .bind(token.expires_at)
    .bind(token.nodes.to_document())
    .bind(token.rights.to_string())
    .bind(&token.avatar)
    .bind(key)
    .bind(MOST)
    .execute(connection)
    .await?;
    Ok(added > 0)
}

async fn has_row(connection: &mut Transaction, select: &'static str, name: &str) -> Result<bool, StoreError> {
    let row: Option<i64> = query(select)
        .bind(name_key(name))
        .scalar_optional(connection)
        .await?;
    Ok(row.is_some())
}
