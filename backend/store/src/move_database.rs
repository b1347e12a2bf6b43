//! Copies a database of SQLite into one of PostgreSQL, and proves that both hold the same (docs/scale.md#from-sqlite-to-postgresql).
//!
//! A row that is there already is left alone, so a copy that was interrupted continues where it stopped. Rows pass as JSON, which PostgreSQL
//! reads by the types of its columns.

use super::database::{DatabaseAddress, Target, database_file, open_existing};
use super::erasure::tables_by_reference;
use super::error::StoreError;
use base::json::canonical;
use futures_util::TryStreamExt;
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use std::path::Path;

/// Rows that are copied in one transaction.
const ROWS_AT_ONCE: i64 = 500;

/// Tables that are not copied: a server fills them from the others.
const DERIVED: [&str; 11] = [
    "chat_message_words",
    "answer_words",
    "answers",
    "feedback_terms",
    "indexed_feedbacks",
    "result_groups",
    "result_counts",
    "result_progress",
    // Say only that a server could write, that records have changed, and who was there.
    "heartbeats",
    "record_changes",
    "staff_presence",
];

/// A table that was copied.
#[derive(Debug, PartialEq, Eq)]
pub struct MovedTable {
    pub name: &'static str,
    pub rows: u64,
}

/// Why a database could not be moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    #[error(
        "the table `{table}` has {found} rows in PostgreSQL, but {expected} in SQLite, or others: the target must be a database \
         of its own, which no server uses"
    )]
    Differs {
        table: &'static str,
        expected: u64,
        found: u64,
    },
    #[error("the table `{table}` cannot be copied: {source}")]
    Table {
        table: &'static str,
        source: sqlx::Error,
    },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Copies all tables, and calls `on_table` after each that is proven to hold the same.
///
/// # Errors
/// A database cannot be read or written, or the target has other rows than the source.
pub async fn move_database(
    from: &Path,
    to: &DatabaseAddress,
    mut on_table: impl FnMut(&MovedTable),
) -> Result<(), MoveError> {
    let mut source = open_existing(&database_file(from)).await?;
    let mut target = Target::open(to).await?;
    let tables: Vec<&'static str> = tables_by_reference()
        .filter(|name| !DERIVED.contains(name))
        .collect();
    for name in tables {
        let table = Table::of(name, &mut source, &mut target).await?;
        let moved = table.copy(&mut source, &mut target).await;
        on_table(&moved.map_err(|error| error.of(name))?);
    }
    source.close().await?;
    target.close().await?;
    Ok(())
}

/// A table with the columns that both databases have.
struct Table {
    name: &'static str,
    columns: Vec<String>,
    /// Columns that PostgreSQL counts by itself.
    counted: Vec<String>,
}

impl MoveError {
    /// Says of which table an error is.
    fn of(self, table: &'static str) -> Self {
        match self {
            Self::Database(source) => Self::Table { table, source },
            other => other,
        }
    }
}

impl Table {
    async fn of(
        name: &'static str,
        source: &mut SqliteConnection,
        target: &mut Target,
    ) -> Result<Self, sqlx::Error> {
        let known: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info($1)")
            .bind(name)
            .fetch_all(source)
            .await?;
        let columns = target.columns(name).await?.into_iter();
        let columns = columns.filter(|(column, _)| known.contains(column));
        let (counted, all): (Vec<_>, Vec<_>) = columns
            .map(|(column, is_counted)| (is_counted.then(|| column.clone()), column))
            .unzip();
        Ok(Self {
            name,
            columns: all,
            counted: counted.into_iter().flatten().collect(),
        })
    }

    async fn copy(
        &self,
        source: &mut SqliteConnection,
        target: &mut Target,
    ) -> Result<MovedTable, MoveError> {
        let expected = self.sum_of_source(source).await?;
        if self.sum_of_target(target).await? != expected {
            self.copy_rows(source, target).await?;
            let found = self.sum_of_target(target).await?;
            if found != expected {
                return Err(MoveError::Differs {
                    table: self.name,
                    expected: expected.rows,
                    found: found.rows,
                });
            }
        }
        Ok(MovedTable {
            name: self.name,
            rows: expected.rows,
        })
    }

    async fn copy_rows(&self, source: &mut SqliteConnection, target: &mut Target) -> Result<(), sqlx::Error> {
        let (name, columns) = (self.name, self.columns.join(", "));
        let members = self.columns.iter().map(|column| format!("'{column}', {column}"));
        let members = members.collect::<Vec<_>>().join(", ");
        let read = format!(
            "SELECT MAX(id), '[' || group_concat(json) || ']' FROM
                 (SELECT rowid AS id, json_object({members}) AS json FROM {name} WHERE rowid > $1 ORDER BY rowid LIMIT $2)"
        );
        let mut last = i64::MIN;
        loop {
            let part: (Option<i64>, Option<String>) = sqlx::query_as(AssertSqlSafe(read.clone()))
                .bind(last)
                .bind(ROWS_AT_ONCE)
                .fetch_one(&mut *source)
                .await?;
            let (Some(end), Some(rows)) = part else { break };
            target.insert(name, &columns, rows).await?;
            last = end;
        }
        for column in &self.counted {
            target.count_on(name, column).await?;
        }
        Ok(())
    }

    async fn sum_of_source(&self, source: &mut SqliteConnection) -> Result<Sum, sqlx::Error> {
        let members = self.columns.iter().map(|column| format!("'{column}', {column}"));
        let members = members.collect::<Vec<_>>().join(", ");
        let select = format!("SELECT json_object({members}) FROM {}", self.name);
        let mut rows = sqlx::query_scalar::<_, String>(AssertSqlSafe(select)).fetch(source);
        let mut sum = Sum::default();
        while let Some(row) = rows.try_next().await? {
            sum.add(&row);
        }
        Ok(sum)
    }

    async fn sum_of_target(&self, target: &mut Target) -> Result<Sum, sqlx::Error> {
        let mut sum = Sum::default();
        let columns = self.columns.join(", ");
        target.read(self.name, &columns, |row| sum.add(row)).await?;
        Ok(sum)
    }
}

/// The number of rows, and the sum of their hashes, which does not depend on their order.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    rows: u64,
    hashes: [u64; 4],
}

impl Sum {
    fn add(&mut self, row: &str) {
        let mut row: Value = serde_json::from_str(row).unwrap_or_else(|_| Value::String(row.to_owned()));
        // SQLite has numbers for truth values.
        for value in row.as_object_mut().into_iter().flat_map(|row| row.values_mut()) {
            if let Value::Bool(truth) = value {
                *value = i32::from(*truth).into();
            }
        }
        let hash = Sha256::digest(canonical(&mut row));
        let parts = hash.chunks_exact(8).filter_map(|part| part.try_into().ok());
        for (sum, part) in self.hashes.iter_mut().zip(parts) {
            *sum = sum.wrapping_add(u64::from_le_bytes(part));
        }
        self.rows += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(rows: &[&str]) -> Sum {
        let mut sum = Sum::default();
        rows.iter().for_each(|row| sum.add(row));
        sum
    }

    #[test]
    fn the_same_rows_have_the_same_sum_in_any_order() {
        let rows = [r#"{"a":1,"b":"x"}"#, r#"{"a":2,"b":null}"#];
        assert_eq!(
            sum(&rows),
            sum(&[r#"{"b": null, "a": 2}"#, r#"{"b":"x","a":true}"#])
        );
        assert_ne!(sum(&rows), sum(&rows[..1]));
        assert_ne!(sum(&rows), sum(&[rows[0], rows[0]]));
        assert_ne!(sum(&rows), sum(&[rows[0], r#"{"a":2,"b":""}"#]));
    }
}
