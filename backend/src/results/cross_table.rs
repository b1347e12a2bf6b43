//! How the answers to two questions go together (docs/results.md#cross-tables).

use super::columns::text_of;
use super::trend::named;
use crate::chat::language_of;
use crate::flows::LoadedFlow;
use engine::{AnswerKind, Question, Style};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;
use store::{AnswerRow, FeedbackFilter, Store, StoreError};
use utoipa::ToSchema;

/// Most feedbacks that are looked at while somebody waits.
const MOST_LOOKED_AT: i64 = 100_000;

/// Feedbacks that are looked at in one read.
const PART_LENGTH: u32 = 5_000;

/// Most values of one question.
const MOST_VALUES: usize = 200;

/// What was answered to two questions by the same visitors.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CrossTable {
    /// The code of the language of its texts.
    language: String,
    /// False: only the newest feedbacks were looked at.
    is_complete: bool,
    /// Feedbacks that were looked at.
    looked_at: i64,
    /// Feedbacks that answered both questions.
    answered: i64,
    row: Axis,
    column: Axis,
    /// For each value of `row`, how many feedbacks have it together with each value of `column`.
    counts: Vec<Vec<i64>>,
}

/// A question with its values.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrossTableQuestion)]
struct Axis {
    question_id: String,
    question: String,
    #[schema(value_type = String)]
    style: Style,
    values: Vec<AxisValue>,
    #[serde(skip)]
    places: HashMap<String, usize>,
}

/// An option of a question, or a number of its scale.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrossTableValue)]
struct AxisValue {
    #[serde(skip_serializing_if = "Option::is_none")]
    option_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<f64>,
    /// The text of the option, or the number.
    text: String,
    /// Feedbacks that have it, among those that answered both questions.
    count: i64,
}

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CrossTableError {
    #[error("there is no such question")]
    NoQuestion,
    #[error(
        "`{0}` has neither options nor a scale of whole numbers: choose a question of another style, \
         such as radio, checklist, score or star"
    )]
    NoValues(String),
    #[error("`{0}` has {1} values, more than the {MOST_VALUES} that a table has")]
    TooManyValues(String, usize),
    #[error("`row` and `column` are the same question: choose two")]
    SameQuestion,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CrossTable {
    /// Counts the pairs of answers to two questions, by their ids or keys, in the newest feedback of a flow that fits a filter. The
    /// texts are those of the first revision that has the question, which should be the newest.
    ///
    /// # Errors
    /// No revision has a question; they are the same one; one has no values, or too many; the database failed.
    pub(crate) async fn load(
        store: &Store,
        filter: &FeedbackFilter,
        flows: &[Arc<LoadedFlow>],
        (row, column): (&str, &str),
    ) -> Result<Self, CrossTableError> {
        let newest = flows.first().ok_or(CrossTableError::NoQuestion)?;
        let language = language_of(&newest.flow, None);
        let axis = |name| Axis::of(flows, name, &language);
        let (row, column) = (axis(row)?, axis(column)?);
        if row.question_id == column.question_id {
            return Err(CrossTableError::SameQuestion);
        }
        let mut table = Self {
            counts: vec![vec![0; column.values.len()]; row.values.len()],
            is_complete: true,
            looked_at: 0,
            answered: 0,
            language,
            row,
            column,
        };
        table.add(store, filter).await?;
        Ok(table)
    }

    async fn add(&mut self, store: &Store, filter: &FeedbackFilter) -> Result<(), StoreError> {
        let question_ids = [self.row.question_id.clone(), self.column.question_id.clone()];
        let mut before = None;
        loop {
            let part = store
                .answered_feedbacks(filter, &question_ids, before, PART_LENGTH)
                .await?;
            for feedback in &part.feedbacks {
                self.count(&feedback.answers);
            }
            self.looked_at += part.looked_at;
            before = part.looked_at_until;
            if before.is_none() {
                return Ok(());
            }
            if self.looked_at >= MOST_LOOKED_AT {
                self.is_complete = false;
                return Ok(());
            }
        }
    }

    fn count(&mut self, answers: &[AnswerRow]) {
        let (rows, columns) = (self.row.places_of(answers), self.column.places_of(answers));
        if rows.is_empty() || columns.is_empty() {
            return;
        }
        self.answered += 1;
        self.row.count(&rows);
        self.column.count(&columns);
        for row in rows {
            for column in &columns {
                if let Some(count) = self.counts.get_mut(row).and_then(|row| row.get_mut(*column)) {
                    *count += 1;
                }
            }
        }
    }
}

impl Axis {
    fn of(flows: &[Arc<LoadedFlow>], name: &str, language: &str) -> Result<Self, CrossTableError> {
        let question = named(flows, name).ok_or(CrossTableError::NoQuestion)?;
        let mut axis = Self {
            question_id: question.id.to_string(),
            question: text_of(&question.body, &question.id, language),
            style: question.style,
            values: Vec::new(),
            places: HashMap::new(),
        };
        for question in flows.iter().filter_map(|flow| flow.flow.question(&question.id)) {
            axis.add_values(question, language);
        }
        match axis.values.len() {
            0 => Err(CrossTableError::NoValues(name.to_owned())),
            length if length > MOST_VALUES => Err(CrossTableError::TooManyValues(name.to_owned(), length)),
            _ => Ok(axis),
        }
    }

    /// Adds the values that a revision of the question has.
    fn add_values(&mut self, question: &Question, language: &str) {
        match question.answer_kind() {
            AnswerKind::Options => {
                for option in &question.options {
                    let text = text_of(&option.body, &option.id, language);
                    self.add_value(option.id.to_string(), (Some(option.id.to_string()), None, text));
                }
            }
            AnswerKind::Number => {
                let Some((min, max)) = scale(question) else {
                    return;
                };
                let mut number = min.ceil();
                while number <= max && self.values.len() <= MOST_VALUES {
                    self.add_value(number.to_string(), (None, Some(number), number.to_string()));
                    number += 1.0;
                }
                self.sort_numbers();
            }
            _ => {}
        }
    }

    fn add_value(&mut self, key: String, (option_id, number, text): (Option<String>, Option<f64>, String)) {
        let next = self.values.len();
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.values.push(AxisValue {
                option_id,
                number,
                text,
                count: 0,
            });
        }
    }

    /// Puts the numbers of scales that revisions have changed into one order.
    fn sort_numbers(&mut self) {
        self.values
            .sort_by(|one, other| one.number.unwrap_or(0.0).total_cmp(&other.number.unwrap_or(0.0)));
        let places = self.values.iter().enumerate();
        self.places = places.map(|(place, value)| (value.text.clone(), place)).collect();
    }

    /// Returns the places of the values that answers have, each once.
    fn places_of(&self, answers: &[AnswerRow]) -> Vec<usize> {
        let own = answers
            .iter()
            .filter(|answer| answer.question_id == self.question_id);
        let keys = own.filter_map(|answer| match (&answer.option_id, answer.number) {
            (Some(option_id), _) => self.places.get(option_id),
            // Half a star counts for the star that it is a part of, as visitors see it.
            (None, Some(number)) => self.places.get(&number.ceil().to_string()),
            (None, None) => None,
        });
        let mut places: Vec<usize> = keys.copied().collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn count(&mut self, places: &[usize]) {
        for place in places {
            if let Some(value) = self.values.get_mut(*place) {
                value.count += 1;
            }
        }
    }
}

/// Returns the bounds of a question whose numbers visitors choose from a scale.
fn scale(question: &Question) -> Option<(f64, f64)> {
    let (min, max) = match question.style {
        Style::Score => (0.0, 10.0),
        Style::Star => (1.0, 5.0),
        Style::Ces => (1.0, 7.0),
        Style::CustomScore => (question.min?, question.max?),
        _ => return None,
    };
    Some((question.min.unwrap_or(min), question.max.unwrap_or(max)))
}
