//! Customers by the id that their host gives them. They are not looked up by it, so there is no index: they are looked at one after
//! the other.

use crate::database::{Executor, QueryBuilder};
use crate::error::StoreError;
use crate::node_scope::NodeScope;
use serde_json::Value;
use sqlx::FromRow;

/// How many are looked at in one part.
const AT_ONCE: u32 = 500;

/// A customer, as far as it decides what belongs to them.
#[derive(FromRow)]
pub(super) struct CustomerRow {
    pub(super) id: String,
    claimed: String,
    proven: Option<String>,
}

impl CustomerRow {
    /// Returns the JSON objects of what is claimed and what is proven.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        [Some(self.claimed.as_str()), self.proven.as_deref()]
            .into_iter()
            .flatten()
    }

    /// Returns whether the customer has an external id, as a claim or proven.
    pub(super) fn is_called(&self, external_id: &str) -> bool {
        self.texts().any(|text| {
            let fields: Value = serde_json::from_str(text).unwrap_or_default();
            match fields.get("external_id") {
                Some(Value::String(id)) => id == external_id,
                Some(Value::Number(id)) => id.to_string() == external_id,
                _ => false,
            }
        })
    }
}

/// Returns the next customers of these nodes after one, by their ids.
pub(super) async fn after(
    executor: impl Into<Executor<'_>>,
    cursor: &str,
    nodes: &NodeScope,
) -> Result<Vec<CustomerRow>, StoreError> {
    let mut select = QueryBuilder::new("SELECT id, claimed, proven FROM customers WHERE id > ");
    select.push_bind(cursor);
    nodes.push_to(&mut select, " AND node_id");
    select.push(" ORDER BY id LIMIT ").push_bind(AT_ONCE);
    Ok(select.build().fetch_all(executor).await?)
}
