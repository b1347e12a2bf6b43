//! The job that stores a visit, and the rows of customers (docs/api.md#customers).

use crate::database::{Query, Transaction, query};
use crate::error::{StoreError, parse_document};
use crate::job::{Job, JobError, WriteTransaction};
use base::customers::{CUSTOMER_LENGTH, Fields, Proof, is_another_person, merge_fields};
use base::time::Millis;
use sqlx::FromRow;

/// A visit that may be stored.
#[derive(Debug)]
pub struct CustomerVisit {
    /// The id of the customer if it becomes a new one.
    pub new_id: String,
    pub node_id: String,
    pub device_id: Option<String>,
    /// The id that the client had from an earlier visit.
    pub known_id: Option<String>,
    pub claimed: Fields,
    pub proof: Option<Proof>,
    pub visited_at: Millis,
}

/// Why a visit was not stored: with what is known already, the customer would be over the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CustomerTooLong;

/// What is stored about a customer.
#[derive(Debug, Default, PartialEq)]
pub struct StoredCustomer {
    pub claimed: Fields,
    /// Proven by the last signature, which may have expired since.
    pub proof: Option<Proof>,
}

/// A row, as both databases hold it.
#[derive(FromRow)]
pub(crate) struct CustomerRow {
    id: String,
    claimed: String,
    proven: Option<String>,
    proven_until: Option<Millis>,
}

impl Job for CustomerVisit {
    /// The customer's id.
    type Reply = String;
    type Refusal = CustomerTooLong;

    fn bytes(&self) -> usize {
        let texts = [
            Some(&self.new_id),
            Some(&self.node_id),
            self.device_id.as_ref(),
            self.known_id.as_ref(),
        ];
        let proven = self.proof.as_ref().map(|proof| &proof.fields);
        let fields = [Some(&self.claimed), proven].into_iter().flatten();
        texts.into_iter().flatten().map(String::len).sum::<usize>() + fields.map(bytes_of).sum::<usize>()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<String, JobError<CustomerTooLong>> {
        self.write(transaction.connection()).await
    }
}

impl CustomerVisit {
    /// Adds what is new to the customer whom the client knows. It is a fresh one if the client knows none, or one of another
    /// device or node, and if this is another person.
    async fn write(&self, transaction: &mut Transaction) -> Result<String, JobError<CustomerTooLong>> {
        let found = self.find(transaction).await?;
        if let Some((id, mut customer)) = found
            && !self.is_of_another_person(&customer)
        {
            if self.claimed.is_empty() && self.proof.is_none() {
                return Ok(id);
            }
            merge_fields(&mut customer.claimed, &self.claimed);
            let claimed = write_fields(&customer.claimed)?;
            if claimed.len() > CUSTOMER_LENGTH {
                return Err(JobError::Refused(CustomerTooLong));
            }
            let proof = self.proof.as_ref().or(customer.proof.as_ref());
            update(transaction, &id, &claimed, proof).await?;
            return Ok(id);
        }
        self.insert(transaction).await?;
        Ok(self.new_id.clone())
    }

    async fn find(
        &self,
        transaction: &mut Transaction,
    ) -> Result<Option<(String, StoredCustomer)>, StoreError> {
        let (Some(id), Some(device_id)) = (&self.known_id, &self.device_id) else {
            return Ok(None);
        };
        let row: Option<CustomerRow> = CustomerRow::of_device(id, &self.node_id, device_id)
            .fetch_optional(transaction)
            .await?;
        row.map(|row| Ok((id.clone(), row.read()?))).transpose()
    }

    fn is_of_another_person(&self, customer: &StoredCustomer) -> bool {
        let known = [
            Some(&customer.claimed),
            customer.proof.as_ref().map(|proof| &proof.fields),
        ];
        let new = [
            Some(&self.claimed),
            self.proof.as_ref().map(|proof| &proof.fields),
        ];
        let known = known.into_iter().flatten();
        known
            .flat_map(|known| new.into_iter().flatten().map(move |new| (known, new)))
            .any(|(known, new)| is_another_person(known, new))
    }

    async fn insert(&self, transaction: &mut Transaction) -> Result<(), StoreError> {
        let proven = self
            .proof
            .as_ref()
            .map(|proof| write_fields(&proof.fields))
            .transpose()?;
        query(
            "INSERT INTO customers (id, node_id, device_id, created_at, claimed, proven, proven_until)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&self.new_id)
        .bind(&self.node_id)
        .bind(&self.device_id)
        .bind(self.visited_at)
        .bind(write_fields(&self.claimed)?)
        .bind(proven)
        .bind(self.proof.as_ref().map(|proof| proof.until))
        .execute(transaction)
        .await?;
        Ok(())
    }
}

async fn update(
    transaction: &mut Transaction,
    id: &str,
    claimed: &str,
    proof: Option<&Proof>,
) -> Result<(), StoreError> {
    let proven = proof.map(|proof| write_fields(&proof.fields)).transpose()?;
    query("UPDATE customers SET claimed = $2, proven = $3, proven_until = $4 WHERE id = $1")
        .bind(id)
        .bind(claimed)
        .bind(proven)
        .bind(proof.map(|proof| proof.until))
        .execute(transaction)
        .await?;
    Ok(())
}

impl CustomerRow {
    /// Selects a customer of a node if a device has it.
    pub(crate) fn of_device(id: &str, node_id: &str, device_id: &str) -> Query {
        query(
            "SELECT id, claimed, proven, proven_until FROM customers
             WHERE id = $1 AND node_id = $2 AND device_id = $3",
        )
        .bind(id)
        .bind(node_id)
        .bind(device_id)
    }

    pub(crate) fn read(self) -> Result<StoredCustomer, StoreError> {
        let parse = |text: &str| parse_document(text, || format!("the customer `{}`", self.id));
        let proof = match (&self.proven, self.proven_until) {
            (Some(fields), Some(until)) => Some(Proof {
                fields: parse(fields)?,
                until,
            }),
            _ => None,
        };
        Ok(StoredCustomer {
            claimed: parse(&self.claimed)?,
            proof,
        })
    }
}

/// The bytes that fields hold in memory, near enough: as many as their JSON.
fn bytes_of(fields: &Fields) -> usize {
    serde_json::to_string(fields).map_or(CUSTOMER_LENGTH, |json| json.len())
}

fn write_fields(fields: &Fields) -> Result<String, StoreError> {
    serde_json::to_string(fields).map_err(|error| StoreError::Document {
        what: "a customer".into(),
        message: error.to_string(),
    })
}
