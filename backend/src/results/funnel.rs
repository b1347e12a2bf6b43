//! How often a flow was shown, opened and started, beside what was answered (docs/results.md#counters).

use super::trend_buckets::TrendBuckets;
use crate::counters::StepCounter;
use serde::Serialize;
use store::{Counters, FeedbackFilter, Store, StoreError};
use tracing::warn;
use utoipa::ToSchema;

/// The steps of visitors before there is feedback.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Funnel {
    /// Null if a filter does not fit, or the server does not count.
    #[schema(required = true)]
    counters: Option<FlowCounters>,
    /// The filters that do not fit: nothing that is counted has what they ask for.
    counters_unfit: Vec<&'static str>,
}

/// How often a flow was shown, opened and started.
#[derive(Debug, Serialize, ToSchema)]
struct FlowCounters {
    #[serde(flatten)]
    steps: Steps,
    /// The same for each link page and each widget at which something was counted.
    channels: Vec<ChannelSteps>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ChannelSteps {
    node_id: String,
    /// Null: the link page of the node.
    #[schema(required = true)]
    widget_code: Option<String>,
    #[serde(flatten)]
    steps: Steps,
}

/// How many steps of a kind visitors have made.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = CountedSteps)]
pub(super) struct Steps {
    /// Widgets that were shown on a page, if only their launcher, and link pages that were opened.
    shown: i64,
    /// Flows that were seen from their beginning.
    opened: i64,
    /// Of those, how many got an answer.
    started: i64,
}

impl Funnel {
    /// Reads what was counted at the nodes and in the time of a filter.
    pub(crate) async fn load(
        counter: Option<&StepCounter>,
        store: &Store,
        filter: &FeedbackFilter,
    ) -> Result<Self, StoreError> {
        let counters_unfit = unfit_filters(filter);
        let counters = if is_readable(counter, &counters_unfit).await {
            Some(FlowCounters::load(store, filter).await?)
        } else {
            None
        };
        Ok(Self {
            counters,
            counters_unfit,
        })
    }
}

impl FlowCounters {
    async fn load(store: &Store, filter: &FeedbackFilter) -> Result<Self, StoreError> {
        let channels = store.channel_counters(filter).await?;
        let mut total = Counters::default();
        for channel in &channels {
            total.add(channel.counters);
        }
        Ok(Self {
            steps: total.into(),
            channels: channels
                .into_iter()
                .map(|channel| ChannelSteps {
                    node_id: channel.node_id,
                    widget_code: Some(channel.widget_code).filter(|code| !code.is_empty()),
                    steps: channel.counters.into(),
                })
                .collect(),
        })
    }
}

/// Returns what was counted in each bucket; `None` if a filter does not fit, or the server does not count.
pub(super) async fn steps_in_buckets(
    counter: Option<&StepCounter>,
    store: &Store,
    filter: &FeedbackFilter,
    buckets: &TrendBuckets,
) -> Result<Option<Vec<Steps>>, StoreError> {
    if !is_readable(counter, &unfit_filters(filter)).await {
        return Ok(None);
    }
    let filter = FeedbackFilter {
        received: buckets.range(),
        ..filter.clone()
    };
    let mut counted = vec![Counters::default(); buckets.len()];
    for (begins_at, counters) in store.counters_by_time(&filter).await? {
        if let Some(bucket) = counted.get_mut(buckets.position(begins_at)) {
            bucket.add(counters);
        }
    }
    Ok(Some(counted.into_iter().map(Steps::from).collect()))
}

/// Returns which parts of a filter are about feedback, by their names in queries: what is counted has a flow, a node and a time.
pub(super) fn unfit_filters(filter: &FeedbackFilter) -> Vec<&'static str> {
    let FeedbackFilter {
        nodes: _,
        flow_id: _,
        received: _,
        status,
        flow_revision,
        language_id,
        created,
        device_hash,
        customers,
        is_verified,
        reference,
        answer,
        words,
        review,
        tag,
    } = filter;
    let given = [
        ("status", status.is_some()),
        ("flow_revision", flow_revision.is_some()),
        ("language_id", language_id.is_some()),
        ("created_from", created.from.is_some()),
        ("created_to", created.to.is_some()),
        ("device_id", device_hash.is_some()),
        ("customer", !customers.is_empty()),
        ("verified", is_verified.is_some()),
        ("reference", reference.is_some()),
        ("question_id", answer.is_some()),
        ("text", words.is_some()),
        ("review", review.is_some()),
        ("tag", tag.is_some()),
    ];
    let given = given.into_iter().filter(|(_, is_given)| *is_given);
    given.map(|(name, _)| name).collect()
}

/// Returns whether there are counters to read, and writes before what this server has counted.
async fn is_readable(counter: Option<&StepCounter>, unfit: &[&str]) -> bool {
    let Some(counter) = counter.filter(|_| unfit.is_empty()) else {
        return false;
    };
    if let Err(error) = counter.flush().await {
        warn!(%error, "the newest counters are not in the results yet");
    }
    true
}

impl From<Counters> for Steps {
    fn from(counters: Counters) -> Self {
        Self {
            shown: counters.shown,
            opened: counters.opened,
            started: counters.started,
        }
    }
}
