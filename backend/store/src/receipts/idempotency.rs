//! Idempotency keys: the receipts of earlier requests, and what a request with a key is (docs/api.md#idempotency).

use crate::database::{Executor, QueryBuilder, Transaction};
use crate::error::{StoreError, parse_document};
use base::encoding::base64url;
use base::json::to_text;
use base::time::Millis;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// The key of a request. The client creates it before the first attempt and repeats it with each further one.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// A UUID in lower case.
    pub key: String,
    /// A hash of everything that gives the request its meaning: equal requests have equal fingerprints.
    pub fingerprint: String,
}

/// What a request with an idempotency key is.
#[derive(Debug, PartialEq, Eq)]
pub enum IdempotentRequest<R> {
    /// The key has not been used.
    New,
    /// The request was carried out before, with this receipt.
    Repeat(R),
    /// The key was used for another request.
    KeyReused,
}

/// The routes that take idempotency keys. Keys of different routes are independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Route {
    Feedbacks,
    /// Receipts of [`Route::Feedbacks`] whose feedback is erased: they name a hash instead of a client and a key.
    ErasedFeedbacks,
    #[strum(serialize = "chat_messages")]
    CustomerMessages,
    #[strum(serialize = "staff_chat_messages")]
    StaffMessages,
}

/// The receipts of one route that a group of requests may ask for, by client and key. `R` must hold no secret: it is
/// stored as JSON.
pub(crate) struct Receipts<R> {
    route: Route,
    known: HashMap<(String, String), StoredReceipt<R>>,
    added: Vec<Added>,
}

struct StoredReceipt<R> {
    /// `None` once its feedback is erased: the key alone tells a repeat.
    fingerprint: Option<String>,
    receipt: R,
}

struct Added {
    id: (String, String),
    feedback_id: String,
    at: Millis,
}

impl<R: Clone + Serialize + DeserializeOwned> Receipts<R> {
    /// Loads the stored receipts of these clients and keys with one statement. A client is a device or a staff member.
    pub(crate) async fn load(
        executor: impl Into<Executor<'_>>,
        route: Route,
        wanted: &[(&str, &IdempotencyKey)],
    ) -> Result<Self, StoreError> {
        let named: Vec<_> = wanted
            .iter()
            .map(|(client, key)| (*client, key.key.as_str()))
            .collect();
        Self::load_named(executor, route, &named).await
    }

    /// Loads the stored receipts of these clients and keys, whatever the requests were.
    pub(crate) async fn load_named(
        executor: impl Into<Executor<'_>>,
        route: Route,
        wanted: &[(&str, &str)],
    ) -> Result<Self, StoreError> {
        let mut receipts = Self {
            route,
            known: HashMap::new(),
            added: Vec::new(),
        };
        if wanted.is_empty() {
            return Ok(receipts);
        }
        // Of feedback that is erased, hashes represent clients and keys.
        let hashes: HashMap<String, (&str, &str)> = if route == Route::Feedbacks {
            let hashed = wanted
                .iter()
                .map(|(client, key)| (hash_of(client, key), (*client, *key)));
            hashed.collect()
        } else {
            HashMap::new()
        };
        let stored = wanted.iter().map(|(client, key)| (route, *client, *key));
        let erased = hashes
            .keys()
            .map(|hash| (Route::ErasedFeedbacks, "", hash.as_str()));
        let mut query = QueryBuilder::new(
            "SELECT stored.device_id, stored.key, stored.fingerprint, stored.receipt FROM (",
        );
        query.push_values(stored.chain(erased), |row, (route, client, key)| {
            row.push_bind(route.into_str());
            row.push_bind(client.to_owned());
            row.push_bind(key.to_owned());
        });
        query.push(
            ") AS wanted JOIN idempotency_keys AS stored ON stored.route = wanted.column1
                 AND stored.device_id = wanted.column2 AND stored.key = wanted.column3",
        );
        let rows: Vec<(String, String, String, String)> = query.build().fetch_all(executor).await?;
        for (client, key, fingerprint, receipt) in rows {
            let receipt = parse_document(&receipt, || format!("the receipt of the request {key}"))?;
            let (id, fingerprint) = match hashes.get(&key) {
                Some((client, key)) => (((*client).to_owned(), (*key).to_owned()), None),
                None => ((client, key), Some(fingerprint)),
            };
            receipts.known.insert(id, StoredReceipt { fingerprint, receipt });
        }
        Ok(receipts)
    }

    /// Decides whether a request is new, a repeat, or another request with a used key. A request without a key is new.
    pub(crate) fn classify(&self, client: &str, key: Option<&IdempotencyKey>) -> IdempotentRequest<R> {
        let Some(key) = key else {
            return IdempotentRequest::New;
        };
        match self.known.get(&(client.to_owned(), key.key.clone())) {
            None => IdempotentRequest::New,
            Some(stored)
                if stored
                    .fingerprint
                    .as_ref()
                    .is_none_or(|known| *known == key.fingerprint) =>
            {
                IdempotentRequest::Repeat(stored.receipt.clone())
            }
            Some(_) => IdempotentRequest::KeyReused,
        }
    }

    /// Returns the receipt of a client's request with a key; `None` if there is none.
    pub(crate) fn receipt(&self, client: &str, key: &str) -> Option<&R> {
        let stored = self.known.get(&(client.to_owned(), key.to_owned()))?;
        Some(&stored.receipt)
    }

    /// Keeps the receipt of a request that was carried out: at once for later requests of the same transaction, and in
    /// the database with [`Receipts::store`]. It goes with the feedback that it belongs to.
    pub(crate) fn add(
        &mut self,
        client: &str,
        key: Option<&IdempotencyKey>,
        feedback_id: &str,
        receipt: R,
        now: Millis,
    ) {
        let Some(key) = key else { return };
        let id = (client.to_owned(), key.key.clone());
        self.added.push(Added {
            id: id.clone(),
            feedback_id: feedback_id.to_owned(),
            at: now,
        });
        let fingerprint = Some(key.fingerprint.clone());
        self.known.insert(id, StoredReceipt { fingerprint, receipt });
    }

    /// Inserts the added receipts with one statement.
    pub(crate) async fn store(self, connection: &mut Transaction) -> Result<(), StoreError> {
        let mut rows = Vec::with_capacity(self.added.len());
        for added in self.added {
            if let Some(StoredReceipt { fingerprint, receipt }) = self.known.get(&added.id) {
                rows.push((added, fingerprint.clone().unwrap_or_default(), to_text(receipt)));
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        let mut query = QueryBuilder::new(
            "INSERT INTO idempotency_keys (route, device_id, key, fingerprint, receipt, created_at, feedback_id) ",
        );
        query.push_values(rows, |row, (added, fingerprint, receipt)| {
            let (client, key) = added.id;
            row.push_bind(self.route.into_str());
            row.push_bind(client);
            row.push_bind(key);
            row.push_bind(fingerprint);
            row.push_bind(receipt);
            row.push_bind(added.at);
            row.push_bind(added.feedback_id);
        });
        query.build().execute(connection).await?;
        Ok(())
    }
}

/// Keeps of the receipts of feedbacks what answers a repeat: a hash of device and key, and what `receipt` says of an id. The rows
/// as they were are removed with all that belongs to the feedbacks.
pub(crate) async fn erase_receipts(
    connection: &mut Transaction,
    feedback_ids: &[String],
    receipt: impl Fn(String) -> String,
) -> Result<(), StoreError> {
    let mut select = QueryBuilder::new(
        "SELECT device_id, key, feedback_id, created_at FROM idempotency_keys WHERE route = ",
    );
    select
        .push_bind(Route::Feedbacks.into_str())
        .push(" AND feedback_id IN (");
    select.push_texts(feedback_ids).push(")");
    let receipts: Vec<(String, String, String, Millis)> = select.build().fetch_all(&mut *connection).await?;
    if receipts.is_empty() {
        return Ok(());
    }
    let mut insert = QueryBuilder::new(
        "INSERT INTO idempotency_keys (route, device_id, key, fingerprint, receipt, created_at) ",
    );
    insert.push_values(receipts, |row, (client, key, id, created_at)| {
        row.push_bind(Route::ErasedFeedbacks.into_str());
        row.push_bind("");
        row.push_bind(hash_of(&client, &key));
        row.push_bind("");
        row.push_bind(receipt(id));
        row.push_bind(created_at);
    });
    insert.build().execute(connection).await?;
    Ok(())
}

/// Forgets the receipts of messages in the chats of feedbacks. Nothing can be repeated there any more.
pub(crate) async fn forget_messages(
    connection: &mut Transaction,
    feedback_ids: &[String],
) -> Result<(), StoreError> {
    let mut delete = QueryBuilder::new("DELETE FROM idempotency_keys WHERE route <> ");
    delete
        .push_bind(Route::Feedbacks.into_str())
        .push(" AND feedback_id IN (");
    delete.push_texts(feedback_ids).push(")");
    delete.build().execute(connection).await?;
    Ok(())
}

/// Returns what represents a client and a key. A key has 122 random bits, so that nobody can find it out from its hash.
fn hash_of(client: &str, key: &str) -> String {
    let hash = Sha256::new()
        .chain_update(client)
        .chain_update("\0")
        .chain_update(key);
    base64url(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(fingerprint: &str) -> IdempotencyKey {
        IdempotencyKey {
            key: "k".into(),
            fingerprint: fingerprint.into(),
        }
    }

    #[test]
    fn distinguishes_repeats_new_requests_and_reused_keys() {
        let mut receipts = Receipts {
            route: Route::Feedbacks,
            known: HashMap::new(),
            added: Vec::new(),
        };
        assert_eq!(receipts.classify("d", Some(&key("f"))), IdempotentRequest::New);
        receipts.add("d", Some(&key("f")), "a", 7, 0);
        assert_eq!(
            receipts.classify("d", Some(&key("f"))),
            IdempotentRequest::Repeat(7)
        );
        assert_eq!(
            receipts.classify("d", Some(&key("g"))),
            IdempotentRequest::KeyReused
        );
        assert_eq!(receipts.classify("e", Some(&key("f"))), IdempotentRequest::New);
        assert_eq!(receipts.classify("d", None), IdempotentRequest::New);
    }
}
