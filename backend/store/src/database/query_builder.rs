//! Builds statements whose text depends on the request.

use super::parameters::Piece;
use super::query::Query;
use super::value::Value;

/// A statement in the making. Its own texts are fixed, so that nothing that a request holds becomes SQL.
pub(crate) struct QueryBuilder {
    pieces: Vec<Piece>,
}

/// A row of a list of rows.
pub(crate) struct RowValues {
    values: Vec<Value>,
}

impl QueryBuilder {
    pub(crate) fn new(sql: &'static str) -> Self {
        Self {
            pieces: vec![Piece::Sql(sql)],
        }
    }

    pub(crate) fn push(&mut self, sql: &'static str) -> &mut Self {
        self.pieces.push(Piece::Sql(sql));
        self
    }

    pub(crate) fn push_bind(&mut self, value: impl Into<Value>) -> &mut Self {
        self.pieces.push(Piece::Value(value.into()));
        self
    }

    /// Adds a list of rows with the columns `column1`, `column2`, …. There must be at least one, and `row` must push values
    /// of the same types for each.
    pub(crate) fn push_values<T>(
        &mut self,
        rows: impl IntoIterator<Item = T>,
        mut row: impl FnMut(&mut RowValues, T),
    ) -> &mut Self {
        let rows = rows.into_iter().map(|item| {
            let mut values = RowValues { values: Vec::new() };
            row(&mut values, item);
            values.values
        });
        self.pieces.push(Piece::Rows(rows.collect()));
        self
    }

    /// Adds a list of rows with one column, `column1`. There must be at least one.
    pub(crate) fn push_texts(&mut self, texts: &[String]) -> &mut Self {
        self.push_values(texts, |row, text| row.push_bind(text.clone()))
    }

    /// Adds a list with one column, `column1`, of texts that rows are chosen by. There must be at least one. A statement may have
    /// several such lists, and is never run for parts of them.
    pub(crate) fn push_choice<'t>(&mut self, texts: impl IntoIterator<Item = &'t String>) -> &mut Self {
        let values = texts.into_iter().map(|text| text.clone().into());
        self.pieces.push(Piece::Choice(values.collect()));
        self
    }

    pub(crate) fn build(self) -> Query {
        Query::built(self.pieces)
    }
}

impl RowValues {
    pub(crate) fn push_bind(&mut self, value: impl Into<Value>) {
        self.values.push(value.into());
    }
}
