//! Reads everything that is held about somebody, table by table and part by part. What is read is what erasing removes: both follow
//! the list of tables.

use super::held::{HeldRow, Holder};
use super::tables::{Rows, TABLES};
use crate::database::QueryBuilder;
use crate::error::StoreError;
use crate::handle::Store;
use std::sync::Arc;

/// Of how many feedbacks the rows of a table are read at once: a chat alone may have megabytes of messages.
const AT_ONCE: usize = 10;

/// What is still to be read of somebody.
pub struct HeldParts {
    /// The next one last.
    left: Vec<Part>,
}

struct Part {
    table: &'static str,
    rows: &'static Rows,
    of: Owner,
}

/// Whose rows a part has.
enum Owner {
    Feedbacks(Arc<[String]>),
    /// A device or a customer.
    One(String),
}

impl HeldParts {
    /// Begins with the first table.
    pub fn of(holder: &Holder) -> Self {
        let feedbacks: Vec<Arc<[String]>> = holder.feedback_ids.chunks(AT_ONCE).map(Arc::from).collect();
        let mut left = Vec::new();
        for table in TABLES {
            let mut add = |rows, of| {
                left.push(Part {
                    table: table.name,
                    rows,
                    of,
                });
            };
            if let Some(rows) = &table.of_feedback {
                for ids in &feedbacks {
                    add(rows, Owner::Feedbacks(Arc::clone(ids)));
                }
            }
            if let Some((rows, id)) = table.of_device.as_ref().zip(holder.device_id.as_ref()) {
                add(rows, Owner::One(id.clone()));
            }
            if let Some(rows) = &table.of_customer {
                for id in &holder.customer_ids {
                    add(rows, Owner::One(id.clone()));
                }
            }
        }
        left.reverse();
        Self { left }
    }

    /// Reads the next rows, of one table, whose name comes with them; `None` after the last. There may be none in a part.
    pub async fn next(&mut self, store: &Store) -> Result<Option<(&'static str, Vec<HeldRow>)>, StoreError> {
        let Some(Part { table, rows, of }) = self.left.pop() else {
            return Ok(None);
        };
        let mut select = QueryBuilder::new("SELECT * FROM ");
        select.push(rows.which);
        match of {
            Owner::Feedbacks(ids) => select.push_texts(&ids),
            Owner::One(id) => select.push_bind(id),
        };
        select.push(rows.end);
        let rows = select.build().fetch_all(&store.db).await?;
        Ok(Some((table, rows)))
    }
}
