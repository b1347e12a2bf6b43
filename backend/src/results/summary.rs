//! Summaries of a flow's feedback (docs/results.md#summaries).

use super::columns::text_of;
use super::numbers::{Numbers, Times};
use crate::chat::language_of;
use crate::flows::LoadedFlow;
use base::time::{DAY, to_rfc3339};
use engine::{AnswerKind, Question, QuestionOption, Statement, Style};
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;
use store::{CountKind, Counts, FeedbackFilter, Store, StoreError, SummaryCounts};
use utoipa::ToSchema;

/// Most feedbacks that are counted while somebody waits, where the roll-ups do not serve the filter.
const MOST_COUNTED: usize = 20_000;

/// Most parts of a list that are looked through for them.
const MOST_PARTS: usize = 40;

/// Feedbacks of a part.
const PART_LENGTH: u32 = 1_000;

/// What was answered to a flow.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FlowSummary)]
pub(crate) struct Summary {
    flow_id: String,
    /// The code of the language of its texts.
    language: String,
    /// False: only the newest feedbacks that fit were counted.
    is_complete: bool,
    complete: i64,
    partial: i64,
    /// Of complete feedback, in seconds.
    #[schema(required = true)]
    time_spent: Option<Numbers>,
    days: Vec<Day>,
    states: Vec<StateSummary>,
    questions: Vec<QuestionSummary>,
    scores: Vec<ScoreSummary>,
}

/// A score of complete feedback.
#[derive(Debug, Serialize, ToSchema)]
struct ScoreSummary {
    key: String,
    /// Null: no feedback has it.
    #[schema(required = true)]
    numbers: Option<Numbers>,
}

/// The feedback that was first stored on a day in UTC.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SummaryDay)]
struct Day {
    day: String,
    feedbacks: i64,
    complete: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct StateSummary {
    state_id: String,
    /// Feedbacks with an answer in it.
    answered: i64,
    /// Partial feedbacks whose last answer is in it.
    left: i64,
    /// For how long it was shown, of feedback that tells.
    #[schema(required = true)]
    time_shown: Option<Times>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct QuestionSummary {
    question_id: String,
    question: String,
    #[schema(value_type = String)]
    style: Style,
    /// Feedbacks that answered it.
    pub(super) answered: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<OptionSummary>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rows: Vec<RowSummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) numbers: Option<Numbers>,
    /// From -100 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nps: Option<f64>,
    /// From 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) csat: Option<f64>,
    /// From 1 to 7.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ces: Option<f64>,
}

/// A row of a matrix.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RowSummary {
    pub(super) row_id: String,
    row: String,
    pub(super) answered: i64,
    pub(super) options: Vec<OptionSummary>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OptionSummary {
    pub(super) option_id: String,
    option: String,
    pub(super) count: i64,
    /// Of those who answered the question, from 0 to 1.
    pub(super) share: f64,
    /// Of a ranking, 1 for the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mean_place: Option<f64>,
}

impl Summary {
    /// Counts the feedback of a flow that fits a filter. The texts are those of the first revision, which should be the
    /// newest, and of others for what only they have.
    pub(crate) async fn load(
        store: &Store,
        filter: &FeedbackFilter,
        flows: &[Arc<LoadedFlow>],
    ) -> Result<Option<Self>, StoreError> {
        let Some(newest) = flows.first() else {
            return Ok(None);
        };
        let (counts, is_complete) = if filter.is_rolled_up() {
            (store.rolled_up_counts(filter).await?, true)
        } else {
            count(store, filter).await?
        };
        let language = language_of(&newest.flow, None);
        let SummaryCounts {
            complete,
            partial,
            days,
        } = counts;
        let left = |state_id: &str| partial.count_of(CountKind::LastState, state_id, "");
        let time_spent = Numbers::of(complete.values_of(CountKind::TimeSpent, ""));
        let (complete_count, partial_count) = (
            complete.count_of(CountKind::Feedback, "", ""),
            partial.count_of(CountKind::Feedback, "", ""),
        );
        let mut all = complete.clone();
        all.merge(&partial);
        Ok(Some(Self {
            flow_id: newest.flow.id.to_string(),
            is_complete,
            complete: complete_count,
            partial: partial_count,
            time_spent,
            days: days
                .into_iter()
                .map(|(day, count)| Day {
                    day: to_rfc3339(day * DAY).chars().take("2026-11-23".len()).collect(),
                    feedbacks: count.feedbacks,
                    complete: count.complete,
                })
                .collect(),
            states: states(flows, &all, left),
            questions: questions(flows, &all, &language),
            scores: scores(flows, &complete),
            language,
        }))
    }
}

/// Counts the newest feedback that fits a filter; returns as well whether that was all.
async fn count(store: &Store, filter: &FeedbackFilter) -> Result<(SummaryCounts, bool), StoreError> {
    let mut counts = SummaryCounts::default();
    let (mut before, mut counted) = (None, 0);
    let indexed = store.index_progress().await?.up_to;
    for _ in 0..MOST_PARTS {
        let part = store.newest_feedbacks(filter, before, PART_LENGTH).await?;
        let seqs: Vec<i64> = part.rows.iter().map(|row| row.seq).collect();
        let answers = store.answers_of(&seqs).await?;
        for row in part.rows.iter().filter(|row| row.updated_at <= indexed) {
            counts.count(row, answers.get(&row.seq).map_or(&[], Vec::as_slice));
            counted += 1;
        }
        let is_full = part.rows.len() == PART_LENGTH as usize;
        let last = part.rows.last().filter(|_| is_full).map(|row| row.seq);
        before = last.or(part.looked_at_until);
        if before.is_none() {
            return Ok((counts, true));
        }
        if counted >= MOST_COUNTED {
            break;
        }
    }
    Ok((counts, false))
}

fn scores(flows: &[Arc<LoadedFlow>], complete: &Counts) -> Vec<ScoreSummary> {
    let mut seen = HashSet::new();
    let keys = flows.iter().flat_map(|flow| &flow.flow.scores);
    keys.filter(|key| seen.insert(&***key))
        .map(|key| ScoreSummary {
            key: key.to_string(),
            numbers: Numbers::of(complete.values_of(CountKind::Score, key)),
        })
        .collect()
}

fn states(flows: &[Arc<LoadedFlow>], all: &Counts, left: impl Fn(&str) -> i64) -> Vec<StateSummary> {
    let mut seen = HashSet::new();
    let states = flows.iter().flat_map(|flow| &flow.flow.states);
    states
        .filter(|state| !state.style.is_end() && seen.insert(&*state.id))
        .map(|state| StateSummary {
            state_id: state.id.to_string(),
            answered: all.count_of(CountKind::State, &state.id, ""),
            left: left(&state.id),
            time_shown: Numbers::of(all.values_of(CountKind::StateTime, &state.id))
                .map(|numbers| numbers.times()),
        })
        .collect()
}

fn questions(flows: &[Arc<LoadedFlow>], all: &Counts, language: &str) -> Vec<QuestionSummary> {
    let mut seen = HashSet::new();
    let elements = flows.iter().flat_map(|flow| &flow.flow.elements);
    elements
        .filter_map(|element| element.question.as_deref())
        .filter(|question| question.answer_kind() != AnswerKind::Nothing)
        .filter(|question| seen.insert(&*question.id))
        .map(|question| QuestionSummary::of(question, flows, all, language))
        .collect()
}

impl QuestionSummary {
    /// Makes the figures of a question of what was counted.
    pub(super) fn of(question: &Question, flows: &[Arc<LoadedFlow>], all: &Counts, language: &str) -> Self {
        let kind = question.answer_kind();
        let numbers = (kind == AnswerKind::Number)
            .then(|| Numbers::of(all.values_of(CountKind::Number, &question.id)))
            .flatten();
        let scale = (question.min, question.max);
        let is_scale = |style, min: f64, max: f64| {
            let (low, high) = (scale.0.unwrap_or(min), scale.1.unwrap_or(max));
            question.style == style && low.total_cmp(&min).is_eq() && high.total_cmp(&max).is_eq()
        };
        let of_numbers =
            |is_wanted: bool, value: fn(&Numbers) -> f64| numbers.as_ref().filter(|_| is_wanted).map(value);
        let others = flows.iter().filter_map(|flow| flow.flow.question(&question.id));
        let options = others.flat_map(|question| &question.options);
        let rows = flows.iter().filter_map(|flow| flow.flow.question(&question.id));
        let rows = rows.flat_map(|question| question.statements.iter().map(move |row| (question, row)));
        Self {
            question_id: question.id.to_string(),
            question: text_of(&question.body, &question.id, language),
            style: question.style,
            answered: all.count_of(CountKind::Answered, &question.id, ""),
            options: if kind == AnswerKind::Rows {
                Vec::new()
            } else {
                OptionSummary::of(&question.id, options, kind, all, language)
            },
            rows: RowSummary::of(rows, all, language),
            nps: of_numbers(is_scale(Style::Score, 0.0, 10.0), Numbers::net_promoter_score),
            csat: of_numbers(is_scale(Style::Star, 1.0, 5.0), Numbers::satisfaction),
            ces: of_numbers(is_scale(Style::Ces, 1.0, 7.0), Numbers::mean),
            numbers,
        }
    }
}

impl RowSummary {
    fn of<'a>(
        rows: impl Iterator<Item = (&'a Question, &'a Statement)>,
        all: &Counts,
        language: &str,
    ) -> Vec<Self> {
        let mut seen = HashSet::new();
        rows.filter(|(_, row)| seen.insert(&*row.id))
            .map(|(question, row)| Self {
                row_id: row.id.to_string(),
                row: text_of(&row.body, &row.id, language),
                answered: all.count_of(CountKind::Answered, &row.id, ""),
                options: OptionSummary::of(
                    &row.id,
                    question.options_of(row).iter(),
                    question.answer_kind(),
                    all,
                    language,
                ),
            })
            .collect()
    }
}

impl OptionSummary {
    fn of<'a>(
        question_id: &str,
        options: impl Iterator<Item = &'a QuestionOption>,
        kind: AnswerKind,
        all: &Counts,
        language: &str,
    ) -> Vec<Self> {
        let answered = all.count_of(CountKind::Answered, question_id, "");
        let mut seen = HashSet::new();
        options
            .filter(|option| seen.insert(&*option.id))
            .map(|option| {
                let tally = all.tally_of(CountKind::Option, question_id, &option.id);
                let is_ranked = kind == AnswerKind::Ranking && tally.count > 0;
                Self {
                    option_id: option.id.to_string(),
                    option: text_of(&option.body, &option.id, language),
                    count: tally.count,
                    share: if answered > 0 {
                        tally.count as f64 / answered as f64
                    } else {
                        0.0
                    },
                    mean_place: is_ranked.then(|| tally.total / tally.count as f64),
                }
            })
            .collect()
    }
}
