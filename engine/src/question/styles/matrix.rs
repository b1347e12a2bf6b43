//! `matrix`: an answer for each statement, chosen from options that the statements share or have of their own
//! (docs/flows.md#matrix-questions).
//!
//! In the forms `conjoint` and `other` every statement needs an answer; `maxdiff` needs two answers in total.

use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::{MatrixForm, Question, Statement};

/// Number of answers that a maxdiff question needs.
const MAXDIFF_ANSWERS: usize = 2;

pub(super) struct Matrix;

impl Behavior for Matrix {
    fn matrix_form(&self, question: &Question) -> Option<MatrixForm> {
        Some(question.matrix_form)
    }
}

#[cfg(feature = "session")]
impl AnswerBehavior for Matrix {
    fn parse_answer(&self, question: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        let mut cells = Vec::new();
        for (statement_id, option_ids) in input.matrix.as_ref()?.iter() {
            let row = question.statement_with_id(statement_id)?;
            for id in option_ids {
                let cell = (row, question.option_of_row(row, id)?);
                if let Err(place) = cells.binary_search(&cell) {
                    cells.insert(place, cell);
                }
            }
        }
        Some(Answer::Matrix(cells))
    }

    fn validate(&self, question: &Question, answer: &Answer) -> Option<Message> {
        let Answer::Matrix(cells) = answer else {
            return Some(MessageKey::InvalidAnswer.into());
        };
        let mut answered = cells.chunk_by(|(row, _), (next, _)| row == next);
        let has_several = answered.any(|row| row.len() > 1);
        let is_invalid = has_several && !self.allows_multiple(question) || repeats_mark(question, cells);
        is_invalid.then(|| MessageKey::InvalidAnswer.into())
    }

    fn validate_minimum(
        &self,
        question: &Question,
        answer: &Answer,
        visible_options: usize,
    ) -> Option<Message> {
        let Answer::Matrix(cells) = answer else {
            return None;
        };
        let is_missing = match question.matrix_form {
            MatrixForm::Maxdiff => {
                let rows = question.statements.iter();
                let possible = rows.map(|row| match count_options(row, visible_options) {
                    count if self.allows_multiple(question) => count,
                    count => count.min(1),
                });
                let most = match question.has_single_marks() {
                    true => visible_options.min(MAXDIFF_ANSWERS),
                    false => MAXDIFF_ANSWERS,
                };
                cells.len() < most.min(possible.sum())
            }
            MatrixForm::Conjoint | MatrixForm::Other => (0..).zip(&question.statements).any(|(at, row)| {
                count_options(row, visible_options) > 0 && !cells.iter().any(|(answered, _)| *answered == at)
            }),
        };
        is_missing.then(|| MessageKey::AnswerAll.into())
    }

    fn is_answerable(&self, question: &Question, visible_options: usize) -> bool {
        let mut rows = question.statements.iter();
        rows.any(|row| count_options(row, visible_options) > 0)
    }

    fn build_items(&self, question: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Matrix(cells) = answer else {
            return Vec::new();
        };
        let item = |(row, at): &(u32, u32)| {
            let statement = question.statements.get(*row as usize)?;
            let option = question.options_of(statement).get(*at as usize)?;
            Some(ResponseItem {
                question_id: statement.id.as_ref().into(),
                option_id: Some(option.id.as_ref().into()),
                ..ResponseItem::default()
            })
        };
        cells.iter().filter_map(item).collect()
    }
}

/// Returns whether a maxdiff marks two statements as the best, or as the worst.
fn repeats_mark(question: &Question, cells: &[(u32, u32)]) -> bool {
    let mut given = vec![false; question.options.len()];
    let mut is_repeated = |at: u32| {
        let mark = given.get_mut(at as usize);
        mark.is_some_and(|mark| std::mem::replace(mark, true))
    };
    question.has_single_marks() && cells.iter().any(|(_, at)| is_repeated(*at))
}

/// Returns how many options a row offers. Triggers control only the question's own options, not those of a row.
fn count_options(row: &Statement, visible_options: usize) -> usize {
    if row.options.is_empty() {
        return visible_options;
    }
    row.options.iter().filter(|option| option.visible).count()
}
