//! What a feedback has in the columns of an export (docs/results.md#columns).

use super::cell::Cell;
use super::columns::{AnswerColumns, Columns, Naming, OptionColumns, text_of};
use crate::chat::language_of;
use crate::staff::DeviceHashes;
use engine::{Flow, ResponseItem};
use store::{FeedbackRow, Scores, StateTimes};

impl Columns {
    /// Returns the cells of a feedback, one for each column.
    pub(crate) fn cells(
        &self,
        row: FeedbackRow,
        naming: Naming,
        hashes: &DeviceHashes,
    ) -> serde_json::Result<Vec<Cell>> {
        let revision = self.revisions.get(&row.flow_revision);
        let language = revision.map(|revision| language_of(&revision.flow.flow, row.language_id.as_deref()));
        let items: Vec<ResponseItem> = serde_json::from_str(&row.responses)?;
        // A tag may have any separator in it.
        let tags = (!row.tags.is_empty())
            .then(|| serde_json::to_string(&row.tags))
            .transpose()?;
        let text = |text: Option<String>| text.map_or(Cell::Empty, Cell::Text);
        let time = |time: Option<i64>| time.map_or(Cell::Empty, Cell::Time);
        let mut cells = Vec::with_capacity(self.list.len());
        cells.extend([
            Cell::Text(row.id),
            Cell::Text(row.status.into_str().to_owned()),
            Cell::Text(row.node_id),
            Cell::Text(row.flow_id),
            Cell::Integer(row.flow_revision.into()),
            Cell::Text(hashes.hash(&row.device_id)),
            text(row.user_id),
            text(language.clone()),
            text(row.origin_url),
            time(row.created_at),
            Cell::Flag(row.created_offline),
            Cell::Integer(row.time_spent_in_seconds.into()),
            Cell::Time(row.received_at),
            Cell::Time(row.updated_at),
            time(row.completed_at),
            text(row.customer),
            Cell::Flag(row.customer_verified),
            Cell::Flag(row.attributes_verified),
            text(row.tracking),
            text(row.reference),
            Cell::Text(row.review.into_str().to_owned()),
            text(tags),
        ]);
        cells.resize_with(self.list.len(), Cell::default);
        let Some(revision) = revision else {
            return Ok(cells);
        };
        let labels = language
            .as_deref()
            .filter(|_| naming == Naming::Texts)
            .map(|language| Labels {
                flow: &revision.flow.flow,
                language,
            });
        for item in items {
            if let Some(columns) = revision.answer_columns.get(item.question_id.as_str()) {
                fill(&mut cells, columns, item, labels.as_ref());
            }
        }
        for (state_id, time) in StateTimes::from_json(row.state_times_in_ms.as_deref()).0 {
            if let Some(column) = revision.states.get(state_id.as_str()) {
                put(&mut cells, *column, Cell::Integer(time.into()));
            }
        }
        for (key, score) in Scores::from_json(row.scores.as_deref()).0 {
            if let Some(column) = revision.scores.get(key.as_str()) {
                put(&mut cells, *column, Cell::Number(score));
            }
        }
        Ok(cells)
    }
}

/// The texts of options in a language.
struct Labels<'a> {
    flow: &'a Flow,
    language: &'a str,
}

impl Labels<'_> {
    /// Returns the text of an option of a question, or of a row of a matrix; its id if it has none.
    fn of(&self, question_id: &str, option_id: &str) -> String {
        let element = self.flow.element_of_response(question_id);
        let element = element.and_then(|at| self.flow.element(at));
        let options = element
            .and_then(|element| element.question.as_deref())
            .map(|question| {
                let mut rows = question.statements.iter();
                let row = rows.find(|row| *row.id == *question_id);
                row.map_or(&*question.options, |row| question.options_of(row))
            });
        let mut options = options.into_iter().flatten();
        let option = options.find(|option| *option.id == *option_id);
        option.map_or_else(
            || option_id.to_owned(),
            |option| text_of(&option.body, option_id, self.language),
        )
    }
}

/// Puts a response item into its cells; with labels options are named by their texts.
fn fill(cells: &mut [Cell], columns: &AnswerColumns, item: ResponseItem, labels: Option<&Labels<'_>>) {
    match columns {
        AnswerColumns::Number(column) => {
            let number = item.body.as_deref().and_then(|body| body.parse().ok());
            put(cells, *column, number.map_or(Cell::Empty, Cell::Number));
        }
        AnswerColumns::Single { value, text } => {
            let selected = item.option_id.map(|id| match labels {
                Some(labels) => labels.of(&item.question_id, &id),
                None => id,
            });
            let (found, asked) = match selected {
                Some(selected) => (Some(selected), item.body),
                None => (item.body.or(item.active_storage_blob_id), None),
            };
            put(cells, *value, found.map_or(Cell::Empty, Cell::Text));
            if let (Some(column), Some(asked)) = (text, asked) {
                put(cells, *column, Cell::Text(asked));
            }
        }
        AnswerColumns::Multiple { options, text } => {
            for (_, column) in options {
                put(cells, *column, Cell::Flag(false));
            }
            put_option(cells, options, item.option_id.as_deref(), Cell::Flag(true));
            if let (Some(column), Some(asked)) = (text, item.body) {
                put(cells, *column, Cell::Text(asked));
            }
        }
        AnswerColumns::Ranking(options) => {
            if let Some(place) = item.ranking {
                put_option(
                    cells,
                    options,
                    item.option_id.as_deref(),
                    Cell::Integer(place.into()),
                );
            }
        }
    }
}

fn put_option(cells: &mut [Cell], options: &OptionColumns, option_id: Option<&str>, value: Cell) {
    let mut columns = options.iter();
    if let Some((_, column)) = columns.find(|(id, _)| Some(&**id) == option_id) {
        put(cells, *column, value);
    }
}

/// Puts a value into a cell. Several texts, such as the ids of files, stand one after the other; what was selected stays so.
fn put(cells: &mut [Cell], column: usize, value: Cell) {
    let Some(cell) = cells.get_mut(column) else { return };
    match (&mut *cell, value) {
        (Cell::Text(present), Cell::Text(more)) => {
            present.push(' ');
            present.push_str(&more);
        }
        (Cell::Flag(true), Cell::Flag(false)) => {}
        (_, value) => *cell = value,
    }
}
