//! How often flows were shown, opened and started, without anything about anybody (docs/results.md#counters).

use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::feedback::feedback_filter::FeedbackFilter;
use crate::handle::Store;
use crate::job::{BatchedJob, JobResult, WriteError, WriteTransaction};
use crate::sweeps::SWEPT_AT_ONCE;
use base::time::{DAY, Millis};
use sqlx::FromRow;
use std::collections::BTreeMap;
use std::convert::Infallible;

/// How long counters are kept: three years, so that each month has the same one of two earlier years beside it.
const KEPT: Millis = 3 * 366 * DAY;

/// What was counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromRow)]
pub struct Counters {
    pub shown: i64,
    pub opened: i64,
    pub started: i64,
}

/// Where and when it was counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CounterPlace {
    pub flow_id: String,
    /// The beginning of a quarter of an hour. All time zones begin their days with one.
    pub begins_at: Millis,
    pub node_id: String,
    /// Empty: a link page.
    pub widget_code: String,
}

/// What a server has counted since it has last written that.
#[derive(Debug)]
pub struct CounterBatch(pub BTreeMap<CounterPlace, Counters>);

/// What was counted at a link page or a widget.
#[derive(Debug, FromRow)]
pub struct ChannelCounters {
    pub node_id: String,
    /// Empty: the link page.
    pub widget_code: String,
    #[sqlx(flatten)]
    pub counters: Counters,
}

/// What was counted within a quarter of an hour.
#[derive(FromRow)]
struct QuarterRow {
    begins_at: Millis,
    #[sqlx(flatten)]
    counters: Counters,
}

impl Counters {
    /// Adds what was counted elsewhere or later.
    pub fn add(&mut self, other: Self) {
        self.shown += other.shown;
        self.opened += other.opened;
        self.started += other.started;
    }
}

impl CounterPlace {
    /// The length of the time in which things are counted together.
    pub const QUARTER: Millis = DAY / 96;
}

impl BatchedJob for CounterBatch {
    type Reply = ();
    type Refusal = Infallible;

    /// In the order of the places, so that servers which write the same ones do not wait for each other in a circle.
    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        let mut all: BTreeMap<&CounterPlace, Counters> = BTreeMap::new();
        for (place, counters) in jobs.iter().flat_map(|Self(counted)| counted) {
            all.entry(place).or_default().add(*counters);
        }
        for (place, counters) in all {
            query(
                "INSERT INTO counters (flow_id, begins_at, node_id, widget_code, shown, opened, started)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)
                 ON CONFLICT (flow_id, begins_at, node_id, widget_code) DO UPDATE
                 SET shown = counters.shown + excluded.shown, opened = counters.opened + excluded.opened,
                     started = counters.started + excluded.started",
            )
            .bind(&place.flow_id)
            .bind(place.begins_at)
            .bind(&place.node_id)
            .bind(&place.widget_code)
            .bind(counters.shown)
            .bind(counters.opened)
            .bind(counters.started)
            .execute(transaction.connection())
            .await?;
        }
        Ok(vec![Ok(()); jobs.len()])
    }
}

impl Store {
    /// Adds what was counted to what is stored.
    pub async fn add_counters(&self, batch: CounterBatch) -> Result<(), WriteError<Infallible>> {
        self.writer.write(batch).await
    }

    /// Returns what was counted at each link page and widget, of the nodes, the flow and the time of a filter: quarters of an hour
    /// that begin in that time count.
    pub async fn channel_counters(
        &self,
        filter: &FeedbackFilter,
    ) -> Result<Vec<ChannelCounters>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT node_id, widget_code, CAST(SUM(shown) AS BIGINT) AS shown, CAST(SUM(opened) AS BIGINT) AS opened,
                    CAST(SUM(started) AS BIGINT) AS started
             FROM counters WHERE TRUE",
        );
        push_counted(filter, &mut select);
        select.push(" GROUP BY node_id, widget_code ORDER BY node_id, widget_code");
        Ok(select.build().fetch_all(&self.db).await?)
    }

    /// Returns the same for each quarter of an hour in which something was counted, by its beginning.
    pub async fn counters_by_time(
        &self,
        filter: &FeedbackFilter,
    ) -> Result<Vec<(Millis, Counters)>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT begins_at, CAST(SUM(shown) AS BIGINT) AS shown, CAST(SUM(opened) AS BIGINT) AS opened,
                    CAST(SUM(started) AS BIGINT) AS started
             FROM counters WHERE TRUE",
        );
        push_counted(filter, &mut select);
        select.push(" GROUP BY begins_at ORDER BY begins_at");
        let rows: Vec<QuarterRow> = select.build().fetch_all(&self.db).await?;
        let quarters = rows.into_iter().map(|row| (row.begins_at, row.counters));
        Ok(quarters.collect())
    }

    /// Forgets what was counted long ago.
    pub(crate) async fn remove_old_counters(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        let part = query(
            "DELETE FROM counters WHERE (flow_id, begins_at, node_id, widget_code) IN
                 (SELECT flow_id, begins_at, node_id, widget_code FROM counters WHERE begins_at <= $1 LIMIT $2)",
        );
        self.sweep(part.bind(now - KEPT).bind(SWEPT_AT_ONCE)).await
    }
}

/// Adds the conditions on the table `counters`, each beginning with ` AND `.
fn push_counted(filter: &FeedbackFilter, query: &mut QueryBuilder) {
    if let Some(flow_id) = &filter.flow_id {
        query.push(" AND flow_id = ").push_bind(flow_id);
    }
    filter.nodes.push_to(query, " AND node_id");
    if let Some(from) = filter.received.from {
        query.push(" AND begins_at >= ").push_bind(from);
    }
    if let Some(to) = filter.received.to {
        query.push(" AND begins_at < ").push_bind(to);
    }
}
