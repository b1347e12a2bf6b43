//! Reads of orders to erase, of what decides them, and of what nodes keep for some days only.

use super::requests::{self, Erasure, ErasureSubject};
use crate::database::{QueryBuilder, query};
use crate::error::{StoreError, parse_document};
use crate::handle::Store;
use crate::node_scope::NodeScope;
use base::records::Retention;
use base::time::Millis;
use serde::Deserialize;
use sqlx::FromRow;

/// An order's place among the others.
#[derive(Debug, Clone, Default, PartialEq, Eq, FromRow)]
pub struct ErasurePlace {
    pub requested_at: Millis,
    pub id: String,
}

impl Store {
    /// Returns an order; `None` if there is none with this id.
    pub async fn erasure(&self, id: &str) -> Result<Option<Erasure>, StoreError> {
        requests::load(&self.db, id).await
    }

    /// Returns at most 100 orders that are not carried out to their end, the earliest first, after one.
    pub async fn unfinished_erasures(&self, after: &ErasurePlace) -> Result<Vec<ErasurePlace>, StoreError> {
        let orders = query(
            "SELECT requested_at, id FROM erasures WHERE wiped_at IS NULL AND (requested_at, id) > ($1, $2)
             ORDER BY requested_at, id LIMIT 100",
        )
        .bind(after.requested_at)
        .bind(&after.id)
        .fetch_all(&self.db)
        .await?;
        Ok(orders)
    }

    /// Returns the same order, if it is not carried out yet.
    pub async fn erasure_under_way(
        &self,
        subject: &ErasureSubject,
        nodes: &NodeScope,
    ) -> Result<Option<String>, StoreError> {
        requests::under_way(&self.db, subject, nodes).await
    }

    /// Returns the last order that was about a feedback.
    pub async fn erasure_of_feedback(&self, feedback_id: &str) -> Result<Option<Erasure>, StoreError> {
        let id: Option<String> = query(
            "SELECT id FROM erasures WHERE kind = 'feedback' AND subject = $1 ORDER BY requested_at DESC, id DESC LIMIT 1",
        )
        .bind(feedback_id)
        .scalar_optional(&self.db)
        .await?;
        match id {
            Some(id) => self.erasure(&id).await,
            None => Ok(None),
        }
    }

    /// Returns whether one of these nodes has a customer, or a feedback that names them.
    pub async fn knows_customer(&self, id: &str, nodes: &NodeScope) -> Result<bool, StoreError> {
        let mut select = QueryBuilder::new("SELECT EXISTS (SELECT 1 FROM customers WHERE id = ");
        select.push_bind(id);
        nodes.push_to(&mut select, " AND node_id");
        select
            .push(") OR EXISTS (SELECT 1 FROM feedbacks WHERE customer_id = ")
            .push_bind(id);
        nodes.push_to(&mut select, " AND node_id");
        select.push(")");
        Ok(select.build().scalar(&self.db).await?)
    }

    /// Returns the node of a customer; `None` if there is no such customer.
    pub async fn node_id_of_customer(&self, id: &str) -> Result<Option<String>, StoreError> {
        let node_id = query("SELECT node_id FROM customers WHERE id = $1")
            .bind(id)
            .scalar_optional(&self.db)
            .await?;
        Ok(node_id)
    }

    /// Returns the nodes that keep something for some days only.
    pub async fn retentions(&self) -> Result<Vec<(String, Retention)>, StoreError> {
        #[derive(Deserialize)]
        struct RetentionMember {
            #[serde(default)]
            retention: Retention,
        }
        let records: Vec<(String, String)> =
            query("SELECT id, record FROM nodes WHERE record LIKE '%\"retention\"%' ORDER BY id")
                .fetch_all(&self.db)
                .await?;
        let read = |(id, record): (String, String)| {
            let member: RetentionMember = parse_document(&record, || format!("the node `{id}`"))?;
            Ok((id, member.retention))
        };
        records.into_iter().map(read).collect()
    }
}
