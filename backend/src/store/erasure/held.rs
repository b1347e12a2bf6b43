//! Whose feedback, device and customers belong to somebody, and a row that is held of them
//! (docs/deletion.md#what-we-hold-about-somebody).

use super::named_customers;
use super::requests::ErasureSubject;
use crate::customers::{Fields, verified_customer};
use crate::store::database::query;
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::node_scope::NodeScope;
use crate::time::to_rfc3339;
use serde_json::{Map, Value};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Column, FromRow, Row};

/// Columns that say nothing about a person: hashes of the server, and where it keeps something.
const LEFT_OUT: [&str; 6] = [
    "seq",
    "chat_epoch",
    "code_hash",
    "address_hash",
    "answer_hash",
    "fingerprint",
];

/// Columns with JSON.
const DOCUMENTS: [&str; 8] = [
    "responses",
    "state_times_in_ms",
    "customer",
    "tracking",
    "claimed",
    "proven",
    "data",
    "receipt",
];

/// A row of any table, by the names of its columns. Times are RFC 3339.
#[derive(Debug)]
pub(crate) struct HeldRow(pub(crate) Map<String, Value>);

/// Whose rows are read: what [`Store::holder`] has found.
#[derive(Debug, Default)]
pub(crate) struct Holder {
    pub(super) feedback_ids: Vec<String>,
    pub(super) device_id: Option<String>,
    pub(super) customer_ids: Vec<String>,
}

macro_rules! held_row {
    ($row:ty) => {
        impl FromRow<'_, $row> for HeldRow {
            fn from_row(row: &$row) -> Result<Self, sqlx::Error> {
                let mut fields = Map::new();
                for column in row.columns() {
                    let (name, at) = (column.name(), column.ordinal());
                    if LEFT_OUT.contains(&name) {
                        continue;
                    }
                    let value = if let Ok(text) = row.try_get::<Option<String>, _>(at) {
                        text.map_or(Value::Null, |text| text_value(name, text))
                    } else if let Ok(number) = row.try_get::<Option<i64>, _>(at) {
                        number.map_or(Value::Null, |number| number_value(name, number))
                    } else if let Ok(number) = row.try_get::<Option<f64>, _>(at) {
                        number.into()
                    } else {
                        row.try_get::<Option<bool>, _>(at)?.into()
                    };
                    fields.insert(name.to_owned(), value);
                }
                Ok(Self(fields))
            }
        }
    };
}

held_row!(SqliteRow);
held_row!(PgRow);

fn text_value(name: &str, text: String) -> Value {
    if DOCUMENTS.contains(&name)
        && let Ok(document) = serde_json::from_str(&text)
    {
        return document;
    }
    Value::String(text)
}

fn number_value(name: &str, number: i64) -> Value {
    if name == "at" || name.ends_with("_at") || name.ends_with("_since") {
        Value::String(to_rfc3339(number))
    } else {
        number.into()
    }
}

impl Store {
    /// Finds the feedbacks, the device and the customers that belong to somebody. A device is named by its id.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn holder(&self, subject: &ErasureSubject) -> Result<Holder, StoreError> {
        Ok(match subject {
            ErasureSubject::Feedback(id) => Holder {
                feedback_ids: self.ids("SELECT id FROM feedbacks WHERE id = $1", id).await?,
                ..Holder::default()
            },
            ErasureSubject::Device(id) => Holder {
                feedback_ids: self.feedback_ids_of_device(id).await?,
                device_id: Some(id.clone()),
                ..Holder::default()
            },
            ErasureSubject::Customer(id) => {
                let mut holder = Holder::default();
                self.add_customer(&mut holder, id.clone()).await?;
                holder
            }
            ErasureSubject::ExternalId(external_id) => {
                let mut holder = Holder::default();
                let proven: Fields = [("external_id".to_owned(), Value::from(external_id.as_str()))]
                    .into_iter()
                    .collect();
                let key = verified_customer(&proven).unwrap_or_default();
                for sql in [
                    "SELECT id FROM feedbacks WHERE status = 'complete' AND verified_customer = $1",
                    "SELECT id FROM feedbacks WHERE status = 'partial' AND verified_customer = $1",
                ] {
                    holder.feedback_ids.extend(self.ids(sql, &key).await?);
                }
                for id in self.customers_called(external_id).await? {
                    self.add_customer(&mut holder, id).await?;
                }
                holder.feedback_ids.sort();
                holder.feedback_ids.dedup();
                holder
            }
        })
    }

    /// Adds a customer with the feedback that names them.
    async fn add_customer(&self, holder: &mut Holder, id: String) -> Result<(), StoreError> {
        let place: Option<(String, Option<String>)> =
            query("SELECT node_id, device_id FROM customers WHERE id = $1")
                .bind(&id)
                .fetch_optional(&self.db)
                .await?;
        let Some((node_id, device_id)) = place else {
            return Ok(());
        };
        if let Some(device_id) = device_id {
            for status in ["complete", "partial"] {
                let rows: Vec<(String,)> = query(
                    "SELECT id FROM feedbacks
                     WHERE status = $1 AND device_id = $2 AND node_id = $3 AND customer LIKE $4",
                )
                .bind(status)
                .bind(&device_id)
                .bind(&node_id)
                .bind(format!("%\"{id}\"%"))
                .fetch_all(&self.db)
                .await?;
                holder.feedback_ids.extend(rows.into_iter().map(|(id,)| id));
            }
        }
        holder.customer_ids.push(id);
        Ok(())
    }

    /// Returns the ids of all customers with an external id.
    async fn customers_called(&self, external_id: &str) -> Result<Vec<String>, StoreError> {
        let mut called = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = named_customers::after(&self.db, &cursor, &NodeScope::All).await?;
            let Some(last) = page.last() else {
                return Ok(called);
            };
            cursor.clone_from(&last.id);
            let matching = page
                .into_iter()
                .filter(|customer| customer.is_called(external_id));
            called.extend(matching.map(|customer| customer.id));
        }
    }

    async fn feedback_ids_of_device(&self, device_id: &str) -> Result<Vec<String>, StoreError> {
        let complete = "SELECT id FROM feedbacks WHERE status = 'complete' AND device_id = $1";
        let partial = "SELECT id FROM feedbacks WHERE status = 'partial' AND device_id = $1";
        let mut ids = self.ids(complete, device_id).await?;
        ids.extend(self.ids(partial, device_id).await?);
        Ok(ids)
    }

    async fn ids(&self, sql: &'static str, value: &str) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = query(sql).bind(value).fetch_all(&self.db).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
