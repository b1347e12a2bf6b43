//! Idempotency keys: the receipts of earlier requests, and what a request with a key is (docs/api.md#idempotency).

use super::database::{Executor, QueryBuilder, Transaction};
use super::error::{StoreError, parse_document};
use crate::json::to_text;
use crate::time::Millis;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;

/// The key of a request. The client creates it before the first attempt and repeats it with each further one.
#[derive(Debug, Clone)]
pub(crate) struct IdempotencyKey {
    /// A UUID in lower case.
    pub(crate) key: String,
    /// A hash of everything that gives the request its meaning: equal requests have equal fingerprints.
    pub(crate) fingerprint: String,
}

/// What a request with an idempotency key is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum IdempotentRequest<R> {
    /// The key has not been used.
    New,
    /// The request was carried out before, with this receipt.
    Repeat(R),
    /// The key was used for another request.
    KeyReused,
}

/// The routes that take idempotency keys. Keys of different routes are independent.
#[derive(Debug, Clone, Copy)]
pub(super) enum Route {
    Feedbacks,
    CustomerMessages,
    StaffMessages,
}

impl Route {
    /// Returns the name in the database.
    fn as_str(self) -> &'static str {
        match self {
            Self::Feedbacks => "feedbacks",
            Self::CustomerMessages => "chat_messages",
            Self::StaffMessages => "staff_chat_messages",
        }
    }
}

/// The receipts of one route that a group of requests may ask for, by client and key. `R` must hold no secret: it is
/// stored as JSON.
pub(super) struct Receipts<R> {
    route: Route,
    known: HashMap<(String, String), StoredReceipt<R>>,
    added: Vec<((String, String), Millis)>,
}

struct StoredReceipt<R> {
    fingerprint: String,
    receipt: R,
}

impl<R: Clone + Serialize + DeserializeOwned> Receipts<R> {
    /// Loads the stored receipts of these clients and keys with one statement. A client is a device or a staff member.
    pub(super) async fn load(
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
    pub(super) async fn load_named(
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
        let mut query = QueryBuilder::new(
            "SELECT stored.device_id, stored.key, stored.fingerprint, stored.receipt FROM (",
        );
        query.push_values(wanted, |row, (client, key)| {
            row.push_bind((*client).to_owned());
            row.push_bind((*key).to_owned());
        });
        query.push(") AS wanted JOIN idempotency_keys AS stored ON stored.route = ");
        query.push_bind(route.as_str());
        query.push(" AND stored.device_id = wanted.column1 AND stored.key = wanted.column2");
        let rows: Vec<(String, String, String, String)> = query.build().fetch_all(executor).await?;
        for (client, key, fingerprint, receipt) in rows {
            let receipt = parse_document(&receipt, || format!("the receipt of the request {key}"))?;
            let stored = StoredReceipt { fingerprint, receipt };
            receipts.known.insert((client, key), stored);
        }
        Ok(receipts)
    }

    /// Decides whether a request is new, a repeat, or another request with a used key. A request without a key is new.
    pub(super) fn classify(&self, client: &str, key: Option<&IdempotencyKey>) -> IdempotentRequest<R> {
        let Some(key) = key else {
            return IdempotentRequest::New;
        };
        match self.known.get(&(client.to_owned(), key.key.clone())) {
            None => IdempotentRequest::New,
            Some(stored) if stored.fingerprint == key.fingerprint => {
                IdempotentRequest::Repeat(stored.receipt.clone())
            }
            Some(_) => IdempotentRequest::KeyReused,
        }
    }

    /// Returns the receipt of a client's request with a key; `None` if there is none.
    pub(super) fn receipt(&self, client: &str, key: &str) -> Option<&R> {
        let stored = self.known.get(&(client.to_owned(), key.to_owned()))?;
        Some(&stored.receipt)
    }

    /// Keeps the receipt of a request that was carried out: at once for later requests of the same transaction, and in
    /// the database with [`Receipts::store`].
    pub(super) fn add(&mut self, client: &str, key: Option<&IdempotencyKey>, receipt: R, now: Millis) {
        let Some(key) = key else { return };
        let id = (client.to_owned(), key.key.clone());
        self.added.push((id.clone(), now));
        let fingerprint = key.fingerprint.clone();
        self.known.insert(id, StoredReceipt { fingerprint, receipt });
    }

    /// Inserts the added receipts with one statement.
    pub(super) async fn store(self, connection: &mut Transaction) -> Result<(), StoreError> {
        let mut rows = Vec::with_capacity(self.added.len());
        for (id, created_at) in self.added {
            if let Some(StoredReceipt { fingerprint, receipt }) = self.known.get(&id) {
                rows.push((id, fingerprint, to_text(receipt), created_at));
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        let mut query = QueryBuilder::new(
            "INSERT INTO idempotency_keys (route, device_id, key, fingerprint, receipt, created_at) ",
        );
        query.push_values(rows, |row, ((client, key), fingerprint, receipt, created_at)| {
            row.push_bind(self.route.as_str());
            row.push_bind(client);
            row.push_bind(key);
            row.push_bind(fingerprint.clone());
            row.push_bind(receipt);
            row.push_bind(created_at);
        });
        query.build().execute(connection).await?;
        Ok(())
    }
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
    fn tells_repeats_from_new_requests_and_reused_keys() {
        let mut receipts = Receipts {
            route: Route::Feedbacks,
            known: HashMap::new(),
            added: Vec::new(),
        };
        assert_eq!(receipts.classify("d", Some(&key("f"))), IdempotentRequest::New);
        receipts.add("d", Some(&key("f")), 7, 0);
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
