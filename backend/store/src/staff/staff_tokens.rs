//! Staff tokens: named, stored as hashes, expiring, revocable, for all nodes or some (docs/staff.md#tokens).

use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use base::name_key::name_key;
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

/// A stored token, for a list.
#[derive(Debug)]
pub struct StaffTokenRow {
    pub member: StaffMember,
    /// The address of the member's picture.
    pub avatar: Option<String>,
    pub created_at: Millis,
    pub expires_at: Millis,
    pub revoked_at: Option<Millis>,
    pub last_used_at: Option<Millis>,
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
    avatar: Option<String>,
    created_at: Millis,
    expires_at: Millis,
    revoked_at: Option<Millis>,
    last_used_at: Option<Millis>,
}

/// Selects tokens for a list.
macro_rules! token_columns {
    () => {
        "SELECT name, nodes, rights, avatar, created_at, expires_at, revoked_at, last_used_at FROM staff_tokens"
    };
}

impl Store {
    /// Returns all tokens by their names, also those that are no longer in force.
    pub async fn staff_tokens(&self) -> Result<Vec<StaffTokenRow>, StoreError> {
        let rows: Vec<TokenRow> = query(concat!(token_columns!(), " ORDER BY name_key"))
            .fetch_all(&self.db)
            .await?;
        rows.into_iter().map(StaffTokenRow::try_from).collect()
    }

    /// Returns at most `limit` tokens by their names, after a name.
    pub async fn staff_tokens_after(
        &self,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<StaffTokenRow>, StoreError> {
        let mut select = QueryBuilder::new(concat!(token_columns!(), " WHERE name_key > "));
        select.push_bind(after.map(name_key).unwrap_or_default());
        select
            .push(" ORDER BY name_key LIMIT ")
            .push_bind(i64::from(limit));
        let rows: Vec<TokenRow> = select.build().fetch_all(&self.db).await?;
        rows.into_iter().map(StaffTokenRow::try_from).collect()
    }

    /// Returns the token with a name, whether or not it is in force.
    pub async fn staff_token(&self, name: &str) -> Result<Option<StaffTokenRow>, StoreError> {
        let row: Option<TokenRow> = query(concat!(token_columns!(), " WHERE name_key = $1"))
            .bind(name_key(name))
            .fetch_optional(&self.db)
            .await?;
        row.map(StaffTokenRow::try_from).transpose()
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

impl TryFrom<TokenRow> for StaffTokenRow {
    type Error = StoreError;

    fn try_from(row: TokenRow) -> Result<Self, StoreError> {
        Ok(Self {
            member: row.member.try_into()?,
            avatar: row.avatar,
            created_at: row.created_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            last_used_at: row.last_used_at,
        })
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
