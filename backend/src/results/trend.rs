//! How the answers to a question develop (docs/results.md#trends).

use super::funnel::{Steps, steps_in_buckets, unfit_filters};
use super::summary::{OptionSummary, QuestionSummary, RowSummary};
use super::trend_buckets::{TrendBucket, TrendBuckets};
use super::trend_counts::{TrendCounts, question_ids};
use crate::chat::language_of;
use crate::counters::StepCounter;
use crate::flows::LoadedFlow;
use base::time::to_rfc3339;
use engine::{AnswerKind, Question};
use serde::Serialize;
use std::sync::Arc;
use store::{FeedbackFilter, Store, StoreError};
use utoipa::ToSchema;

/// Most figures of a trend: of each bucket one for each option of the question and of its rows.
const MOST_FIGURES: usize = 100_000;

/// The answers to a question over time.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QuestionTrend)]
pub(crate) struct Trend {
    /// The code of the language of its texts.
    language: String,
    /// False: only the newest feedbacks that fit were counted.
    is_complete: bool,
    /// The question with the figures of the whole time.
    question: QuestionSummary,
    /// The filters for which the buckets have no counters: these are not about feedback.
    counters_unfit: Vec<&'static str>,
    /// Without gaps, the earliest first.
    buckets: Vec<BucketFigures>,
}

/// The answers of a day, a week or a month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TrendBucket)]
struct BucketFigures {
    /// The first day, in the time zone.
    day: String,
    /// From when on feedback counts: the beginning of the first day, or of the time that was asked for.
    from: String,
    /// Before when.
    to: String,
    /// How often the flow was shown, opened and started. Missing if nothing is counted, or a filter does not fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    counters: Option<Steps>,
    /// Feedbacks that answered the question.
    answered: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    median: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nps: Option<NpsFigures>,
    /// From 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    csat: Option<f64>,
    /// From 1 to 7.
    #[serde(skip_serializing_if = "Option::is_none")]
    ces: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<OptionFigures>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<RowFigures>,
}

/// Parts of an NPS.
#[derive(Debug, Serialize, ToSchema)]
struct NpsFigures {
    /// From -100 to 100.
    score: f64,
    /// Answers of 9 and 10.
    promoters: i64,
    /// Of 7 and 8.
    passives: i64,
    /// Of 0 to 6.
    detractors: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct OptionFigures {
    option_id: String,
    count: i64,
    /// Of those who answered the question in this time, from 0 to 1.
    share: f64,
    /// Of a ranking, 1 for the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_place: Option<f64>,
}

/// The answers to a row of a matrix.
#[derive(Debug, Serialize, ToSchema)]
struct RowFigures {
    row_id: String,
    answered: i64,
    options: Vec<OptionFigures>,
}

/// Why there is no trend.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TrendError {
    #[error("there is no such question")]
    NoQuestion,
    #[error(
        "the question has {0} options, too many for {1} buckets: choose a shorter time, or weeks or months"
    )]
    TooManyOptions(usize, usize),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Trend {
    /// Counts the answers to a question, by its id or its key, in the feedback of a flow that fits a filter, within the buckets. The
    /// texts are those of the first revision that has the question, which should be the newest.
    ///
    /// # Errors
    /// No revision has the question; it has too many options for so many buckets; the database failed.
    pub(crate) async fn load(
        store: &Store,
        counter: Option<&StepCounter>,
        filter: &FeedbackFilter,
        flows: &[Arc<LoadedFlow>],
        name: &str,
        buckets: &TrendBuckets,
    ) -> Result<Self, TrendError> {
        let (Some(newest), Some(question)) = (flows.first(), named(flows, name)) else {
            return Err(TrendError::NoQuestion);
        };
        let options = option_count(question, flows);
        if options * buckets.len() > MOST_FIGURES {
            return Err(TrendError::TooManyOptions(options, buckets.len()));
        }
        let ids = question_ids(question, flows);
        let counted = TrendCounts::load(store, filter, &ids, buckets).await?;
        let steps = steps_in_buckets(counter, store, filter, buckets).await?;
        let language = language_of(&newest.flow, None);
        let figures = buckets.iter().zip(&counted.buckets).enumerate();
        let figures = figures.map(|(position, (bucket, counts))| BucketFigures {
            counters: steps.as_ref().and_then(|steps| steps.get(position).copied()),
            ..BucketFigures::of(bucket, QuestionSummary::of(question, flows, counts, &language))
        });
        Ok(Self {
            is_complete: counted.is_complete,
            counters_unfit: unfit_filters(filter),
            buckets: figures.collect(),
            question: QuestionSummary::of(question, flows, &counted.total(), &language),
            language,
        })
    }
}

/// Returns the question with this id, or else with this key, of the newest revision that has it.
pub(super) fn named<'a>(flows: &'a [Arc<LoadedFlow>], name: &str) -> Option<&'a Question> {
    let of_id = flows.iter().find_map(|flow| flow.flow.question(name));
    let elements = flows.iter().flat_map(|flow| &flow.flow.elements);
    let mut questions = elements.filter_map(|element| element.question.as_deref());
    let of_key = || questions.find(|question| &*question.key == name);
    of_id
        .or_else(of_key)
        .filter(|question| question.answer_kind() != AnswerKind::Nothing)
}

/// Returns how many options the question and its rows have at most, in all revisions.
fn option_count(question: &Question, flows: &[Arc<LoadedFlow>]) -> usize {
    let same = flows.iter().filter_map(|flow| flow.flow.question(&question.id));
    same.map(|question| {
        let rows = question.statements.iter();
        let of_rows = rows.map(|row| question.options_of(row).len()).sum::<usize>();
        question.options.len() + of_rows
    })
    .sum()
}

impl BucketFigures {
    fn of(bucket: &TrendBucket, summary: QuestionSummary) -> Self {
        let numbers = summary.numbers.as_ref();
        let parts = |score| {
            let (promoters, detractors) = numbers?.promoters_and_detractors();
            Some(NpsFigures {
                score,
                promoters,
                passives: numbers?.count() - promoters - detractors,
                detractors,
            })
        };
        Self {
            day: bucket.day.to_string(),
            from: to_rfc3339(bucket.from),
            to: to_rfc3339(bucket.to),
            counters: None,
            answered: summary.answered,
            mean: numbers.map(super::numbers::Numbers::mean),
            median: numbers.map(super::numbers::Numbers::median),
            nps: summary.nps.and_then(parts),
            csat: summary.csat,
            ces: summary.ces,
            options: summary.options.into_iter().map(OptionFigures::from).collect(),
            rows: summary.rows.into_iter().map(RowFigures::from).collect(),
        }
    }
}

impl From<OptionSummary> for OptionFigures {
    fn from(option: OptionSummary) -> Self {
        Self {
            option_id: option.option_id,
            count: option.count,
            share: option.share,
            mean_place: option.mean_place,
        }
    }
}

impl From<RowSummary> for RowFigures {
    fn from(row: RowSummary) -> Self {
        Self {
            row_id: row.row_id,
            answered: row.answered,
            options: row.options.into_iter().map(OptionFigures::from).collect(),
        }
    }
}
