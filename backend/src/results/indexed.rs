//! Turns a feedback into what the index holds of it (docs/results.md#index).

use crate::flows::LoadedFlow;
use crate::staff::DeviceHashes;
use base::folding::folded;
use base::time::DAY;
use engine::{AnswerKind, Flow, ResponseItem};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeSet;
use store::{AnswerRow, FeedbackRow, IndexedFeedback, ResultGroup, Scores, StateTimes, Term};

/// Most bytes of the texts of a feedback that are searched. PostgreSQL indexes no more than a MiB of words with their places,
/// which take up to three times the bytes of the text.
const SEARCHED_BYTES: usize = 256 * 1024;

/// The fields of a customer that find their feedback.
const CUSTOMER_FIELDS: [&str; 3] = ["email", "phone_number", "external_id"];

/// Returns what the index holds of a feedback. Of a flow that is missing or cannot be read, only ids are known.
pub(super) fn indexed(
    row: &FeedbackRow,
    flow: Option<&LoadedFlow>,
    hashes: &DeviceHashes,
) -> IndexedFeedback {
    let answers = answers_of(row, flow.map(|flow| &*flow.flow));
    IndexedFeedback {
        seq: row.seq,
        group: ResultGroup {
            flow_id: row.flow_id.clone(),
            node_id: row.node_id.clone(),
            flow_revision: row.flow_revision,
            language_id: row.language_id.clone().unwrap_or_default(),
            status: row.status,
            customer_verified: row.customer_verified,
        },
        day: row.received_at.div_euclid(DAY),
        time_spent_in_seconds: row.time_spent_in_seconds,
        state_times: StateTimes::from_json(row.state_times_in_ms.as_deref()),
        scores: Scores::from_json(row.scores.as_deref()),
        words: words(&answers),
        terms: terms(row, hashes),
        answers,
    }
}

/// Returns the answers of a feedback, in their order.
pub(super) fn answers_of(row: &FeedbackRow, flow: Option<&Flow>) -> Vec<AnswerRow> {
    // What is stored is JSON; what somebody has written there by hand must not stop the index.
    let items: Vec<ResponseItem> = serde_json::from_str(&row.responses).unwrap_or_default();
    let items = (0..).zip(&items);
    items.map(|(at, item)| answer(at, item, flow)).collect()
}

fn answer(at: i64, item: &ResponseItem, flow: Option<&Flow>) -> AnswerRow {
    let element = flow.and_then(|flow| flow.element(flow.element_of_response(&item.question_id)?));
    let state = element.and_then(|element| flow?.state(element.state));
    let question = element.and_then(|element| element.question.as_deref());
    let is_row = question.is_some_and(|question| *question.id != *item.question_id);
    let number = question
        .filter(|question| question.answer_kind() == AnswerKind::Number)
        .and_then(|_| item.body.as_deref()?.parse::<f64>().ok())
        .filter(|number| number.is_finite());
    AnswerRow {
        item: at,
        state_id: state.map(|state| state.id.to_string()),
        question_id: item.question_id.clone(),
        matrix_id: question
            .filter(|_| is_row)
            .map(|question| question.id.to_string()),
        option_id: item.option_id.clone(),
        ranking: item.ranking.map(i64::from),
        text: item.body.clone().filter(|_| number.is_none()),
        number,
    }
}

fn words(answers: &[AnswerRow]) -> Option<String> {
    let texts: Vec<&str> = answers
        .iter()
        .filter_map(|answer| answer.text.as_deref())
        .collect();
    (!texts.is_empty()).then(|| {
        // Folding makes some letters longer.
        let mut words = folded(&texts.join("\n")).into_owned();
        words.truncate(words.floor_char_boundary(SEARCHED_BYTES));
        words
    })
}

fn terms(row: &FeedbackRow, hashes: &DeviceHashes) -> BTreeSet<String> {
    let customer: Option<Value> = row
        .customer
        .as_deref()
        .and_then(|json| serde_json::from_str(json).ok());
    let fields = CUSTOMER_FIELDS
        .iter()
        .filter_map(|field| text_of(customer.as_ref()?.get(field)?));
    let fields = fields.filter(|value| !value.trim().is_empty());
    let mut terms: BTreeSet<String> = fields.map(|value| Term::Customer(&value).text()).collect();
    terms.insert(Term::Device(&hashes.hash(&row.device_id)).text());
    terms
}

/// Hosts may have ids that are numbers.
fn text_of(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Number(number) => Some(number.to_string().into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searched_text_is_bounded_like_stored_text() {
        let answer = AnswerRow {
            item: 0,
            state_id: None,
            question_id: "why".into(),
            matrix_id: None,
            option_id: None,
            ranking: None,
            // Three bytes, of which folding makes four.
            text: Some("ⅷ".repeat(SEARCHED_BYTES / 3)),
            number: None,
        };
        let words = words(&[answer]).unwrap();
        assert_eq!(words.len(), SEARCHED_BYTES);
        assert!(words.starts_with("viiiviii"));
    }
}
