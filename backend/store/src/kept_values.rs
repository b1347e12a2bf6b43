//! What is made once and kept in the database: the keys of the server, the number of its history.

use crate::database::{Db, query};
use crate::error::StoreError;

/// Returns what is kept under a name, or keeps `fresh` if that is nothing.
pub(super) async fn kept_value(db: &Db, name: &str, fresh: String) -> Result<String, StoreError> {
    query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(fresh)
        .execute(db)
        .await?;
    let value = query("SELECT value FROM secrets WHERE name = $1")
        .bind(name)
        .scalar(db)
        .await?;
    Ok(value)
}
