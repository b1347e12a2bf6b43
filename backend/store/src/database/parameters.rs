//! Statements before they are those of a database, and the texts and parameters that SQLite gets.
//!
//! The databases differ in lists of rows only. PostgreSQL takes an array for each column (`postgres/parameters.rs`). SQLite takes
//! a parameter for each value, and parsing a text of thousands of parameters costs as much as the rows themselves: so a list is
//! split into a few statements, of sizes that come again.

use super::value::Value;
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

/// A statement with its parameters.
#[derive(Clone)]
pub(super) enum Form {
    /// A fixed text that names its parameters `$1`, `$2`, ….
    Fixed { sql: SqlStr, values: Vec<Value> },
    /// A text of pieces, in which each database finds its own form of lists.
    Built(Vec<Piece>),
}

/// A piece of a built statement.
#[derive(Clone)]
pub(super) enum Piece {
    Sql(&'static str),
    Value(Value),
    /// Rows of values: at least one, all with the same types.
    Rows(Vec<Vec<Value>>),
    /// Values of one type, at least one, that rows are chosen by: a list that is never split, since a part of it would choose others.
    Choice(Vec<Value>),
}

impl Piece {
    /// Returns the bytes of its parameters.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Sql(_) => 0,
            Self::Value(value) => value.bytes(),
            Self::Rows(rows) => rows.iter().flatten().map(Value::bytes).sum(),
            Self::Choice(values) => values.iter().map(Value::bytes).sum(),
        }
    }
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
            Piece::Choice(choice) => {
                sql.push_str("VALUES ");
                push_rows(
                    choice.iter().map(|value| vec![value.clone()]),
                    &mut sql,
                    &mut values,
                );
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
    fn sqlite_gets_a_choice_whole_in_each_statement() {
        let list = (0..3_i64).map(|number| vec![number.into()]).collect();
        let pieces = vec![
            Piece::Rows(list),
            Piece::Sql(" "),
            Piece::Choice((0..3_i64).map(Value::from).collect()),
        ];
        let statements = parts_for_sqlite(pieces);
        let texts: Vec<_> = statements.iter().map(|(sql, _)| sql.as_str()).collect();
        assert_eq!(
            texts,
            [
                "VALUES (?), (?) VALUES (?), (?), (?)",
                "VALUES (?) VALUES (?), (?), (?)"
            ]
        );
    }
}
