//! What staff read beside the inbox: acts, blocked devices, canned replies, and how chats stand.

use crate::blocks::blocked_addresses::{self, BlockedAddressRow};
use crate::blocks::blocked_devices::{BlockedDeviceRow, blocked_among};
use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use crate::staff::canned_replies::CannedReply;
use crate::staff::staff_acts::{StaffChatState, select_staff_chat_state};
use crate::staff_audit::{AuditFilter, AuditRow};
use base::time::Millis;
use sqlx::FromRow;
use std::collections::HashMap;

/// Where the feedback of a chat came from.
#[derive(Debug, FromRow)]
pub struct ChatSender {
    pub node_id: String,
    pub device_id: String,
    /// `None` where the address says nothing about the client.
    pub address_hash: Option<String>,
}

impl Store {
    /// Returns at most `limit` acts that were done before number `before`, the newest first.
    pub async fn staff_audit(
        &self,
        filter: AuditFilter<'_>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<AuditRow>, StoreError> {
        let mut query = QueryBuilder::new(
            "SELECT seq, at, staff, act, node_id, feedback_id, subject FROM staff_audit WHERE ",
        );
        query.push("seq < ").push_bind(before.unwrap_or(i64::MAX));
        filter.nodes.push_to(&mut query, " AND node_id");
        if let Some(feedback_id) = filter.feedback_id {
            query.push(" AND feedback_id = ").push_bind(feedback_id);
        }
        if let Some(staff) = filter.staff {
            query.push(" AND staff = ").push_bind(staff);
        }
        if let Some(act) = filter.act {
            query.push(" AND act = ").push_bind(act);
        }
        query
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }

    /// Returns the nodes of those of these chats that there are.
    pub async fn nodes_of_chats(
        &self,
        feedback_ids: &[String],
    ) -> Result<HashMap<String, String>, StoreError> {
        let mut query = QueryBuilder::new("SELECT feedback_id, node_id FROM chats WHERE feedback_id IN (");
        query.push_texts(feedback_ids).push(")");
        let rows: Vec<(String, String)> = query.build().fetch_all(&self.db).await?;
        Ok(rows.into_iter().collect())
    }

    /// Returns a chat as staff have it; `None` if there is no such chat.
    pub async fn staff_chat_state(&self, feedback_id: &str) -> Result<Option<StaffChatState>, StoreError> {
        Ok(select_staff_chat_state(feedback_id)
            .fetch_optional(&self.db)
            .await?)
    }

    /// Returns whether a device is blocked at a node.
    pub async fn is_device_blocked(&self, node_id: &str, device_hash: &str) -> Result<bool, StoreError> {
        Ok(!blocked_among(&self.db, &[(node_id, device_hash)])
            .await?
            .is_empty())
    }

    /// Returns at most `limit` blocked devices that were blocked before number `before`, the newest first; with a hash only
    /// that device.
    pub async fn blocked_devices(
        &self,
        nodes: &NodeScope,
        device_hash: Option<&str>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<BlockedDeviceRow>, StoreError> {
        let mut query = QueryBuilder::new(
            "SELECT seq, node_id, device_hash, blocked_by, blocked_at FROM blocked_devices WHERE ",
        );
        query.push("seq < ").push_bind(before.unwrap_or(i64::MAX));
        nodes.push_to(&mut query, " AND node_id");
        if let Some(device_hash) = device_hash {
            query.push(" AND device_hash = ").push_bind(device_hash);
        }
        query
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }

    /// Returns whether an address is blocked at a node.
    pub async fn is_address_blocked(
        &self,
        node_id: &str,
        address_hash: &str,
        at: Millis,
    ) -> Result<bool, StoreError> {
        let blocked = blocked_addresses::blocked_among(&self.db, &[(node_id, address_hash)], at).await?;
        Ok(!blocked.is_empty())
    }

    /// Returns at most `limit` addresses that are blocked at a moment and were before number `before`, the newest first; with a
    /// hash only that address.
    pub async fn blocked_addresses(
        &self,
        nodes: &NodeScope,
        address_hash: Option<&str>,
        (before, limit): (Option<i64>, u32),
        at: Millis,
    ) -> Result<Vec<BlockedAddressRow>, StoreError> {
        let mut query = QueryBuilder::new(
            "SELECT seq, node_id, address_hash, blocked_by, blocked_at, ends_at FROM blocked_addresses WHERE ends_at > ",
        );
        query.push_bind(at);
        query.push(" AND seq < ").push_bind(before.unwrap_or(i64::MAX));
        nodes.push_to(&mut query, " AND node_id");
        if let Some(address_hash) = address_hash {
            query.push(" AND address_hash = ").push_bind(address_hash);
        }
        query
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }

    /// Returns a canned reply; `None` if there is none with this id.
    pub async fn canned_reply(&self, id: &str) -> Result<Option<CannedReply>, StoreError> {
        let reply = query(
            "SELECT id, node_id, title, body, updated_by, updated_at FROM canned_replies WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(&self.db)
        .await?;
        Ok(reply)
    }

    /// Returns at most `limit` canned replies that are for these nodes or for all, by their ids, after one of them.
    pub async fn canned_replies(
        &self,
        nodes: &NodeScope,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<CannedReply>, StoreError> {
        let mut query = QueryBuilder::new(
            "SELECT id, node_id, title, body, updated_by, updated_at FROM canned_replies
             WHERE (node_id IS NULL",
        );
        match nodes {
            NodeScope::All => query.push(" OR node_id IS NOT NULL"),
            NodeScope::Only(_) => {
                query.push(" OR (node_id IS NOT NULL");
                nodes.push_to(&mut query, " AND node_id");
                query.push(")")
            }
        };
        query.push(") AND id > ").push_bind(after.unwrap_or(""));
        query.push(" ORDER BY id LIMIT ").push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }

    /// Returns where a chat's feedback came from; `None` if there is no such chat.
    pub async fn sender_of_chat(&self, feedback_id: &str) -> Result<Option<ChatSender>, StoreError> {
        let sender = query(
            "SELECT chats.node_id, device_id, address_hash FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id
             WHERE chats.feedback_id = $1",
        )
        .bind(feedback_id)
        .fetch_optional(&self.db)
        .await?;
        Ok(sender)
    }
}
