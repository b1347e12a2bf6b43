//! Customers: ids that the server hands out, each bound to the device that asked for it.

use super::{Store, WriteError};
use crate::time::Millis;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

/// A customer about whom nothing is known but the device.
#[derive(Debug)]
pub(super) struct NewCustomer {
    id: String,
    node_id: String,
    device_id: Option<String>,
    created_at: Millis,
}

impl Store {
    /// Stores a new customer and returns after the commit.
    ///
    /// # Errors
    /// The queue is full, the server is stopping, or the database failed.
    pub(crate) async fn add_customer(
        &self,
        id: String,
        node_id: String,
        device_id: Option<String>,
    ) -> Result<(), WriteError> {
        let created_at = crate::time::now();
        self.writer
            .customer(NewCustomer {
                id,
                node_id,
                device_id,
                created_at,
            })
            .await
    }
}

pub(super) async fn write(
    transaction: &mut SqliteConnection,
    customers: &[NewCustomer],
) -> Result<(), sqlx::Error> {
    if customers.is_empty() {
        return Ok(());
    }
    let mut insert =
        QueryBuilder::<Sqlite>::new("INSERT INTO customers (id, node_id, device_id, created_at) ");
    insert.push_values(customers, |mut row, customer| {
        row.push_bind(customer.id.clone());
        row.push_bind(customer.node_id.clone());
        row.push_bind(customer.device_id.clone());
        row.push_bind(customer.created_at);
    });
    insert.build().execute(transaction).await?;
    Ok(())
}
