//! Staff tokens: named, stored as hashes, expiring, revocable, for all nodes or some (docs/staff.md#tokens).

use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use base::rights::{Rights, UnknownRight};
use base::time::{Millis, now};
use sqlx::FromRow;
use std::collections::HashMap;

/// Whom a valid staff token represents, and what it allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffMember {
    /// The name of the token.
    pub name: String,
    pub nodes: NodeScope,
    pub rights: Rights,
}

/// Whom a token represents, or why for nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenHolder {
    Member(StaffMember),
    /// The token of this name has expired.
    Expired(String),
    /// The token of this name was revoked.
    Revoked(String),
    /// There is no such token, or its name has another one now.
    Nobody,
}

/// A token that is created.
#[derive(Debug)]
pub struct NewStaffToken {
    pub name: String,
    pub hash: String,
    pub nodes: NodeScope,
    pub rights: Rights,
    /// The address of the member's picture.
    pub avatar: Option<String>,
    pub expires_at: Millis,
}

/// A stored token, for a list.
#[derive(Debug)]
pub struct StaffTokenRow {
    pub member: StaffMember,
    pub created_at: Millis,
    pub expires_at: Millis,
    pub revoked_at: Option<Millis>,
    pub last_used_at: Option<Millis>,
}

/// Why a token could not be created or revoked.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    #[error("a token named `{0}` is in force; revoke it first (--revoke), or choose another name")]
    InForce(String),
    #[error("there is no token named `{0}` in force")]
    Unknown(String),
    #[error(
        "a person is named `{0}` (`pulsen user list`): customers could not tell them apart; choose another name"
    )]
    OfPerson(String),
    #[error("there is no node `{0}`; import it first, or leave it out of --nodes")]
    UnknownNode(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TokenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

#[derive(FromRow)]
struct MemberRow {
    name: String,
    /// A JSON list; null for all nodes.
    nodes: Option<String>,
    /// Names, separated by commas.
    rights: String,
}

#[derive(FromRow)]
struct HolderRow {
    #[sqlx(flatten)]
    member: MemberRow,
    expires_at: Millis,
    revoked_at: Option<Millis>,
}

#[derive(FromRow)]
struct HashedMemberRow {
    hash: String,
    #[sqlx(flatten)]
    member: MemberRow,
}

#[derive(FromRow)]
struct TokenRow {
    #[sqlx(flatten)]
    member: MemberRow,
    created_at: Millis,
    expires_at: Millis,
    revoked_at: Option<Millis>,
    last_used_at: Option<Millis>,
}

impl Store {
    /// Stores the hash of a token under a name. The name of an expired or revoked token may be used again.
    ///
    /// # Errors
    /// A valid token or a person has this name, a node does not exist, or the database failed.
    pub async fn add_staff_token(&self, token: NewStaffToken) -> Result<(), TokenError> {
        if let Some(node_id) = self.unknown_node(&token.nodes).await? {
            return Err(TokenError::UnknownNode(node_id));
        }
        if self.user_named(&token.name).await?.is_some() {
            return Err(TokenError::OfPerson(token.name));
        }
        let added = query(
            "INSERT INTO staff_tokens (name, hash, created_at, expires_at, nodes, rights, avatar)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at,
                 expires_at = excluded.expires_at, nodes = excluded.nodes, rights = excluded.rights,
                 avatar = excluded.avatar, revoked_at = NULL, last_used_at = NULL
             WHERE staff_tokens.revoked_at IS NOT NULL OR staff_tokens.expires_at <= excluded.created_at",
        )
        .bind(&token.name)
        .bind(token.hash)
        .bind(now())
        .bind(token.expires_at)
        .bind(token.nodes.to_document())
        .bind(token.rights.to_string())
        .bind(token.avatar)
        .execute(&self.db)
        .await?;
        if added == 0 {
            Err(TokenError::InForce(token.name))
        } else {
            Ok(())
        }
    }

    /// Revokes a token at once.
    ///
    /// # Errors
    /// There is no valid token with this name, or the database failed.
    pub async fn revoke_staff_token(&self, name: &str) -> Result<(), TokenError> {
        let revoked = query(
            "UPDATE staff_tokens SET revoked_at = $2
             WHERE name = $1 AND revoked_at IS NULL AND expires_at > $2",
        )
        .bind(name)
        .bind(now())
        .execute(&self.db)
        .await?;
        if revoked == 0 {
            Err(TokenError::Unknown(name.into()))
        } else {
            Ok(())
        }
    }

    /// Returns all tokens by their names, also those that are no longer in force.
    pub async fn staff_tokens(&self) -> Result<Vec<StaffTokenRow>, StoreError> {
        let rows: Vec<TokenRow> = query(
            "SELECT name, nodes, rights, created_at, expires_at, revoked_at, last_used_at
             FROM staff_tokens ORDER BY name",
        )
        .fetch_all(&self.db)
        .await?;
        let token = |row: TokenRow| {
            Ok(StaffTokenRow {
                member: row.member.try_into()?,
                created_at: row.created_at,
                expires_at: row.expires_at,
                revoked_at: row.revoked_at,
                last_used_at: row.last_used_at,
            })
        };
        rows.into_iter().map(token).collect()
    }

    /// Returns whom the token with this hash represents.
    pub async fn token_holder(&self, hash: &str) -> Result<TokenHolder, StoreError> {
        let row: Option<HolderRow> =
            query("SELECT name, nodes, rights, expires_at, revoked_at FROM staff_tokens WHERE hash = $1")
                .bind(hash)
                .fetch_optional(&self.db)
                .await?;
        Ok(match row {
            None => TokenHolder::Nobody,
            Some(row) if row.revoked_at.is_some() => TokenHolder::Revoked(row.member.name),
            Some(row) if row.expires_at <= now() => TokenHolder::Expired(row.member.name),
            Some(row) => TokenHolder::Member(row.member.try_into()?),
        })
    }

    /// Returns whom the valid token, or the session that is in force, with this hash represents.
    pub async fn staff_member(&self, hash: &str) -> Result<Option<StaffMember>, StoreError> {
        Ok(match self.token_holder(hash).await? {
            TokenHolder::Member(member) => Some(member),
            _ => self.session(hash).await?.map(|session| session.user.member()),
        })
    }

    /// Returns those of these hashes that are of valid tokens or of sessions that are in force, with whom they represent.
    pub async fn staff_members(&self, hashes: &[String]) -> Result<HashMap<String, StaffMember>, StoreError> {
        if hashes.is_empty() {
            return Ok(HashMap::new());
        }
        let mut members = self.token_members(hashes).await?;
        if members.len() < hashes.len() {
            members.extend(self.session_members(hashes).await?);
        }
        Ok(members)
    }

    /// Returns the first of these nodes that does not exist.
    pub(crate) async fn unknown_node(&self, nodes: &NodeScope) -> Result<Option<String>, StoreError> {
        let NodeScope::Only(nodes) = nodes else {
            return Ok(None);
        };
        for node_id in nodes {
            if self.node(node_id).await?.is_none() {
                return Ok(Some(node_id.clone()));
            }
        }
        Ok(None)
    }

    async fn token_members(&self, hashes: &[String]) -> Result<HashMap<String, StaffMember>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT hash, name, nodes, rights FROM staff_tokens WHERE revoked_at IS NULL AND expires_at > ",
        );
        select.push_bind(now()).push(" AND hash IN (");
        select.push_texts(hashes).push(")");
        let rows: Vec<HashedMemberRow> = select.build().fetch_all(&self.db).await?;
        rows.into_iter()
            .map(|row| Ok((row.hash, row.member.try_into()?)))
            .collect()
    }

    /// Returns the member of staff with this name: a person who is not disabled, or the holder of a valid token.
    pub async fn staff_member_named(&self, name: &str) -> Result<Option<StaffMember>, StoreError> {
        let row: Option<MemberRow> = query(
            "SELECT name, nodes, rights FROM staff_tokens
             WHERE name = $1 AND revoked_at IS NULL AND expires_at > $2",
        )
        .bind(name)
        .bind(now())
        .fetch_optional(&self.db)
        .await?;
        match row {
            Some(row) => Ok(Some(row.try_into()?)),
            None => Ok(self.user_named(name).await?.map(|user| user.member())),
        }
    }
}

impl TryFrom<MemberRow> for StaffMember {
    type Error = StoreError;

    fn try_from(row: MemberRow) -> Result<Self, StoreError> {
        let nodes = NodeScope::from_document(row.nodes.as_deref(), || {
            format!("the list of nodes of the staff token `{}`", row.name)
        })?;
        let rights = row
            .rights
            .parse()
            .map_err(|error: UnknownRight| StoreError::Document {
                what: format!("the rights of the staff token `{}`", row.name),
                message: error.to_string(),
            })?;
        Ok(Self {
            name: row.name,
            nodes,
            rights,
        })
    }
}
