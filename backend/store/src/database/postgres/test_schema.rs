//! A schema of a test.

use super::address::DatabaseAddress;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// Returns the address of a schema in a database. One that is missing is created.
pub(crate) async fn test_schema(address: &DatabaseAddress, name: &str) -> DatabaseAddress {
    let options = address.options();
    let mut connection = PgConnection::connect_with(options).await.unwrap();
    let create = AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS \"{name}\""));
    sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
    let options = options.clone().options([("search_path", format!("\"{name}\""))]);
    DatabaseAddress(Box::new(options))
}
