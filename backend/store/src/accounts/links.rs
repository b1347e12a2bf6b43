//! One-time links, and passwords that people choose (docs/staff.md#people).

use super::guarded::Guarded;
use super::sessions::{NewSession, Session, end_all};
use super::users::{User, UserRow, user_columns};
use crate::database::{Query, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::WriteError;
use crate::staff_audit::{ActBy, StaffAct};
use base::name_key::name_key;
use base::time::Millis;
use serde::Serialize;
use sqlx::FromRow;
use std::convert::Infallible;
use std::str::FromStr;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum LinkKind {
    /// The first password of a person.
    Welcome,
    /// Another one, in place of one that is forgotten.
    Reset,
}

/// A link that is made.
#[derive(Debug, Clone)]
pub struct OneTimeLink {
    /// Of the secret in it.
    pub hash: String,
    pub expires_at: Millis,
}

/// The use of a link.
#[derive(Debug, Clone)]
pub struct LinkUse {
    pub hash: String,
    pub password_hash: String,
    /// The name that the person wants.
    pub name: String,
    /// Of the person whose link it is.
    pub session: NewSession,
}

#[derive(FromRow)]
struct LinkRow {
    #[sqlx(flatten)]
    user: UserRow,
    kind: String,
}

impl Store {
    /// Returns the person and the kind of a link that can be used.
    pub async fn link(&self, hash: &str, at: Millis) -> Result<Option<(User, LinkKind)>, StoreError> {
        let row: Option<LinkRow> = query(concat!(
            "SELECT ",
            user_columns!(),
            ", kind FROM one_time_links JOIN users ON users.id = one_time_links.user_id
             WHERE hash = $1 AND expires_at > $2 AND disabled_at IS NULL"
        ))
        .bind(hash)
        .bind(at)
        .fetch_optional(&self.db)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let kind = LinkKind::from_str(&row.kind).map_err(|error| StoreError::Document {
            what: "the kind of a one-time link".into(),
            message: error.to_string(),
        })?;
        Ok(Some((row.user.try_into()?, kind)))
    }

    /// Uses a link: it is gone, the person has a password and this session only. Returns whether it could still be used, and the name
    /// was free.
    pub async fn use_link(&self, link: LinkUse, by: &ActBy) -> Result<bool, WriteError<Infallible>> {
        let LinkUse {
            hash,
            password_hash,
            name,
            session,
        } = link;
        let guard = query(
            "DELETE FROM one_time_links WHERE hash = $1 AND user_id = $2 AND expires_at > $3
             AND NOT EXISTS (SELECT 1 FROM users WHERE id = $2 AND disabled_at IS NOT NULL)
             AND NOT EXISTS (SELECT 1 FROM users WHERE name_key = $4 AND id <> $2)",
        )
        .bind(hash)
        .bind(&session.user_id)
        .bind(by.at)
        .bind(name_key(&name));
        let choose = query(
            "UPDATE users SET password_hash = $2, name = $3, name_key = $4, offered_factor = NULL WHERE id = $1",
        )
        .bind(&session.user_id)
        .bind(password_hash)
        .bind(&name)
        .bind(name_key(&name));
        let job = Guarded::by(guard).then(choose).then(end_all(&session.user_id));
        let job = session.begin(job, by.at, false);
        self.writer
            .write(job.audited(StaffAct::UseLink, by, &session.browser))
            .await
    }

    /// Gives a person whose password has this hash another one: their other sessions end, and the one goes on under another hash.
    /// Returns whether the password was still the same.
    pub async fn change_password(
        &self,
        session: &Session,
        (checked, password_hash): (&str, String),
        (new_hash, confirmed_until): (&str, Millis),
        by: &ActBy,
    ) -> Result<bool, WriteError<Infallible>> {
        let guard = query("UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
            .bind(&session.user.id)
            .bind(checked)
            .bind(password_hash);
        let end_others = query("DELETE FROM staff_sessions WHERE user_id = $1 AND hash <> $2")
            .bind(&session.user.id)
            .bind(&session.hash);
        let rename = query("UPDATE staff_sessions SET hash = $2, confirmed_until = $3 WHERE hash = $1")
            .bind(&session.hash)
            .bind(new_hash)
            .bind(confirmed_until);
        let job = Guarded::by(guard)
            .then(end_others)
            .then(rename)
            .then(end_link(&session.user.id))
            .audited(StaffAct::ChangePassword, by, &by.staff);
        self.writer.write(job).await
    }
}

impl OneTimeLink {
    /// Returns the statement that makes it the person's only link.
    pub(super) fn make(&self, user_id: &str, kind: LinkKind) -> Query {
        query(
            "INSERT INTO one_time_links (hash, kind, user_id, expires_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, kind = excluded.kind, expires_at = excluded.expires_at",
        )
        .bind(&self.hash)
        .bind(kind.into_str())
        .bind(user_id)
        .bind(self.expires_at)
    }
}

/// Returns the statement that ends the link of a person.
pub(super) fn end_link(user_id: &str) -> Query {
    query("DELETE FROM one_time_links WHERE user_id = $1").bind(user_id)
}
