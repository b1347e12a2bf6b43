//! A question as data: its fields, options and statements, and how to find them.

use super::id_index::IdIndex;
use super::style::Style;
use crate::platform::{Platform, parse_number};
use crate::position::TriggerIx;
use crate::score::Points;
use crate::texts::Texts;
use serde::Serialize;

/// A question of a flow (docs/flows.md#question-fields).
#[derive(Debug, Default)]
pub struct Question {
    pub id: Box<str>,
    /// Name in rules, triggers and filters of results.
    pub key: Box<str>,
    pub style: Style,
    pub body: Texts,
    pub description: Texts,
    /// Text in the empty input.
    pub placeholder: Texts,
    /// Full text of an `agreement`.
    pub terms: Texts,
    /// Label of the lowest number.
    pub min_label: Texts,
    /// Label of the highest number.
    pub max_label: Texts,
    pub required: bool,
    /// Whether several options may be selected, whatever the style.
    pub multi_select: bool,
    /// Whether the server masks personal data in the answer.
    pub hide_personal_data: bool,
    pub min_selection: Option<u32>,
    pub max_selection: Option<u32>,
    /// Minimum length of a text, in Unicode scalar values after trimming.
    pub min_length: Option<u32>,
    /// Maximum length of a text, in Unicode scalar values after trimming; without it, [`Question::longest_text`].
    pub max_length: Option<u32>,
    /// Lowest number of a style without a scale.
    pub lower_limit: Option<f64>,
    /// Highest number of a style without a scale.
    pub upper_limit: Option<f64>,
    /// Distance between the numbers that can be chosen; above 0.
    pub step: Option<f64>,
    /// Lowest number of the scale.
    pub min: Option<f64>,
    /// Highest number of the scale.
    pub max: Option<f64>,
    /// Options, in document order.
    pub options: Vec<QuestionOption>,
    /// Whether the options, and those of each row, are shown in a random order (docs/flows.md#random-order).
    pub random_options: bool,
    /// The style whose answers a `customer_schema` without options takes; a text by default.
    pub schema_type: Option<Style>,
    /// Form of a matrix; the default for every other style.
    pub matrix_form: MatrixForm,
    /// Rows of a matrix, in document order.
    pub statements: Vec<Statement>,
    /// Whether the rows are shown in a random order.
    pub random_statements: bool,
    /// Id of the connector that looks up the answer (docs/engine.md#look-ups).
    pub binding_model: Option<Box<str>>,
    /// The parameter of the page's address that answers the question (docs/flows.md#prefilled-answers).
    pub prefill: Option<Box<str>>,
    /// What the answered number is multiplied by to add to scores (docs/flows.md#scores).
    pub points: Points,
    option_index: IdIndex,
    statement_index: IdIndex,
}

/// An option that the visitor can select.
#[derive(Debug, Default)]
pub struct QuestionOption {
    pub id: Box<str>,
    /// Name in rules, triggers and exports.
    pub key: Box<str>,
    pub body: Texts,
    /// Whether the option is shown while no trigger decides otherwise.
    pub visible: bool,
    pub image_url: Option<Box<str>>,
    /// Whether selecting this option deselects all others.
    pub exclusive: bool,
    /// Whether the visitor has to add a text to this option.
    pub asks_for_text: bool,
    /// Whether the option keeps its place in a random order, where the flow says so or denies it.
    pub pinned: Option<bool>,
    /// What the option adds to scores while it is selected (docs/flows.md#scores).
    pub points: Points,
    /// Triggers that show or hide this option, in document order.
    pub visibility_triggers: Vec<TriggerIx>,
}

/// A row of a matrix.
#[derive(Debug, Default)]
pub struct Statement {
    /// Id, which response items carry as their question id.
    pub id: Box<str>,
    /// Name in filters of results.
    pub key: Box<str>,
    pub body: Texts,
    /// Options of this row alone; empty if the row uses the question's options.
    pub options: Vec<QuestionOption>,
    /// Whether the row keeps its place in a random order, where the flow says so or denies it.
    pub pinned: Option<bool>,
    option_index: IdIndex,
}

/// The most characters of a hidden field, which anybody can put into an address.
pub(crate) const HIDDEN_FIELD_LENGTH: u32 = 1_000;

/// The most characters of a text whose question says nothing about its length (docs/flows.md#question-fields).
pub(crate) const TEXT_LENGTH: u32 = 10_000;

/// How a matrix is answered (`extra.matrix_question_type`; docs/flows.md#matrix-questions).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum MatrixForm {
    /// One answer for each statement.
    #[default]
    Other,
    /// One answer for each statement, compared across statements.
    Conjoint,
    /// The best and the worst.
    Maxdiff,
}

impl Question {
    /// Returns the position of the option with this id.
    pub(crate) fn option_with_id(&self, id: &str) -> Option<u32> {
        self.option_index.find(&self.options, id, |option| &option.id)
    }

    /// Returns the position of the option with this key.
    pub(crate) fn option_with_key(&self, key: &str) -> Option<u32> {
        let at = self.options.iter().position(|option| *option.key == *key)?;
        u32::try_from(at).ok()
    }

    /// Returns the option at a position.
    pub(crate) fn option(&self, at: u32) -> Option<&QuestionOption> {
        self.options.get(at as usize)
    }

    /// Returns the position of the option that asks for a text; a question has one at most.
    pub(crate) fn asking_option(&self) -> Option<u32> {
        let at = self.options.iter().position(|option| option.asks_for_text)?;
        u32::try_from(at).ok()
    }

    /// Returns the style that decides what an answer is: that of the question, or the type of a customer's field.
    #[must_use]
    pub fn answer_style(&self) -> Style {
        match self.schema_type {
            Some(style) if self.options.is_empty() => style,
            _ => self.style,
        }
    }

    /// Returns the maximum length of a text, in Unicode scalar values after trimming: every text has one.
    #[must_use]
    pub fn longest_text(&self) -> u32 {
        self.max_length.unwrap_or(TEXT_LENGTH)
    }

    /// Returns whether each option is a mark that one statement of a maxdiff gets, such as best and worst.
    pub(crate) fn has_single_marks(&self) -> bool {
        self.matrix_form == MatrixForm::Maxdiff
            && !self.multi_select
            && self.options.len() > 1
            && self.statements.iter().all(|row| row.options.is_empty())
    }

    /// Returns the position of the statement with this id.
    pub(crate) fn statement_with_id(&self, id: &str) -> Option<u32> {
        self.statement_index
            .find(&self.statements, id, |statement| &statement.id)
    }

    /// Returns the options of a row: its own, or else the question's.
    #[must_use]
    pub fn options_of<'a>(&'a self, statement: &'a Statement) -> &'a [QuestionOption] {
        if statement.options.is_empty() {
            &self.options
        } else {
            &statement.options
        }
    }

    /// Returns the position of the option with this id among the options of a row.
    pub(crate) fn option_of_row(&self, row: u32, id: &str) -> Option<u32> {
        let statement = self.statements.get(row as usize)?;
        if statement.options.is_empty() {
            return self.option_with_id(id);
        }
        statement
            .option_index
            .find(&statement.options, id, |option| &option.id)
    }

    /// Returns whether a row has no options of its own.
    pub(crate) fn uses_shared_options(&self, row: u32) -> bool {
        let statement = self.statements.get(row as usize);
        statement.is_some_and(|statement| statement.options.is_empty())
    }
}

impl QuestionOption {
    /// Returns whether the option keeps its place in a random order: "other" and "none of these" are looked for at the end.
    pub(crate) fn is_pinned(&self) -> bool {
        self.pinned.unwrap_or(self.exclusive || self.asks_for_text)
    }

    /// Returns whether the key spells this number.
    pub(crate) fn has_key_equal_to(&self, number: f64, platform: &dyn Platform) -> bool {
        parse_number(&self.key, platform) == Some(number)
    }
}
