//! Staff tokens: named, stored as hashes, expiring, revocable.

use super::database::query;
use super::error::StoreError;
use super::handle::Store;
use crate::time::{Millis, now};

/// Why a token could not be created or revoked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TokenError {
    #[error("a token named `{0}` is in force; revoke it first (--revoke), or choose another name")]
    InForce(String),
    #[error("there is no token named `{0}` in force")]
    Unknown(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TokenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Store {
    /// Stores the hash of a token under a name. The name of an expired or revoked token may be used again.
    ///
    /// # Errors
    /// A valid token has this name, or the database failed.
    pub(crate) async fn add_staff_token(
        &self,
        name: &str,
        hash: &str,
        expires_at: Millis,
    ) -> Result<(), TokenError> {
        let added = query(
            "INSERT INTO staff_tokens (name, hash, created_at, expires_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at,
                 expires_at = excluded.expires_at, revoked_at = NULL
             WHERE staff_tokens.revoked_at IS NOT NULL OR staff_tokens.expires_at <= excluded.created_at",
        )
        .bind(name)
        .bind(hash)
        .bind(now())
        .bind(expires_at)
        .execute(&self.db)
        .await?;
        if added == 0 {
            Err(TokenError::InForce(name.into()))
        } else {
            Ok(())
        }
    }

    /// Revokes a token at once.
    ///
    /// # Errors
    /// There is no valid token with this name, or the database failed.
    pub(crate) async fn revoke_staff_token(&self, name: &str) -> Result<(), TokenError> {
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

    /// Returns the name of the valid token with this hash.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn staff_token_name(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let name =
            query("SELECT name FROM staff_tokens WHERE hash = $1 AND revoked_at IS NULL AND expires_at > $2")
                .bind(hash)
                .bind(now())
                .scalar_optional(&self.db)
                .await?;
        Ok(name)
    }
}
