//! Whose feedback, device and customers belong to somebody, and a row that is held of them
//! (docs/deletion.md#personal-data-export).

use super::named_customers::{self, CustomerRow};
use super::requests::ErasureSubject;
use crate::database::QueryBuilder;
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use base::customers::{Fields, verified_customer};
use base::time::to_rfc3339;
use serde_json::{Map, Value};
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
const DOCUMENTS: [&str; 9] = [
    "responses",
    "state_times_in_ms",
    "scores",
    "customer",
    "tracking",
    "claimed",
    "proven",
    "data",
    "receipt",
];

/// A row of any table, by the names of its columns. Times are RFC 3339.
#[derive(Debug)]
pub struct HeldRow(pub Map<String, Value>);

/// Whose rows are read: what [`Store::holder`] has found.
#[derive(Debug, Default)]
pub struct Holder {
    pub feedback_ids: Vec<String>,
    pub(super) device_id: Option<String>,
    pub customer_ids: Vec<String>,
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
#[cfg(feature = "postgres")]
held_row!(sqlx::postgres::PgRow);

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
    /// Finds the feedbacks, the device and the customers that belong to somebody, with the feedbacks of these nodes. A device is named
    /// by its id.
    pub async fn holder(&self, subject: &ErasureSubject, nodes: &NodeScope) -> Result<Holder, StoreError> {
        let mut holder = Holder::default();
        match subject {
            ErasureSubject::Feedback(id) => {
                holder.feedback_ids = self.feedback_ids("id = ", id, nodes).await?;
            }
            ErasureSubject::Device(id) => {
                holder.feedback_ids = self.feedback_ids_by_status("device_id = ", id, nodes).await?;
                holder.device_id = Some(id.clone());
            }
            ErasureSubject::Customer(id) => self.add_customer(&mut holder, id.clone(), nodes).await?,
            ErasureSubject::ExternalId(external_id) => {
                let proven: Fields = [("external_id".to_owned(), Value::from(external_id.as_str()))]
                    .into_iter()
                    .collect();
                let key = verified_customer(&proven).unwrap_or_default();
                let found = self.feedback_ids_by_status("verified_customer = ", &key, nodes);
                holder.feedback_ids = found.await?;
                for id in self
                    .customers_where(|customer| customer.is_called(external_id), nodes)
                    .await?
                {
                    self.add_customer(&mut holder, id, nodes).await?;
                }
                holder.feedback_ids.sort();
                holder.feedback_ids.dedup();
            }
        }
        Ok(holder)
    }

    /// Adds a customer with the feedback that names them.
    pub(super) async fn add_customer(
        &self,
        holder: &mut Holder,
        id: String,
        nodes: &NodeScope,
    ) -> Result<(), StoreError> {
        let found = self.feedback_ids("customer_id = ", &id, nodes).await?;
        holder.feedback_ids.extend(found);
        holder.customer_ids.push(id);
        Ok(())
    }

    /// Returns the ids of all customers of these nodes that are meant.
    pub(super) async fn customers_where(
        &self,
        is_meant: impl Fn(&CustomerRow) -> bool,
        nodes: &NodeScope,
    ) -> Result<Vec<String>, StoreError> {
        let mut meant = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = named_customers::after(&self.db, &cursor, nodes).await?;
            let Some(last) = page.last() else {
                return Ok(meant);
            };
            cursor.clone_from(&last.id);
            let matching = page.into_iter().filter(&is_meant);
            meant.extend(matching.map(|customer| customer.id));
        }
    }

    /// Returns the ids of feedbacks that have a value in a column whose indexes are by the status.
    async fn feedback_ids_by_status(
        &self,
        column_is: &'static str,
        value: &str,
        nodes: &NodeScope,
    ) -> Result<Vec<String>, StoreError> {
        let mut ids = Vec::new();
        for status in ["status = 'complete' AND ", "status = 'partial' AND "] {
            let mut select = QueryBuilder::new("SELECT id FROM feedbacks WHERE ");
            select.push(status).push(column_is).push_bind(value);
            ids.extend(self.ids(select, nodes).await?);
        }
        Ok(ids)
    }

    async fn feedback_ids(
        &self,
        column_is: &'static str,
        value: &str,
        nodes: &NodeScope,
    ) -> Result<Vec<String>, StoreError> {
        let mut select = QueryBuilder::new("SELECT id FROM feedbacks WHERE ");
        select.push(column_is).push_bind(value);
        self.ids(select, nodes).await
    }

    pub(super) async fn ids(
        &self,
        mut select: QueryBuilder,
        nodes: &NodeScope,
    ) -> Result<Vec<String>, StoreError> {
        nodes.push_to(&mut select, " AND node_id");
        let rows: Vec<(String,)> = select.build().fetch_all(&self.db).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
