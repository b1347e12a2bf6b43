//! The columns of an export as a table (docs/results.md#columns): one for each question, and more for questions with several
//! answers.

use super::cell::CellKind;
use crate::chat::language_of;
use crate::flows::LoadedFlow;
use engine::{AnswerKind, MatrixForm, Question, QuestionOption, SortedMap, localized_text, without_pipes};
use std::collections::HashMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// What every feedback has, in front of its answers.
const FEEDBACK_COLUMNS: [(&str, CellKind); 22] = [
    ("id", CellKind::Text),
    ("status", CellKind::Text),
    ("node_id", CellKind::Text),
    ("flow_id", CellKind::Text),
    ("flow_revision", CellKind::Integer),
    ("device_id", CellKind::Text),
    ("user_id", CellKind::Text),
    ("language", CellKind::Text),
    ("origin_url", CellKind::Text),
    ("created_at", CellKind::Time),
    ("created_offline", CellKind::Flag),
    ("time_spent_in_seconds", CellKind::Integer),
    ("received_at", CellKind::Time),
    ("updated_at", CellKind::Time),
    ("completed_at", CellKind::Time),
    ("customer", CellKind::Text),
    ("customer_verified", CellKind::Flag),
    ("attributes_verified", CellKind::Flag),
    ("tracking", CellKind::Text),
    ("reference", CellKind::Text),
    ("review", CellKind::Text),
    ("tags", CellKind::Text),
];

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    /// Stays the same as long as the ids in the flow do.
    pub(crate) id: String,
    /// The texts of question, row and option; the id where there are none.
    pub(crate) text: String,
    pub(crate) kind: CellKind,
}

/// The columns of a flow: those of all its revisions.
pub(crate) struct Columns {
    pub(crate) list: Vec<Column>,
    pub(super) revisions: HashMap<u32, Revision>,
    numbers: HashMap<String, usize>,
}

/// A revision of the flow, and where its answers go.
pub(super) struct Revision {
    pub(super) flow: Arc<LoadedFlow>,
    /// By what response items name as their question: its id, or that of a row of a matrix.
    pub(super) answer_columns: HashMap<Box<str>, AnswerColumns>,
    /// The columns of scores, by their keys.
    pub(super) scores: HashMap<Box<str>, usize>,
    /// The columns of states, by their ids.
    pub(super) states: HashMap<Box<str>, usize>,
}

/// The numbers of the columns in which the answer to a question, or to a row of a matrix, is.
pub(super) enum AnswerColumns {
    Number(usize),
    Single {
        /// With the text, the option, or the ids of the files.
        value: usize,
        /// With the text that the option asks for.
        text: Option<usize>,
    },
    Multiple {
        /// Tell whether they were selected.
        options: OptionColumns,
        text: Option<usize>,
    },
    /// The columns of options.
    Ranking(OptionColumns),
}

/// One column for each option, by its id.
pub(super) type OptionColumns = Vec<(Box<str>, usize)>;

/// Whether options are named by their ids or by their texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExportNaming)]
pub(crate) enum Naming {
    #[default]
    Ids,
    Texts,
}

impl Columns {
    /// Returns the columns of these revisions of a flow. They are in the order of the first, which should be the newest, and
    /// those that only others have follow.
    pub(crate) fn of(flows: Vec<Arc<LoadedFlow>>) -> Self {
        let mut columns = Self {
            list: Vec::new(),
            revisions: HashMap::new(),
            numbers: HashMap::new(),
        };
        for (id, kind) in FEEDBACK_COLUMNS {
            columns.add(id.to_owned(), id.to_owned(), kind);
        }
        let of_answers = |flow| (columns.add_questions(flow), columns.add_scores(flow));
        let added: Vec<_> = flows.iter().map(|flow| &**flow).map(of_answers).collect();
        for (flow, (answer_columns, scores)) in flows.into_iter().zip(added) {
            let states = columns.add_states(&flow);
            let revision = Revision {
                flow,
                answer_columns,
                scores,
                states,
            };
            columns.revisions.insert(revision.flow.revision, revision);
        }
        columns
    }

    fn add_questions(&mut self, flow: &LoadedFlow) -> HashMap<Box<str>, AnswerColumns> {
        let language = language_of(&flow.flow, None);
        let mut answer_columns = HashMap::new();
        let elements = flow.flow.elements.iter();
        for question in elements.filter_map(|element| element.question.as_deref()) {
            let base = format!("answer/{}", question.id);
            let label = text_of(&question.body, &question.id, &language);
            if question.answer_kind() == AnswerKind::Rows {
                self.add_rows(question, &base, &label, &language, &mut answer_columns);
            } else if let Some(found) = self.add_question(question, base, label, &language) {
                answer_columns.insert(question.id.clone(), found);
            }
        }
        answer_columns
    }

    /// Adds the columns of a question; `None` if nobody answers it.
    fn add_question(
        &mut self,
        question: &Question,
        base: String,
        label: String,
        language: &str,
    ) -> Option<AnswerColumns> {
        let options = &question.options;
        let found = match question.answer_kind() {
            AnswerKind::Nothing => return None,
            AnswerKind::Ranking => {
                AnswerColumns::Ranking(self.add_options(&base, &label, options, language, CellKind::Integer))
            }
            AnswerKind::Number => AnswerColumns::Number(self.add(base, label, CellKind::Number)),
            AnswerKind::Options if question.allows_multiple() => AnswerColumns::Multiple {
                options: self.add_options(&base, &label, options, language, CellKind::Flag),
                text: self.add_text(&base, &label, options),
            },
            AnswerKind::Text | AnswerKind::Files | AnswerKind::Options | AnswerKind::Rows => {
                let value = self.add(base.clone(), label.clone(), CellKind::Text);
                let text = self.add_text(&base, &label, options);
                AnswerColumns::Single { value, text }
            }
        };
        Some(found)
    }

    /// Adds the columns of a matrix.
    fn add_rows(
        &mut self,
        question: &Question,
        base: &str,
        label: &str,
        language: &str,
        answer_columns: &mut HashMap<Box<str>, AnswerColumns>,
    ) {
        let has_several = question.allows_multiple() || question.matrix_form == MatrixForm::Maxdiff;
        for row in &question.statements {
            let base = format!("{base}/{}", row.id);
            let label = format!("{label}: {}", text_of(&row.body, &row.id, language));
            let found = if has_several {
                let options = question.options_of(row);
                let options = self.add_options(&base, &label, options, language, CellKind::Flag);
                AnswerColumns::Multiple { options, text: None }
            } else {
                let value = self.add(base, label, CellKind::Text);
                AnswerColumns::Single { value, text: None }
            };
            answer_columns.insert(row.id.clone(), found);
        }
    }

    fn add_options(
        &mut self,
        base: &str,
        label: &str,
        options: &[QuestionOption],
        language: &str,
        kind: CellKind,
    ) -> OptionColumns {
        let mut columns = OptionColumns::new();
        for option in options {
            let text = text_of(&option.body, &option.id, language);
            let column = self.add(format!("{base}/{}", option.id), format!("{label}: {text}"), kind);
            columns.push((option.id.clone(), column));
        }
        columns
    }

    /// Adds the column for the text that an option asks for, if one does.
    fn add_text(&mut self, base: &str, label: &str, options: &[QuestionOption]) -> Option<usize> {
        let is_asked = options.iter().any(|option| option.asks_for_text);
        is_asked.then(|| self.add(format!("{base}#text"), format!("{label} (text)"), CellKind::Text))
    }

    fn add_scores(&mut self, flow: &LoadedFlow) -> HashMap<Box<str>, usize> {
        let mut columns = HashMap::new();
        for key in &flow.flow.scores {
            let id = format!("score/{key}");
            columns.insert(key.clone(), self.add(id.clone(), id, CellKind::Number));
        }
        columns
    }

    fn add_states(&mut self, flow: &LoadedFlow) -> HashMap<Box<str>, usize> {
        let mut columns = HashMap::new();
        for state in flow.flow.states.iter().filter(|state| !state.style.is_end()) {
            let id = format!("state_time_in_ms/{}", state.id);
            columns.insert(state.id.clone(), self.add(id.clone(), id, CellKind::Integer));
        }
        columns
    }

    /// Adds a column, unless another revision has it too, and returns its number.
    fn add(&mut self, id: String, text: String, kind: CellKind) -> usize {
        *self.numbers.entry(id).or_insert_with_key(|id| {
            self.list.push(Column {
                id: id.clone(),
                text,
                kind,
            });
            self.list.len() - 1
        })
    }
}

/// Returns a text of the flow, or an id if there is none.
pub(super) fn text_of(texts: &SortedMap<Box<str>>, id: &str, language: &str) -> String {
    without_pipes(localized_text(texts, language).unwrap_or(id)).into_owned()
}
