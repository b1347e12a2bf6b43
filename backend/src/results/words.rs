//! What visitors have written in answer to a question (docs/results.md#words).

use super::columns::text_of;
use super::trend::named;
use super::word_counts::{WordCount, WordCounts};
use crate::chat::language_of;
use crate::flows::LoadedFlow;
use base::input::fault::shorten;
use base::time::to_rfc3339;
use engine::{AnswerKind, Style};
use serde::Serialize;
use std::cmp::Reverse;
use std::sync::Arc;
use store::{FeedbackFilter, Store, StoreError};
use utoipa::ToSchema;

/// Most texts whose words are counted while somebody waits.
const MOST_READ: usize = 5_000;

/// Most feedbacks that are looked at for them.
const MOST_LOOKED_AT: i64 = 100_000;

/// Feedbacks that are looked at in one read: their texts are in memory together.
const PART_LENGTH: u32 = 500;

/// Quotes that are shown.
const QUOTES: usize = 20;

/// Characters of a quote; of a longer text, the beginning.
const QUOTE_LENGTH: usize = 1_000;

/// The words of the newest texts, and some of these.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnswerWords {
    question_id: String,
    question: String,
    #[schema(value_type = String)]
    style: Style,
    /// The code of the language of its text.
    language: String,
    /// False: only the newest texts were read.
    is_complete: bool,
    /// Texts that were read.
    read: usize,
    /// At most 60, the most frequent first.
    words: Vec<WordCount>,
    /// At most 20, the newest first.
    quotes: Vec<Quote>,
}

/// A text that a visitor has written.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerQuote)]
struct Quote {
    feedback_id: String,
    /// When the feedback was first stored.
    received_at: String,
    /// At most 1,000 characters.
    text: String,
}

/// Why there are no words.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WordsError {
    #[error("there is no such question")]
    NoQuestion,
    #[error(
        "`{0}` has no answers in words: choose a question of the style text or textarea, or one with options that ask for a text"
    )]
    NoTexts(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AnswerWords {
    /// Reads the newest texts with which a question, by its id or its key, was answered in the feedback of a flow that fits a filter.
    ///
    /// # Errors
    /// No revision has the question; its answers are no texts; the database failed.
    pub(crate) async fn load(
        store: &Store,
        filter: &FeedbackFilter,
        flows: &[Arc<LoadedFlow>],
        name: &str,
    ) -> Result<Self, WordsError> {
        let (Some(newest), Some(question)) = (flows.first(), named(flows, name)) else {
            return Err(WordsError::NoQuestion);
        };
        let is_text = matches!(question.style, Style::Text | Style::Textarea);
        if !is_text && question.answer_kind() != AnswerKind::Options {
            return Err(WordsError::NoTexts(name.to_owned()));
        }
        let language = language_of(&newest.flow, None);
        let languages = newest.flow.languages.iter().map(|language| &*language.code);
        let mut counts = WordCounts::without_words_of(languages);
        let mut words = Self {
            question_id: question.id.to_string(),
            question: text_of(&question.body, &question.id, &language),
            style: question.style,
            language,
            is_complete: true,
            read: 0,
            words: Vec::new(),
            quotes: Vec::new(),
        };
        words.read(store, filter, &mut counts).await?;
        words.words = counts.most_frequent();
        Ok(words)
    }

    async fn read(
        &mut self,
        store: &Store,
        filter: &FeedbackFilter,
        counts: &mut WordCounts,
    ) -> Result<(), StoreError> {
        let question_ids = [self.question_id.clone()];
        let (mut before, mut looked_at) = (None, 0);
        loop {
            let part = store
                .answered_feedbacks(filter, &question_ids, before, PART_LENGTH)
                .await?;
            // Parts are the newest first, but feedback within one is in no order.
            let mut feedbacks = part.feedbacks;
            feedbacks.sort_by_key(|feedback| Reverse(feedback.received_at));
            for feedback in feedbacks {
                let texts = feedback
                    .answers
                    .iter()
                    .filter_map(|answer| answer.text.as_deref());
                for text in texts.filter(|text| !text.trim().is_empty()) {
                    if self.read == MOST_READ {
                        self.is_complete = false;
                        return Ok(());
                    }
                    self.read += 1;
                    counts.add(text);
                    if self.quotes.len() < QUOTES {
                        self.quotes.push(Quote {
                            feedback_id: feedback.id.clone(),
                            received_at: to_rfc3339(feedback.received_at),
                            text: shorten(text.to_owned(), QUOTE_LENGTH),
                        });
                    }
                }
            }
            looked_at += part.looked_at;
            before = part.looked_at_until;
            if before.is_none() {
                return Ok(());
            }
            if looked_at >= MOST_LOOKED_AT {
                self.is_complete = false;
                return Ok(());
            }
        }
    }
}
