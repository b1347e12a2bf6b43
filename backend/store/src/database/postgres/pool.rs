//! The open database, its transactions, and what runs statements.

use super::super::parameters::Form;
use super::super::value::Value;
use super::Row;
use super::parameters::{PgParameter, statement};
use crate::error::StoreError;
use sqlx::{AssertSqlSafe, PgConnection, PgPool, Postgres};

/// Connections to the database.
#[derive(Debug, Clone)]
pub(crate) struct Pool(pub(super) PgPool);

/// A transaction. It is rolled back if it is dropped.
pub(crate) struct Transaction(sqlx::Transaction<'static, Postgres>);

/// What runs a statement: the database, on any free connection, or a transaction.
pub(crate) enum Executor<'a> {
    Pool(&'a PgPool),
    Connection(&'a mut PgConnection),
}

/// Every transaction that changes what visitors send, and every import, holds this lock until it has committed, in
/// whichever process. So they take effect one after the other, as on SQLite, and what one reads is still true when it
/// commits. The table in the key keeps two schemas of one database apart.
const WRITE_LOCK: &str = "SELECT pg_advisory_xact_lock('feedbacks'::regclass::oid::bigint)";

/// All reads of a transaction see the same state of the database.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl Pool {
    /// Begins a transaction that writes. It has the write lock from its first statement on.
    pub(crate) async fn begin_write(&self) -> Result<Transaction, StoreError> {
        let mut transaction = self.begin("BEGIN").await?;
        sqlx::query(WRITE_LOCK).execute(&mut *transaction).await?;
        Ok(Transaction(transaction))
    }

    /// Begins a transaction whose reads all see the same state of the database.
    pub(crate) async fn begin_snapshot(&self) -> Result<Transaction, StoreError> {
        Ok(Transaction(self.begin(SNAPSHOT).await?))
    }

    /// Begins a transaction, in a task of its own: where a caller is gone before the database has answered, sqlx would give its
    /// connection to the next one with the transaction still open.
    async fn begin(
        &self,
        statement: &'static str,
    ) -> Result<sqlx::Transaction<'static, Postgres>, StoreError> {
        let pool = self.0.clone();
        let begun = tokio::spawn(async move { pool.begin_with(statement).await });
        // A task that is canceled or panics belongs to a server that ends.
        let transaction = begun.await.map_err(|_| sqlx::Error::PoolClosed)?;
        Ok(transaction?)
    }

    /// Runs a statement that no transaction may hold.
    pub(crate) async fn run(&self, sql: String) -> Result<(), StoreError> {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&self.0).await?;
        Ok(())
    }

    pub(crate) async fn close(&self) {
        self.0.close().await;
    }
}

impl Transaction {
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        Ok(self.0.commit().await?)
    }
}

impl<'a> From<&'a Pool> for Executor<'a> {
    fn from(pool: &'a Pool) -> Self {
        Self::Pool(&pool.0)
    }
}

impl<'a> From<&'a mut Transaction> for Executor<'a> {
    fn from(transaction: &'a mut Transaction) -> Self {
        Self::Connection(&mut transaction.0)
    }
}

/// Makes the statement of sqlx: `query`, or `query_as` with the type of its rows.
macro_rules! bound {
    ($form:expr, $function:ident $(, $row:ty)?) => {{
        let (sql, parameters) = statement($form);
        let mut query = sqlx::$function::<Postgres $(, $row)?>(sql);
        for parameter in parameters {
            query = match parameter {
                PgParameter::One(Value::Text(text)) => query.bind(text),
                PgParameter::One(Value::Integer(number)) => query.bind(number),
                PgParameter::One(Value::Real(number)) => query.bind(number),
                PgParameter::One(Value::Boolean(value)) => query.bind(value),
                PgParameter::Texts(texts) => query.bind(texts),
                PgParameter::Integers(numbers) => query.bind(numbers),
                PgParameter::Reals(numbers) => query.bind(numbers),
                PgParameter::Booleans(values) => query.bind(values),
            };
        }
        query
    }};
}

/// Runs a statement with `$method` of sqlx.
macro_rules! run {
    ($statement:expr, $executor:expr, $method:ident) => {
        match $executor {
            Executor::Pool(pool) => $statement.$method(pool).await,
            Executor::Connection(connection) => $statement.$method(connection).await,
        }
    };
}

impl Executor<'_> {
    /// Runs a statement and returns how many rows it changed.
    pub(in crate::database) async fn execute(self, form: Form) -> Result<u64, sqlx::Error> {
        let done = run!(bound!(form, query), self, execute)?;
        Ok(done.rows_affected())
    }

    /// Returns all rows.
    pub(in crate::database) async fn fetch_all<T: Row>(self, form: Form) -> Result<Vec<T>, sqlx::Error> {
        run!(bound!(form, query_as, T), self, fetch_all)
    }

    /// Returns the first row, or `None`.
    pub(in crate::database) async fn fetch_optional<T: Row>(
        self,
        form: Form,
    ) -> Result<Option<T>, sqlx::Error> {
        run!(bound!(form, query_as, T), self, fetch_optional)
    }

    /// Returns the first row, which must exist.
    pub(in crate::database) async fn fetch_one<T: Row>(self, form: Form) -> Result<T, sqlx::Error> {
        run!(bound!(form, query_as, T), self, fetch_one)
    }
}
