//! `matrix`: one answer for each statement, by options that the statements share or have of their own.
//!
//! Three forms (`extra.matrix_question_type`): in `conjoint` and `other` every statement wants an answer, in `maxdiff`
//! two answers in all are enough (specification, section 5).

use super::id_index::IdIndex;
use super::{Behavior, Question, QuestionOption};
use crate::answer::{Answer, AnswerInput};
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::texts::Texts;
use serde::Serialize;
#[cfg(feature = "native")]
use std::collections::BTreeMap;

/// How many answers a maxdiff question needs (specification, section 9).
const MAXDIFF_ANSWERS: usize = 2;

pub(super) struct Matrix;

impl Behavior for Matrix {
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
        let crowded = answered.any(|row| row.len() > 1);
        (crowded && !self.allows_multiple(question)).then(|| MessageKey::InvalidAnswer.into())
    }

    fn validate_minimum(&self, question: &Question, answer: &Answer, offered: usize) -> Option<Message> {
        let Answer::Matrix(cells) = answer else {
            return None;
        };
        let open = match question.matrix_form {
            MatrixForm::Maxdiff => {
                let rows = question.statements.iter();
                let most = rows.map(
                    |statement| match question.visible_options_in(statement, offered) {
                        offered if self.allows_multiple(question) => offered,
                        offered => offered.min(1),
                    },
                );
                cells.len() < MAXDIFF_ANSWERS.min(most.sum())
            }
            MatrixForm::Conjoint | MatrixForm::Other => {
                (0..).zip(&question.statements).any(|(row, statement)| {
                    question.visible_options_in(statement, offered) > 0
                        && !cells.iter().any(|(at, _)| *at == row)
                })
            }
        };
        open.then(|| MessageKey::AnswerAll.into())
    }

    fn offers(&self, question: &Question, offered: usize) -> bool {
        let mut rows = question.statements.iter();
        rows.any(|statement| question.visible_options_in(statement, offered) > 0)
    }

    fn matrix_form(&self, question: &Question) -> Option<MatrixForm> {
        Some(question.matrix_form)
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

    #[cfg(feature = "native")]
    fn read_items(
        &self,
        question: &Question,
        items: &[&ResponseItem],
        _: &dyn Platform,
    ) -> super::ReadItemsResult {
        let mut rows = BTreeMap::<&str, BTreeMap<u32, &str>>::new();
        for (at, item) in items.iter().enumerate() {
            let row = question
                .statement_with_id(&item.question_id)
                .ok_or((at, super::ResponseItemError::InvalidAnswer))?;
            let (option, id) = super::items::option_of(item, at, |id| question.option_of_row(row, id))?;
            let ids = rows.entry(&item.question_id).or_default();
            if ids.insert(option, id).is_some() {
                return Err((at, super::ResponseItemError::InvalidAnswer));
            }
        }
        let mut matrix = crate::sorted_map::SortedMap::new();
        for (statement_id, ids) in rows {
            let ids: Vec<String> = ids.into_values().map(Into::into).collect();
            matrix.insert(statement_id, ids);
        }
        Ok(AnswerInput {
            matrix: Some(matrix),
            ..AnswerInput::default()
        })
    }
}

/// A row of a matrix.
#[derive(Debug, Default)]
pub struct Statement {
    /// The statement's id; response items name it as their question.
    pub id: Box<str>,
    /// Its name in exports.
    pub key: Box<str>,
    /// Its text.
    pub body: Texts,
    /// Its own options; empty: those of the question.
    pub options: Vec<QuestionOption>,
    index: IdIndex,
}

/// What the answers of a matrix mean (`extra.matrix_question_type`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum MatrixForm {
    /// One answer for each statement.
    #[default]
    Other,
    /// One answer for each statement, compared across them.
    Conjoint,
    /// The best and the worst.
    Maxdiff,
}

impl Question {
    /// The options of a row: its own, or else the question's.
    #[must_use]
    pub fn options_of<'a>(&'a self, statement: &'a Statement) -> &'a [QuestionOption] {
        if statement.options.is_empty() {
            &self.options
        } else {
            &statement.options
        }
    }

    /// How many options a row offers where so many of the question's are visible. Its own are no trigger's targets.
    fn visible_options_in(&self, statement: &Statement, offered: usize) -> usize {
        if statement.options.is_empty() {
            return offered;
        }
        let own = statement.options.iter();
        own.filter(|option| option.visible).count()
    }

    /// Whether the row at a position is answered with the question's options.
    pub(crate) fn uses_shared_options(&self, row: u32) -> bool {
        let statement = self.statements.get(row as usize);
        statement.is_some_and(|statement| statement.options.is_empty())
    }

    pub(crate) fn statement_with_id(&self, id: &str) -> Option<u32> {
        self.statement_index
            .find(&self.statements, id, |statement| &statement.id)
    }

    pub(crate) fn option_of_row(&self, row: u32, id: &str) -> Option<u32> {
        let statement = self.statements.get(row as usize)?;
        if statement.options.is_empty() {
            return self.option_with_id(id);
        }
        statement.index.find(&statement.options, id, |option| &option.id)
    }
}
