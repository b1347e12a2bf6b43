//! Reads what is known about customers (docs/api.md#customers).

use crate::records::OnceWithin;
use crate::store::database::query;
use crate::store::error::StoreError;
use crate::store::feedback::feedback_rows;
use crate::store::handle::Store;
use crate::store::visitors::customers::{CustomerRow, StoredCustomer};
use crate::time::Millis;

impl Store {
    /// Returns a customer of a node; `None` if the node has none with this id.
    ///
    /// # Errors
    /// The database failed, or contains fields that cannot be read.
    pub(crate) async fn customer(
        &self,
        id: &str,
        node_id: &str,
    ) -> Result<Option<StoredCustomer>, StoreError> {
        let row: Option<CustomerRow> =
            query("SELECT id, claimed, proven, proven_until FROM customers WHERE id = $1 AND node_id = $2")
                .bind(id)
                .bind(node_id)
                .fetch_optional(&self.db)
                .await?;
        row.map(CustomerRow::read).transpose()
    }

    /// Returns a customer of a node if a device has it.
    ///
    /// # Errors
    /// The database failed, or contains fields that cannot be read.
    pub(crate) async fn customer_of_device(
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

    /// Returns whether a verified customer has completed a feedback of a node within a period.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn has_complete_of_customer(
        &self,
        customer: &str,
        node_id: &str,
        once_within: OnceWithin,
        moment: Millis,
    ) -> Result<bool, StoreError> {
        feedback_rows::has_complete_of_customer(&self.db, customer, node_id, once_within.since(moment)).await
    }
}
