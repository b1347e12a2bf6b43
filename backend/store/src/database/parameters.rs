//! The texts and parameters of built statements, in the form of each database.
//!
//! They differ in lists of rows only. PostgreSQL takes an array for each column: so the text does not depend on the number
//! of rows, and is parsed and planned once. SQLite takes a parameter for each value, and parsing a text of thousands of
//! parameters costs as much as the rows themselves: so a list is split into a few statements, of sizes that come again.

use super::value::Value;
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};
use std::fmt::Write;

/// A piece of a built statement.
#[derive(Clone)]
pub(super) enum Piece {
    Sql(&'static str),
    Value(Value),
    /// Rows of values: at least one, all with the same types.
    Rows(Vec<Vec<Value>>),
}

impl Piece {
    /// Returns the bytes of its parameters.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Sql(_) => 0,
            Self::Value(value) => value.bytes(),
            Self::Rows(rows) => rows.iter().flatten().map(Value::bytes).sum(),
        }
    }
}

/// A parameter for PostgreSQL.
#[derive(Debug, PartialEq)]
pub(super) enum PgParameter {
    One(Value),
    Texts(Vec<Option<String>>),
    Integers(Vec<Option<i64>>),
    Reals(Vec<Option<f64>>),
    Booleans(Vec<bool>),
}

/// Most rows of one statement on SQLite. Smaller statements have a power of two, so that eight texts serve every list.
const MOST_ROWS: usize = 128;

/// A statement of SQLite.
pub(super) type SqliteStatement = (SqlStr, Vec<Value>);

/// Returns one statement, also for a long list of rows.
pub(super) fn one_for_sqlite(mut pieces: Vec<Piece>) -> SqliteStatement {
    next_for_sqlite(&mut pieces, |rows| rows).0
}

/// Returns the statements that together do the work of this one, in the order of the rows.
pub(super) fn parts_for_sqlite(mut pieces: Vec<Piece>) -> Vec<SqliteStatement> {
    let mut statements = Vec::new();
    loop {
        let (statement, rows_left) = next_for_sqlite(&mut pieces, rows_of_next_statement);
        statements.push(statement);
        if rows_left == 0 {
            return statements;
        }
    }
}

/// Takes as many rows as `take` chooses, and returns the statement with them and how many rows are left.
fn next_for_sqlite(pieces: &mut [Piece], take: fn(usize) -> usize) -> (SqliteStatement, usize) {
    let mut sql = String::new();
    let mut values = Vec::new();
    let mut rows_left = 0;
    for piece in pieces {
        match piece {
            Piece::Sql(text) => sql.push_str(text),
            Piece::Value(value) => {
                sql.push('?');
                values.push(value.clone());
            }
            Piece::Rows(rows) => {
                sql.push_str("VALUES ");
                push_rows(rows.drain(..take(rows.len())), &mut sql, &mut values);
                rows_left = rows.len();
            }
        }
    }
    ((AssertSqlSafe(sql).into_sql_str(), values), rows_left)
}

fn rows_of_next_statement(rows: usize) -> usize {
    rows.checked_ilog2().map_or(0, |power| 1 << power).min(MOST_ROWS)
}

fn push_rows(rows: impl Iterator<Item = Vec<Value>>, sql: &mut String, values: &mut Vec<Value>) {
    for (index, row) in rows.enumerate() {
        sql.push_str(if index == 0 { "(" } else { ", (" });
        for (index, value) in row.into_iter().enumerate() {
            sql.push_str(if index == 0 { "?" } else { ", ?" });
            values.push(value);
        }
        sql.push(')');
    }
}

pub(super) fn for_postgres(pieces: Vec<Piece>) -> (SqlStr, Vec<PgParameter>) {
    let mut sql = String::new();
    let mut parameters = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Sql(text) => sql.push_str(text),
            Piece::Value(value) => {
                parameters.push(PgParameter::One(value));
                push_number(&mut sql, parameters.len());
            }
            Piece::Rows(rows) => {
                let mut names = String::new();
                sql.push_str("SELECT * FROM UNNEST(");
                for (index, column) in columns(rows).into_iter().enumerate() {
                    if index > 0 {
                        sql.push_str(", ");
                        names.push_str(", ");
                    }
                    let array = match column {
                        PgParameter::Booleans(_) => "::boolean[]",
                        PgParameter::Integers(_) => "::bigint[]",
                        PgParameter::Reals(_) => "::double precision[]",
                        _ => "::text[]",
                    };
                    parameters.push(column);
                    push_number(&mut sql, parameters.len());
                    sql.push_str(array);
                    names.push_str("column");
                    let _ = write!(names, "{}", index + 1);
                }
                sql.push_str(") AS listed (");
                sql.push_str(&names);
                sql.push(')');
            }
        }
    }
    (AssertSqlSafe(sql).into_sql_str(), parameters)
}

fn push_number(sql: &mut String, number: usize) {
    // Writing to a string cannot fail.
    let _ = write!(sql, "${number}");
}

/// Turns rows into columns.
fn columns(rows: Vec<Vec<Value>>) -> Vec<PgParameter> {
    let mut columns: Vec<PgParameter> = Vec::new();
    for row in rows {
        for (index, value) in row.into_iter().enumerate() {
            match (columns.get_mut(index), value) {
                (None, Value::Text(text)) => columns.push(PgParameter::Texts(vec![text])),
                (None, Value::Integer(number)) => columns.push(PgParameter::Integers(vec![number])),
                (None, Value::Real(number)) => columns.push(PgParameter::Reals(vec![number])),
                (None, Value::Boolean(value)) => columns.push(PgParameter::Booleans(vec![value])),
                (Some(PgParameter::Texts(texts)), Value::Text(text)) => texts.push(text),
                (Some(PgParameter::Integers(numbers)), Value::Integer(number)) => numbers.push(number),
                (Some(PgParameter::Reals(numbers)), Value::Real(number)) => numbers.push(number),
                (Some(PgParameter::Booleans(values)), Value::Boolean(value)) => values.push(value),
                // Rows are pushed by one closure, whose types are those of the row before. Should they differ, the arrays
                // differ in length, and PostgreSQL refuses the nulls in their place.
                _ => {}
            }
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Vec<Piece> {
        vec![
            Piece::Sql("INSERT INTO t (a, b) "),
            Piece::Rows(vec![
                vec!["x".into(), 1_i64.into()],
                vec![Value::Text(None), 2_i64.into()],
            ]),
            Piece::Sql(" LIMIT "),
            Piece::Value(true.into()),
        ]
    }

    #[test]
    fn sqlite_gets_a_parameter_for_each_value() {
        let (sql, values) = one_for_sqlite(pieces());
        assert_eq!(sql.as_str(), "INSERT INTO t (a, b) VALUES (?, ?), (?, ?) LIMIT ?");
        assert_eq!(values.len(), 5);
    }

    #[test]
    fn sqlite_gets_long_lists_in_statements_of_few_sizes() {
        let rows = (0..300_i64).map(|number| vec![number.into()]).collect();
        let statements = parts_for_sqlite(vec![Piece::Sql("INSERT INTO t "), Piece::Rows(rows)]);
        let sizes: Vec<_> = statements.iter().map(|(_, values)| values.len()).collect();
        assert_eq!(sizes, [128, 128, 32, 8, 4]);
        let values: Vec<_> = statements.into_iter().flat_map(|(_, values)| values).collect();
        assert_eq!(values, (0..300_i64).map(Value::from).collect::<Vec<_>>());
    }

    #[test]
    fn postgresql_gets_an_array_for_each_column() {
        let (sql, parameters) = for_postgres(pieces());
        assert_eq!(
            sql.as_str(),
            "INSERT INTO t (a, b) SELECT * FROM UNNEST($1::text[], $2::bigint[]) AS listed (column1, column2) LIMIT $3"
        );
        let texts = PgParameter::Texts(vec![Some("x".into()), None]);
        let numbers = PgParameter::Integers(vec![Some(1), Some(2)]);
        assert_eq!(parameters, [texts, numbers, PgParameter::One(true.into())]);
    }
}
