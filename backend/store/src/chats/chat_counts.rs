//! How many chats the views of the inbox have (docs/staff.md#counts).

use crate::database::QueryBuilder;
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use sqlx::FromRow;

/// Up to how many chats of a view are counted.
const MOST_COUNTED: i64 = 100;

/// The chats of these views that are open or queued, each at most 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct ChatCounts {
    pub mine: i64,
    pub mine_unanswered: i64,
    pub nobodys: i64,
    pub nobodys_unanswered: i64,
    pub all_chats: i64,
    pub all_unanswered: i64,
}

impl Store {
    /// Counts the chats of these nodes for a member of staff. Each count reads no more of an index than it counts.
    pub async fn chat_counts(&self, nodes: &NodeScope, staff: &str) -> Result<ChatCounts, StoreError> {
        let mut query = QueryBuilder::new("SELECT ");
        let views: [(Option<Option<&str>>, bool, &'static str); 6] = [
            (Some(Some(staff)), false, " AS mine, "),
            (Some(Some(staff)), true, " AS mine_unanswered, "),
            (Some(None), false, " AS nobodys, "),
            (Some(None), true, " AS nobodys_unanswered, "),
            (None, false, " AS all_chats, "),
            (None, true, " AS all_unanswered"),
        ];
        for (assigned_to, is_unanswered, name) in views {
            query.push("(SELECT COUNT(*) FROM (SELECT 1 FROM chats WHERE");
            // The words of the indexes.
            query.push(if is_unanswered {
                " waiting_since IS NOT NULL AND over_since IS NULL AND snoozed_until IS NULL"
            } else {
                " status IN ('open', 'queued')"
            });
            match assigned_to {
                Some(Some(name)) => drop(query.push(" AND assigned_to = ").push_bind(name)),
                Some(None) => drop(query.push(" AND assigned_to IS NULL")),
                None => {}
            }
            nodes.push_to(&mut query, " AND node_id");
            query.push(" LIMIT ").push_bind(MOST_COUNTED);
            query.push(") AS counted)").push(name);
        }
        Ok(query.build().fetch_one(&self.db).await?)
    }
}
