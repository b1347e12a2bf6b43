//! Everything that touches the database, and the only place with SQL.
//!
//! Reads go straight to a pool. What visitors write goes through one [`writer`], which commits whatever has gathered
//! in one transaction and acknowledges after the commit: on SQLite that is sixteen times as fast as a transaction for
//! each. What operators write (imports, staff tokens) is rare and takes a transaction of its own.
//!
//! The statements are written for both databases: `$1` placeholders, `ON CONFLICT`, `RETURNING`, times as integers.

mod chat_status;
mod chat_writes;
mod chats;
mod customers;
mod database;
mod feedbacks;
mod idempotency;
mod import;
mod records;
mod secrets;
mod staff_tokens;
mod submissions;
mod writer;

pub(crate) use chat_status::{StatusAct, StatusChange};
pub(crate) use chat_writes::{ChatRefused, NewMessage, Sender};
pub(crate) use chats::{Actor, ChatRow, ChatStatus, ListCursor, ListedChat, MessageRow};
pub(crate) use feedbacks::{FeedbackRow, Status};
pub(crate) use idempotency::{Answer, IdempotencyKey};
pub(crate) use import::ImportError;
pub(crate) use submissions::{NewFeedback, Refused};
pub(crate) use writer::WriteError;

use sqlx::SqlitePool;
use std::path::{Path, PathBuf};
use writer::Writer;

/// The database, open and up to date.
pub(crate) struct Store {
    pool: SqlitePool,
    writer: Writer,
}

/// What went wrong with the database itself.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// The folder or the file cannot be used.
    #[error("the data folder {} cannot be used: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The tables could not be brought up to date.
    #[error("the database could not be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Any statement failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// A stored document cannot be read; it was written by another version or by hand.
    #[error("{what} in the database cannot be read: {message}")]
    Document {
        /// Which one.
        what: String,
        /// Why.
        message: String,
    },
}

impl Store {
    /// Opens the database in a folder, made where there is none, and starts its writer.
    ///
    /// # Errors
    /// The folder cannot be used, or the database cannot be opened or brought up to date.
    pub(crate) async fn open(folder: &Path) -> Result<Self, StoreError> {
        let pool = database::open(folder).await?;
        let writer = Writer::start(database::open_writer(folder).await?);
        Ok(Self { pool, writer })
    }

    /// Commits what has been handed over, then closes. Nothing can be written after.
    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
    }

    /// Whether the database answers and the writer takes work.
    pub(crate) async fn is_well(&self) -> bool {
        let answers = sqlx::query("SELECT 1").execute(&self.pool).await.is_ok();
        answers && self.writer.is_open()
    }
}

/// Reads a JSON document that the database holds; `what` names it in the error.
fn document<T: serde::de::DeserializeOwned>(
    text: &str,
    what: impl FnOnce() -> String,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Document {
        what: what(),
        message: error.to_string(),
    })
}
