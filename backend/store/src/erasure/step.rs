//! The job that erases the next part of an order. Each part is a transaction that leaves everything whole, so an order can end
//! after any of them and continue later.

use super::erased_files::{name_order_of_files, name_order_of_unclaimed};
use super::named_customers;
use super::removal::{
    FEEDBACKS_AT_ONCE, Removal, remove_customer_rows, remove_device_rows, remove_feedbacks,
};
use super::requests::{self, Erasure, ErasureKind};
use crate::database::{QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::exports::export_removal::remove_exports_with;
use crate::job::{Job, JobError, WriteTransaction};
use crate::node_scope::NodeScope;
use crate::staff_audit;
use base::customers::{Fields, verified_customer};
use base::time::Millis;
use serde_json::Value;
use std::convert::Infallible;

/// Erases the next part of an order.
#[derive(Debug)]
pub struct ErasureStep {
    pub erasure_id: String,
    /// The hash by which staff know the device that the order is about, if it is about one.
    pub device_hash: Option<String>,
    pub at: Millis,
}

/// What there is still to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepOutcome {
    More,
    /// No row is left that the order is about; files may be.
    NoRowsLeft,
}

impl Job for ErasureStep {
    type Reply = StepOutcome;
    type Refusal = Infallible;

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<StepOutcome, JobError<Infallible>> {
        let order = requests::load(transaction.connection(), &self.erasure_id).await?;
        let Some(order) = order.filter(|order| order.erased_at.is_none()) else {
            return Ok(StepOutcome::NoRowsLeft);
        };
        let Some(subject) = &order.subject else {
            return Ok(StepOutcome::NoRowsLeft);
        };
        let outcome = match order.kind {
            ErasureKind::Feedback => self.erase_feedback(transaction, &order, subject).await?,
            ErasureKind::Device => self.erase_device(transaction, &order).await?,
            ErasureKind::Customer => self.remove_customer(transaction, &order, subject).await?,
            ErasureKind::ExternalId => self.erase_person(transaction, &order, subject).await?,
        };
        Ok(outcome)
    }
}

impl ErasureStep {
    async fn erase_feedback(
        &self,
        transaction: &mut WriteTransaction,
        order: &Erasure,
        id: &str,
    ) -> Result<StepOutcome, StoreError> {
        let mut select = QueryBuilder::new("SELECT id FROM feedbacks WHERE id = ");
        select.push_bind(id);
        order.nodes.push_to(&mut select, " AND node_id");
        let found = ids(transaction.connection(), select).await?;
        self.remove(transaction, order, &found).await
    }

    async fn erase_device(
        &self,
        transaction: &mut WriteTransaction,
        order: &Erasure,
    ) -> Result<StepOutcome, StoreError> {
        let Some(device_id) = &order.device_id else {
            return Ok(StepOutcome::NoRowsLeft);
        };
        let connection = transaction.connection();
        let found = feedbacks_where(connection, "device_id = ", device_id, &order.nodes).await?;
        if !found.is_empty() {
            self.remove(transaction, order, &found).await?;
            return Ok(StepOutcome::More);
        }
        let connection = transaction.connection();
        name_order_of_unclaimed(connection, &order.id, device_id, &order.nodes).await?;
        remove_device_rows(connection, device_id, &order.nodes).await?;
        if let Some(hash) = &self.device_hash {
            staff_audit::forget_device(connection, hash, &order.nodes).await?;
        }
        Ok(StepOutcome::NoRowsLeft)
    }

    /// Erases the feedback of which a signature proves that it is the person's, then the customers with this id, one after the
    /// other.
    async fn erase_person(
        &self,
        transaction: &mut WriteTransaction,
        order: &Erasure,
        external_id: &str,
    ) -> Result<StepOutcome, StoreError> {
        let proven: Fields = [("external_id".to_owned(), Value::from(external_id))]
            .into_iter()
            .collect();
        let key = verified_customer(&proven).unwrap_or_default();
        let connection = transaction.connection();
        let found = feedbacks_where(connection, "verified_customer = ", &key, &order.nodes).await?;
        if !found.is_empty() {
            self.remove(transaction, order, &found).await?;
            return Ok(StepOutcome::More);
        }
        let cursor = &order.customer_cursor;
        let page = named_customers::after(transaction.connection(), cursor, &order.nodes).await?;
        let Some(last) = page.last() else {
            return Ok(StepOutcome::NoRowsLeft);
        };
        let looked_at = match page.iter().find(|customer| customer.is_called(external_id)) {
            None => &last.id,
            Some(customer) => {
                if self.remove_customer(transaction, order, &customer.id).await? == StepOutcome::More {
                    return Ok(StepOutcome::More);
                }
                &customer.id
            }
        };
        query("UPDATE erasures SET customer_cursor = $2 WHERE id = $1")
            .bind(&order.id)
            .bind(looked_at)
            .execute(transaction.connection())
            .await?;
        Ok(StepOutcome::More)
    }

    /// Erases feedback that names a customer, of any device, and once there is none the customer.
    async fn remove_customer(
        &self,
        transaction: &mut WriteTransaction,
        order: &Erasure,
        id: &str,
    ) -> Result<StepOutcome, StoreError> {
        let mut select = QueryBuilder::new("SELECT id FROM feedbacks WHERE customer_id = ");
        select.push_bind(id);
        order.nodes.push_to(&mut select, " AND node_id");
        select.push(" LIMIT ").push_bind(FEEDBACKS_AT_ONCE);
        let found = ids(transaction.connection(), select).await?;
        if !found.is_empty() {
            self.remove(transaction, order, &found).await?;
            return Ok(StepOutcome::More);
        }
        remove_customer_rows(transaction.connection(), id, &order.nodes).await?;
        Ok(StepOutcome::NoRowsLeft)
    }

    async fn remove(
        &self,
        transaction: &mut WriteTransaction,
        order: &Erasure,
        found: &[String],
    ) -> Result<StepOutcome, StoreError> {
        name_order_of_files(transaction.connection(), &order.id, found).await?;
        remove_exports_with(transaction.connection(), &order.id, found).await?;
        if remove_feedbacks(transaction, found, self.at).await? == Removal::Partial {
            return Ok(StepOutcome::More);
        }
        query("UPDATE erasures SET feedbacks = feedbacks + $2 WHERE id = $1")
            .bind(&order.id)
            .bind(i64::try_from(found.len()).unwrap_or(i64::MAX))
            .execute(transaction.connection())
            .await?;
        Ok(StepOutcome::NoRowsLeft)
    }
}

/// Returns the ids of some feedbacks that have a value in a column.
///
/// Complete and partial ones are asked for one after the other: each have an index of their own.
async fn feedbacks_where(
    connection: &mut Transaction,
    column_is: &'static str,
    value: &str,
    nodes: &NodeScope,
) -> Result<Vec<String>, StoreError> {
    for status in ["status = 'complete' AND ", "status = 'partial' AND "] {
        let mut select = QueryBuilder::new("SELECT id FROM feedbacks WHERE ");
        select.push(status).push(column_is).push_bind(value);
        nodes.push_to(&mut select, " AND node_id");
        select.push(" LIMIT ").push_bind(FEEDBACKS_AT_ONCE);
        let found = ids(connection, select).await?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

async fn ids(connection: &mut Transaction, select: QueryBuilder) -> Result<Vec<String>, StoreError> {
    let rows: Vec<(String,)> = select.build().fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
