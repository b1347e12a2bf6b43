//! The texts and parameters that PostgreSQL gets: a list of rows is an array for each column, so that the text does not depend on
//! the number of rows, and is parsed and planned once.

use super::super::parameters::{Form, Piece};
use super::super::value::Value;
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};
use std::fmt::Write;

/// A parameter for PostgreSQL.
#[derive(Debug, PartialEq)]
pub(super) enum PgParameter {
    One(Value),
    Texts(Vec<Option<String>>),
    Integers(Vec<Option<i64>>),
    Reals(Vec<Option<f64>>),
    Booleans(Vec<bool>),
}

/// Returns the text and the parameters of a statement.
pub(super) fn statement(form: Form) -> (SqlStr, Vec<PgParameter>) {
    match form {
        Form::Fixed { sql, values } => (sql, values.into_iter().map(PgParameter::One).collect()),
        Form::Built(pieces) => built(pieces),
    }
}

fn built(pieces: Vec<Piece>) -> (SqlStr, Vec<PgParameter>) {
    let mut sql = String::new();
    let mut parameters = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Sql(text) => sql.push_str(text),
            Piece::Value(value) => {
                parameters.push(PgParameter::One(value));
                push_number(&mut sql, parameters.len());
            }
            Piece::Rows(rows) => push_list(rows, &mut sql, &mut parameters),
            Piece::Choice(values) => {
                let rows = values.into_iter().map(|value| vec![value]).collect();
                push_list(rows, &mut sql, &mut parameters);
            }
        }
    }
    (AssertSqlSafe(sql).into_sql_str(), parameters)
}

fn push_list(rows: Vec<Vec<Value>>, sql: &mut String, parameters: &mut Vec<PgParameter>) {
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
        push_number(sql, parameters.len());
        sql.push_str(array);
        names.push_str("column");
        let _ = write!(names, "{}", index + 1);
    }
    sql.push_str(") AS listed (");
    sql.push_str(&names);
    sql.push(')');
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

    #[test]
    fn postgresql_gets_an_array_for_each_column() {
        let (sql, parameters) = statement(Form::Built(vec![
            Piece::Sql("INSERT INTO t (a, b) "),
            Piece::Rows(vec![
                vec!["x".into(), 1_i64.into()],
                vec![Value::Text(None), 2_i64.into()],
            ]),
            Piece::Sql(" LIMIT "),
            Piece::Value(true.into()),
        ]));
        assert_eq!(
            sql.as_str(),
            "INSERT INTO t (a, b) SELECT * FROM UNNEST($1::text[], $2::bigint[]) AS listed (column1, column2) LIMIT $3"
        );
        let texts = PgParameter::Texts(vec![Some("x".into()), None]);
        let numbers = PgParameter::Integers(vec![Some(1), Some(2)]);
        assert_eq!(parameters, [texts, numbers, PgParameter::One(true.into())]);
    }
}
