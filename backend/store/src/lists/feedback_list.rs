//! The lists of feedback for staff, the newest first (docs/results.md#lists).

use crate::database::{Db, QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::feedback::feedback_filter::FeedbackFilter;
use crate::feedback::feedback_rows::FeedbackRow;
use crate::handle::Store;
use crate::lists::feedback_search::FeedbackSearch;
use crate::results::index_progress::index_state;
use crate::tags::tags_of;

/// Most feedbacks that are looked at for one part of a list, where no index serves all conditions: so each part takes a bounded
/// time, and may have fewer items than it could.
pub(crate) const MOST_LOOKED_AT: u32 = 10_000;

/// How many times the length of the part are looked at first, and then: mostly they are enough, and what is looked at in vain
/// costs little beside what follows.
const FIRST_LOOKS: [u32; 2] = [2, 20];

/// Most bytes of the texts in one part of a list, but that a feedback may have more by itself: so each part takes a bounded memory.
const MOST_BYTES: i64 = 2 * 1024 * 1024;

/// A part of a list.
#[derive(Debug)]
pub struct FeedbackPart<C> {
    pub rows: Vec<FeedbackRow>,
    /// Set where not all feedback was looked at: from here on the list continues, whether or not there are rows.
    pub looked_at_until: Option<C>,
}

const SELECT: &str = "SELECT seq, id, status, device_id, node_id, flow_id, flow_revision, user_id, language_id,
         origin_url, created_at, created_offline, time_spent_in_seconds, received_at, updated_at, completed_at,
         responses, customer, customer_verified, attributes_verified, tracking, state_times_in_ms, reference, scores, review
     FROM feedbacks WHERE ";

/// The bytes of a feedback's texts that visitors choose the length of.
pub(crate) const TEXT_BYTES: &str =
    "CAST(OCTET_LENGTH(feedbacks.responses) + COALESCE(OCTET_LENGTH(feedbacks.customer), 0)
     + COALESCE(OCTET_LENGTH(feedbacks.tracking), 0) AS BIGINT)";

impl Store {
    /// Returns a feedback; `None` if there is none with this id.
    pub async fn feedback(&self, id: &str) -> Result<Option<FeedbackRow>, StoreError> {
        let mut select = QueryBuilder::new(SELECT);
        select.push("id = ").push_bind(id);
        let mut row: Option<FeedbackRow> = select.build().fetch_optional(&self.db).await?;
        if let Some(row) = &mut row {
            row.tags = self.tags_of_feedback(id).await?;
        }
        Ok(row)
    }

    /// Returns the node of a feedback; `None` if there is none with this id.
    pub async fn node_id_of_feedback(&self, id: &str) -> Result<Option<String>, StoreError> {
        let node_id = query("SELECT node_id FROM feedbacks WHERE id = $1").bind(id);
        Ok(node_id.scalar_optional(&self.db).await?)
    }

    /// Returns at most `limit` feedbacks that were first stored before number `before`, the newest first.
    pub async fn newest_feedbacks(
        &self,
        filter: &FeedbackFilter,
        before: Option<i64>,
        limit: u32,
    ) -> Result<FeedbackPart<i64>, StoreError> {
        let is_postgres = matches!(self.db, Db::Pg(..));
        let mut snapshot = self.db.begin_snapshot().await?;
        let index = index_state(&mut snapshot).await?;
        let search = FeedbackSearch::choose(filter, &index, before, is_postgres, &mut snapshot).await?;
        let has_only = search.has_only();
        let looks = if has_only { vec![limit] } else { looks(limit) };
        let mut found: Vec<(i64, i64)> = Vec::new();
        let mut looked_at_until = None;
        for looked_at in looks {
            let mut select = QueryBuilder::new("SELECT DISTINCT feedbacks.seq, ");
            select.push(TEXT_BYTES);
            search.push_found(&mut select, looked_at, limit);
            found = select.build().fetch_all(&mut snapshot).await?;
            looked_at_until = None;
            if has_only || found.len() == limit as usize {
                break;
            }
            looked_at_until = search.looked_at(looked_at, &mut snapshot).await?.until;
            if looked_at_until.is_none() {
                break;
            }
        }
        let fitting = fitting(found.iter().map(|(_, bytes)| *bytes));
        if fitting < found.len() {
            found.truncate(fitting);
            looked_at_until = found.last().map(|(seq, _)| *seq);
        }
        let seqs: Vec<i64> = found.into_iter().map(|(seq, _)| seq).collect();
        let rows = rows_of(&mut snapshot, &seqs, " ORDER BY seq DESC").await?;
        snapshot.commit().await?;
        Ok(FeedbackPart {
            rows,
            looked_at_until,
        })
    }
}

/// Returns how many feedbacks are looked at, one number after the other, until a part has its length.
fn looks(limit: u32) -> Vec<u32> {
    let most = limit.max(MOST_LOOKED_AT);
    let first = FIRST_LOOKS.into_iter().map(|times| limit.saturating_mul(times));
    first.filter(|look| *look < most).chain([most]).collect()
}

/// Returns how many of these feedbacks, by their bytes, are read for one part: at least one.
pub(crate) fn fitting(bytes: impl Iterator<Item = i64>) -> usize {
    let mut total = 0;
    bytes
        .take_while(|bytes| {
            let is_first = total == 0;
            total += bytes;
            is_first || total <= MOST_BYTES
        })
        .count()
}

/// Reads feedback by its numbers.
pub(crate) async fn rows_of(
    snapshot: &mut Transaction,
    seqs: &[i64],
    order: &'static str,
) -> Result<Vec<FeedbackRow>, StoreError> {
    if seqs.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = QueryBuilder::new(SELECT);
    select.push("seq IN (");
    select.push_values(seqs, |row, seq| row.push_bind(*seq));
    select.push(")").push(order);
    let mut rows: Vec<FeedbackRow> = select.build().fetch_all(&mut *snapshot).await?;
    let mut tags = tags_of(snapshot, rows.iter().map(|row| row.id.as_str())).await?;
    for row in &mut rows {
        row.tags = tags.remove(&row.id).unwrap_or_default();
    }
    Ok(rows)
}
