//! The past of a demo, as `examples/demo/story.mjs` writes it.

use base::time::Millis;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use store::ReviewState;

/// All of it. Times are in milliseconds since 1970.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Story {
    /// The ids of all nodes of the demo.
    pub(super) nodes: BTreeSet<String>,
    /// The ids of all flows of the demo.
    pub(super) flows: BTreeSet<String>,
    pub(super) counters: Vec<PastCounters>,
    /// In the order of their times.
    pub(super) feedbacks: Vec<PastFeedback>,
}

/// How often a flow was shown, opened and started within a quarter of an hour.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PastCounters {
    pub(super) begins_at: Millis,
    pub(super) node_id: String,
    pub(super) flow_id: String,
    /// Empty: the link page.
    pub(super) widget_code: String,
    pub(super) shown: i64,
    pub(super) opened: i64,
    pub(super) started: i64,
}

/// A feedback, and what staff have done with it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PastFeedback {
    pub(super) at: Millis,
    #[serde(default)]
    pub(super) is_partial: bool,
    /// The body of `POST /v1/feedbacks`.
    pub(super) body: Box<RawValue>,
    pub(super) review: Option<ReviewState>,
    #[serde(default)]
    pub(super) tags: Vec<String>,
    pub(super) note: Option<String>,
    pub(super) chat: Option<PastChat>,
}

/// The chat that begins with a feedback.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PastChat {
    /// Whether it waits for staff to accept it.
    #[serde(default)]
    pub(super) is_queued: bool,
    pub(super) steps: Vec<PastStep>,
}

/// What happens in a chat.
#[derive(Deserialize)]
pub(super) struct PastStep {
    pub(super) at: Millis,
    #[serde(flatten)]
    pub(super) act: PastAct,
}

/// What the customer or staff do.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PastAct {
    Customer(String),
    Reply(String),
    Note(String),
    /// Gives it to a member of staff.
    Assign(String),
    Close {},
    Snooze {
        until: Millis,
    },
    /// 0, 50 or 100.
    Rate(i64),
}
