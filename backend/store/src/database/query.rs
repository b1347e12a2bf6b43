//! Statements, with one text for both databases.

use super::connection::Executor;
use super::parameters::{Form, Piece, SqliteStatement, one_for_sqlite, parts_for_sqlite};
use super::postgres;
use super::timeouts::DatabaseTimeouts;
use super::value::Value;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, SqlSafeStr, Sqlite};
use std::future::Future;
use std::io::{Error, ErrorKind};

/// A statement with its parameters.
#[derive(Clone)]
pub(crate) struct Query(Form);

/// A row that can be read from both databases.
pub(crate) trait Row: for<'r> FromRow<'r, SqliteRow> + postgres::Row {}

impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + postgres::Row {}

/// Begins a statement with a fixed text.
pub(crate) fn query(sql: impl SqlSafeStr) -> Query {
    Query(Form::Fixed {
        sql: sql.into_sql_str(),
        values: Vec::new(),
    })
}

/// Reads rows with `$method` of sqlx from the database of the executor.
macro_rules! fetch {
    ($query:expr, $executor:expr, $method:ident, $row:ty) => {
        match $executor.into() {
            Executor::SqlitePool(pool) => sqlite!($query.for_sqlite(), query_as, $row).$method(pool).await,
            Executor::Sqlite(connection) => {
                sqlite!($query.for_sqlite(), query_as, $row)
                    .$method(connection)
                    .await
            }
            Executor::Pg(executor, timeouts) => within(timeouts, executor.$method($query.0)).await,
        }
    };
}

/// Makes the statement of sqlx for SQLite: `query`, or `query_as` with the type of its rows.
macro_rules! sqlite {
    ($query:expr, $function:ident $(, $row:ty)?) => {{
        let (sql, values) = $query;
        let mut query = sqlx::$function::<Sqlite $(, $row)?>(sql);
        for value in values {
            query = match value {
                Value::Text(text) => query.bind(text),
                Value::Integer(number) => query.bind(number),
                Value::Real(number) => query.bind(number),
                Value::Boolean(value) => query.bind(value),
            };
        }
        query
    }};
}

impl Query {
    pub(super) fn built(pieces: Vec<Piece>) -> Self {
        Self(Form::Built(pieces))
    }

    /// Returns the bytes of its parameters.
    pub(crate) fn bytes(&self) -> usize {
        match &self.0 {
            Form::Fixed { values, .. } => values.iter().map(Value::bytes).sum(),
            Form::Built(pieces) => pieces.iter().map(Piece::bytes).sum(),
        }
    }

    /// Adds the next parameter of a fixed text.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        match &mut self.0 {
            Form::Fixed { values, .. } => values.push(value.into()),
            Form::Built(pieces) => pieces.push(Piece::Value(value.into())),
        }
        self
    }

    /// Runs the statement and returns how many rows it changed. With a list of rows it needs a transaction: SQLite runs
    /// several statements then.
    pub(crate) async fn execute<'e>(self, executor: impl Into<Executor<'e>>) -> Result<u64, sqlx::Error> {
        Ok(match executor.into() {
            Executor::SqlitePool(pool) => sqlite!(self.for_sqlite(), query)
                .execute(pool)
                .await?
                .rows_affected(),
            Executor::Sqlite(connection) => {
                let mut affected = 0;
                for statement in self.parts_for_sqlite() {
                    let done = sqlite!(statement, query).execute(&mut *connection).await?;
                    affected += done.rows_affected();
                }
                affected
            }
            Executor::Pg(executor, timeouts) => within(timeouts, executor.execute(self.0)).await?,
        })
    }

    /// Returns all rows. With a list of rows in it, the statement must mean the same if it is run for parts of that list.
    pub(crate) async fn fetch_all<'e, T: Row>(
        self,
        executor: impl Into<Executor<'e>>,
    ) -> Result<Vec<T>, sqlx::Error> {
        match executor.into() {
            Executor::Sqlite(connection) => {
                let mut rows = Vec::new();
                for statement in self.parts_for_sqlite() {
                    rows.extend(
                        sqlite!(statement, query_as, T)
                            .fetch_all(&mut *connection)
                            .await?,
                    );
                }
                Ok(rows)
            }
            executor => fetch!(self, executor, fetch_all, T),
        }
    }

    /// Returns the first row, or `None`.
    pub(crate) async fn fetch_optional<'e, T: Row>(
        self,
        executor: impl Into<Executor<'e>>,
    ) -> Result<Option<T>, sqlx::Error> {
        fetch!(self, executor, fetch_optional, T)
    }

    /// Returns the first row, which must exist.
    pub(crate) async fn fetch_one<'e, T: Row>(
        self,
        executor: impl Into<Executor<'e>>,
    ) -> Result<T, sqlx::Error> {
        fetch!(self, executor, fetch_one, T)
    }

    /// Returns the only column of the first row, or `None` if there is no row.
    pub(crate) async fn scalar_optional<'e, T>(
        self,
        executor: impl Into<Executor<'e>>,
    ) -> Result<Option<T>, sqlx::Error>
    where
        (T,): Row,
    {
        let row: Option<(T,)> = self.fetch_optional(executor).await?;
        Ok(row.map(|(value,)| value))
    }

    /// Returns the only column of the first row, which must exist.
    pub(crate) async fn scalar<'e, T>(self, executor: impl Into<Executor<'e>>) -> Result<T, sqlx::Error>
    where
        (T,): Row,
    {
        let (value,) = self.fetch_one(executor).await?;
        Ok(value)
    }

    fn for_sqlite(self) -> SqliteStatement {
        match self.0 {
            Form::Fixed { sql, values } => (sql, values),
            Form::Built(pieces) => one_for_sqlite(pieces),
        }
    }

    fn parts_for_sqlite(self) -> Vec<SqliteStatement> {
        match self.0 {
            Form::Fixed { sql, values } => vec![(sql, values)],
            Form::Built(pieces) => parts_for_sqlite(pieces),
        }
    }
}

async fn within<T>(
    timeouts: DatabaseTimeouts,
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    match tokio::time::timeout(timeouts.statement, statement).await {
        Ok(result) => result,
        Err(_) => Err(Error::new(ErrorKind::TimedOut, "PostgreSQL does not respond").into()),
    }
}
