//! How many visitors share an answer, for thank-you pages (docs/api.md#live-results).

use super::indexed::answers_of;
use crate::flows::LoadedFlow;
use base::time::{Millis, now};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::{
    AnswerRow, CountKind, Counts, FeedbackFilter, FeedbackRow, FeedbackStatus, NodeScope, Store, StoreError,
    number_value,
};
use utoipa::ToSchema;

/// Fewest answers to a question of which a share is told: of fewer it would tell what single visitors have answered.
const FEWEST_ANSWERS: i64 = 20;

/// For how long counts are kept: nobody can watch what a single feedback changes.
const KEPT_FOR: Millis = 60_000;

/// Most questions whose counts are kept. Beyond that all are dropped and counted again on demand.
const MOST_KEPT: usize = 1_000;

/// How many of 100 have answered as the visitor has.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct LiveResult {
    /// The element of the thank-you page that shows it.
    element_id: String,
    /// From 1 to 100.
    agree: u8,
}

/// A node, a flow and a question.
type Key = (String, String, String);

/// The counts that were asked for last.
#[derive(Default)]
pub(crate) struct LiveResults {
    kept: Mutex<HashMap<Key, (Millis, Arc<Counts>)>>,
}

impl LiveResults {
    /// Returns the results that the thank-you pages of a feedback's flow show to its visitor.
    pub(crate) async fn of(
        &self,
        store: &Store,
        row: &FeedbackRow,
        flow: &LoadedFlow,
    ) -> Result<Vec<LiveResult>, StoreError> {
        let mut results = Vec::new();
        let answers = answers_of(row, Some(&flow.flow));
        for (element, question) in flow.flow.live_results() {
            let Some(answer) = answers.iter().find(|answer| *answer.question_id == *question.id) else {
                continue;
            };
            let key = (
                row.node_id.clone(),
                row.flow_id.clone(),
                answer.question_id.clone(),
            );
            let counts = self.counts(store, key).await?;
            if let Some(agree) = share(&counts, answer) {
                results.push(LiveResult {
                    element_id: element.id.to_string(),
                    agree,
                });
            }
        }
        Ok(results)
    }

    async fn counts(&self, store: &Store, key: Key) -> Result<Arc<Counts>, StoreError> {
        let at = now();
        if let Some(counts) = self.kept_at(&key, at) {
            return Ok(counts);
        }
        let (node_id, flow_id, question_id) = &key;
        let filter = FeedbackFilter {
            status: Some(FeedbackStatus::Complete),
            flow_id: Some(flow_id.clone()),
            ..FeedbackFilter::of(NodeScope::of(node_id))
        };
        let counts = Arc::new(store.rolled_up_question(&filter, question_id).await?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, (at, Arc::clone(&counts)));
        Ok(counts)
    }

    fn kept_at(&self, key: &Key, at: Millis) -> Option<Arc<Counts>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, counts) = kept.get(key)?;
        (at - since < KEPT_FOR).then(|| Arc::clone(counts))
    }
}

/// Returns how many of 100 have given this answer; `None` if too few have answered, or nobody of 100 so.
fn share(counts: &Counts, answer: &AnswerRow) -> Option<u8> {
    let question_id = &*answer.question_id;
    let answered = counts.count_of(CountKind::Answered, question_id, "");
    let same = match (answer.number, &answer.option_id) {
        (Some(number), _) => counts.count_of(CountKind::Number, question_id, &number_value(number)),
        (None, Some(option_id)) => counts.count_of(CountKind::Option, question_id, option_id),
        (None, None) => 0,
    };
    if answered < FEWEST_ANSWERS {
        return None;
    }
    let agree = (same * 100 + answered / 2) / answered;
    u8::try_from(agree).ok().filter(|agree| (1..=100).contains(agree))
}
