//! A database into which another one is copied. Rows pass as JSON, which PostgreSQL reads by the types of its columns.

use super::address::DatabaseAddress;
use super::opening::migrate;
use crate::error::StoreError;
use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// A migrated database that no server uses.
pub(crate) struct Target(PgConnection);

impl Target {
    /// Opens the database, and migrates it.
    pub(crate) async fn open(address: &DatabaseAddress) -> Result<Self, StoreError> {
        Ok(Self(migrate(address).await?))
    }

    /// Returns the columns of a table, each with whether PostgreSQL counts it by itself.
    pub(crate) async fn columns(&mut self, table: &str) -> Result<Vec<(String, bool)>, sqlx::Error> {
        sqlx::query_as(
            "SELECT column_name::text, is_identity = 'YES' FROM information_schema.columns
             WHERE table_name = $1 AND table_schema = current_schema() ORDER BY ordinal_position",
        )
        .bind(table)
        .fetch_all(&mut self.0)
        .await
    }

    /// Inserts the rows of a JSON list, but those that are there already.
    pub(crate) async fn insert(
        &mut self,
        table: &str,
        columns: &str,
        rows: String,
    ) -> Result<(), sqlx::Error> {
        let insert = format!(
            "INSERT INTO {table} ({columns}) OVERRIDING SYSTEM VALUE
             SELECT {columns} FROM json_populate_recordset(NULL::{table}, $1::json) ON CONFLICT DO NOTHING"
        );
        let insert = sqlx::query(AssertSqlSafe(insert)).bind(rows);
        insert.execute(&mut self.0).await.map(|_| ())
    }

    /// Lets a column be counted on from its largest number.
    pub(crate) async fn count_on(&mut self, table: &str, column: &str) -> Result<(), sqlx::Error> {
        let next = format!(
            "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), COALESCE(MAX({column}), 1), MAX({column}) IS NOT NULL)
             FROM {table}"
        );
        let next = sqlx::query(AssertSqlSafe(next));
        next.execute(&mut self.0).await.map(|_| ())
    }

    /// Reads each row of a table as JSON.
    pub(crate) async fn read(
        &mut self,
        table: &str,
        columns: &str,
        mut on_row: impl FnMut(&str),
    ) -> Result<(), sqlx::Error> {
        let select = format!("SELECT row_to_json(r)::text FROM (SELECT {columns} FROM {table}) r");
        let mut rows = sqlx::query_scalar::<_, String>(AssertSqlSafe(select)).fetch(&mut self.0);
        while let Some(row) = rows.try_next().await? {
            on_row(&row);
        }
        Ok(())
    }

    pub(crate) async fn close(self) -> Result<(), sqlx::Error> {
        self.0.close().await
    }
}
