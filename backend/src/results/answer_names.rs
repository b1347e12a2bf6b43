//! What a filter names as question and option: each by its id, or by its key (docs/results.md#keys-and-ids).

use crate::flows::{Flows, LoadedFlow};
use engine::{Question, QuestionOption};
use std::collections::BTreeSet;
use store::{AnswerTarget, Store, StoreError};

/// Most revisions in which a name is looked for, unless the flow is known.
const MOST_REVISIONS: usize = 500;

/// Most characters of a name that is looked for; no database takes patterns of any length.
const LONGEST_NAME: usize = 1_000;

/// The names of a filter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerNames<'a> {
    /// A question, or a row of a matrix.
    pub(crate) question: &'a str,
    /// An option of it.
    pub(crate) option: Option<&'a str>,
    pub(crate) flow_id: Option<&'a str>,
    pub(crate) flow_revision: Option<u32>,
}

/// Why names represent nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AnswerNamesError {
    #[error("there is no such question")]
    NoQuestion,
    #[error("there is no such option")]
    NoOption,
    #[error("too many flows may have the question `{0}`; name one with `flow_id`")]
    TooMany(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What has a name.
#[derive(Default)]
struct Named {
    by_id: BTreeSet<String>,
    by_key: BTreeSet<String>,
}

/// What was found in the revisions that were looked through.
#[derive(Default)]
struct Found {
    questions: Named,
    options: Named,
    is_matrix: bool,
}

impl AnswerNames<'_> {
    /// Finds what the names represent, in all revisions of the flow, or of all flows. An id wins over a key; a key may represent
    /// several questions, since revisions and flows may have given it to others.
    ///
    /// # Errors
    /// There is no such question or option; too many flows could have it; the database failed.
    pub(crate) async fn find(self, store: &Store, flows: &Flows) -> Result<AnswerTarget, AnswerNamesError> {
        if self.question.chars().count() > LONGEST_NAME {
            return Err(AnswerNamesError::NoQuestion);
        }
        let revisions = store
            .revisions_with_text(self.question, self.flow_id, self.flow_revision)
            .await?;
        let most = if self.flow_id.is_some() {
            usize::MAX
        } else {
            MOST_REVISIONS
        };
        let mut found = Found::default();
        for (flow_id, revision) in revisions.iter().take(most) {
            if let Some(flow) = flows.read(store, flow_id, *revision).await? {
                found.add(&flow, self);
            }
            if found.is_by_ids(self.option.is_some()) {
                break;
            }
        }
        if revisions.len() > most && found.questions.by_id.is_empty() {
            return Err(AnswerNamesError::TooMany(self.question.to_owned()));
        }
        let question_ids = found.questions.ids().ok_or(AnswerNamesError::NoQuestion)?;
        let option_ids = match self.option {
            None => None,
            Some(_) => Some(found.options.ids().ok_or(AnswerNamesError::NoOption)?),
        };
        Ok(AnswerTarget {
            question_ids,
            option_ids,
            is_matrix: found.is_matrix,
        })
    }
}

impl Found {
    /// Adds what has the names in a revision.
    fn add(&mut self, flow: &LoadedFlow, names: AnswerNames<'_>) {
        let elements = flow.flow.elements.iter();
        for question in elements.filter_map(|element| element.question.as_deref()) {
            if self.questions.add(names.question, &question.id, &question.key) {
                self.is_matrix |= !question.statements.is_empty();
                let own = question.options.iter();
                let of_rows = question.statements.iter().flat_map(|row| &row.options);
                self.add_options(own.chain(of_rows), names);
            }
            self.add_rows(question, names);
        }
    }

    fn add_rows(&mut self, question: &Question, names: AnswerNames<'_>) {
        for row in &question.statements {
            if self.questions.add(names.question, &row.id, &row.key) {
                self.add_options(question.options_of(row).iter(), names);
            }
        }
    }

    fn add_options<'a>(&mut self, options: impl Iterator<Item = &'a QuestionOption>, names: AnswerNames<'_>) {
        for option in options {
            if let Some(name) = names.option {
                self.options.add(name, &option.id, &option.key);
            }
        }
    }

    /// Returns whether everything is known by its id, which is the same in all revisions.
    fn is_by_ids(&self, has_option: bool) -> bool {
        !self.questions.by_id.is_empty() && (!has_option || !self.options.by_id.is_empty())
    }
}

impl Named {
    /// Adds what has this id and key if one of them is the name, and returns whether it is.
    fn add(&mut self, name: &str, id: &str, key: &str) -> bool {
        let ids = match name {
            _ if name == id => &mut self.by_id,
            _ if name == key => &mut self.by_key,
            _ => return false,
        };
        ids.insert(id.to_owned());
        true
    }

    /// Returns the ids; `None` if there are none.
    fn ids(self) -> Option<Vec<String>> {
        let ids = if self.by_id.is_empty() {
            self.by_key
        } else {
            self.by_id
        };
        (!ids.is_empty()).then(|| ids.into_iter().collect())
    }
}
