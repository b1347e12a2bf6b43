//! Reads what is known about customers (docs/api.md#customers).

use crate::database::query;
use crate::error::StoreError;
use crate::feedback::feedback_rows;
use crate::handle::Store;
use crate::visitors::customers::{CustomerRow, StoredCustomer};
use base::records::OnceWithin;
use base::time::Millis;

const LAST_OF_DEVICE: &str = "SELECT MAX(completed_at) FROM feedbacks
     WHERE device_id = $1 AND node_id = $2 AND status = 'complete' AND completed_at > $3";

const LAST_OF_CUSTOMER: &str = "SELECT MAX(completed_at) FROM feedbacks
     WHERE verified_customer = $1 AND node_id = $2 AND status = 'complete' AND completed_at > $3";

impl Store {
    /// Returns a customer of a node; `None` if the node has none with this id.
    pub async fn customer(&self, id: &str, node_id: &str) -> Result<Option<StoredCustomer>, StoreError> {
        let row: Option<CustomerRow> =
            query("SELECT id, claimed, proven, proven_until FROM customers WHERE id = $1 AND node_id = $2")
                .bind(id)
                .bind(node_id)
                .fetch_optional(&self.db)
                .await?;
        row.map(CustomerRow::read).transpose()
    }

    /// Returns a customer of a node if a device has it.
    pub async fn customer_of_device(
        &self,
        id: &str,
        node_id: &str,
        device_id: &str,
    ) -> Result<Option<StoredCustomer>, StoreError> {
        let row: Option<CustomerRow> = CustomerRow::of_device(id, node_id, device_id)
            .fetch_optional(&self.db)
            .await?;
        row.map(CustomerRow::read).transpose()
    }

    /// Returns when a device, or a verified customer on any device, has last completed a feedback of a node within a period;
    /// `None` if neither has.
    pub async fn last_complete(
        &self,
        device_id: Option<&str>,
        customer: Option<&str>,
        node_id: &str,
        since: Millis,
    ) -> Result<Option<Millis>, StoreError> {
        let mut last = None;
        for (statement, sender) in [(LAST_OF_DEVICE, device_id), (LAST_OF_CUSTOMER, customer)] {
            if let Some(sender) = sender {
                let completed: Option<Millis> = query(statement)
                    .bind(sender)
                    .bind(node_id)
                    .bind(since)
                    .scalar(&self.db)
                    .await?;
                last = last.max(completed);
            }
        }
        Ok(last)
    }

    /// Returns whether a verified customer has completed a feedback of a node within a period.
    pub async fn has_complete_of_customer(
        &self,
        customer: &str,
        node_id: &str,
        once_within: OnceWithin,
        moment: Millis,
    ) -> Result<bool, StoreError> {
        feedback_rows::has_complete_of_customer(&self.db, customer, node_id, once_within.since(moment)).await
    }
}
