//! The tags of feedback, which its chat has as well (docs/staff.md#tags).

use crate::database::{Executor, QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use sqlx::FromRow;
use std::collections::{BTreeSet, HashMap};

/// Up to how many feedbacks with a tag are counted.
pub const MOST_COUNTED: i64 = 1_000;

/// A tag of a node.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct KnownTag {
    pub tag: String,
    /// How many feedbacks have it, at most [`MOST_COUNTED`].
    pub count: i64,
}

/// Returns the tags of these feedbacks, by their ids, each in alphabetical order. Those without are left out.
pub(crate) async fn tags_of<'e>(
    executor: impl Into<Executor<'e>>,
    feedback_ids: impl IntoIterator<Item = &str>,
) -> Result<HashMap<String, Vec<String>>, StoreError> {
    let ids: BTreeSet<&str> = feedback_ids.into_iter().collect();
    let mut by_feedback: HashMap<String, Vec<String>> = HashMap::new();
    if ids.is_empty() {
        return Ok(by_feedback);
    }
    let mut select = QueryBuilder::new(
        "SELECT feedbacks.id, tag FROM feedbacks JOIN feedback_tags ON feedback_seq = feedbacks.seq WHERE feedbacks.id IN (",
    );
    select.push_values(ids, |row, id| row.push_bind(id.to_owned()));
    select.push(") ORDER BY tag");
    let rows: Vec<(String, String)> = select.build().fetch_all(executor).await?;
    for (id, tag) in rows {
        by_feedback.entry(id).or_default().push(tag);
    }
    Ok(by_feedback)
}

impl Store {
    /// Returns the tags of a feedback, in alphabetical order.
    pub async fn tags_of_feedback(&self, feedback_id: &str) -> Result<Vec<String>, StoreError> {
        let mut tags = tags_of(&self.db, [feedback_id]).await?;
        Ok(tags.remove(feedback_id).unwrap_or_default())
    }

    /// Returns at most `limit` tags of a node after one of them, in alphabetical order.
    pub async fn known_tags(
        &self,
        node_id: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<KnownTag>, StoreError> {
        // Goes from one tag to the next in the index: a tag that very many feedbacks have takes no longer.
        let tags = query(
            "WITH RECURSIVE known (tag) AS (
                 SELECT MIN(tag) FROM feedback_tags WHERE node_id = $1 AND tag > $2
                 UNION ALL
                 SELECT (SELECT MIN(tag) FROM feedback_tags WHERE node_id = $1 AND tag > known.tag)
                 FROM known WHERE known.tag IS NOT NULL
             ), listed AS (SELECT tag FROM known WHERE tag IS NOT NULL LIMIT $3)
             SELECT tag, (SELECT COUNT(*) FROM (SELECT 1 FROM feedback_tags
                 WHERE node_id = $1 AND feedback_tags.tag = listed.tag LIMIT $4) AS counted) AS count
             FROM listed ORDER BY tag",
        )
        .bind(node_id)
        .bind(after.unwrap_or_default())
        .bind(i64::from(limit))
        .bind(MOST_COUNTED);
        Ok(tags.fetch_all(&self.db).await?)
    }
}
