//! Idempotency keys: what a request was answered, for when it comes again (`wire.md`, "HTTP details").

use super::{Store, StoreError, document};
use crate::time::Millis;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};
use std::collections::HashMap;

/// The key of one request, minted by the client before its first try.
#[derive(Debug, Clone)]
pub(crate) struct IdempotencyKey {
    /// A UUID, lower-case.
    pub(crate) key: String,
    /// Says what was asked: hash of the parsed body and of the headers that change its meaning.
    pub(crate) fingerprint: String,
}

/// What is kept of the answer to a submission: enough to give it again, and nothing that is secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The feedback's id.
    pub(crate) id: String,
    /// The epoch of its chat token, where it has a chat.
    pub(crate) chat_epoch: Option<i64>,
}

/// A key as stored, with what it was answered.
#[derive(Debug, Clone)]
pub(super) struct StoredKey<A> {
    pub(super) fingerprint: String,
    pub(super) answer: A,
}

/// A key that a transaction is about to store.
pub(super) struct NewKey<'a, A> {
    pub(super) device_id: &'a str,
    pub(super) key: &'a IdempotencyKey,
    pub(super) answer: A,
    pub(super) created_at: Millis,
}

/// The route that the keys of submissions belong to.
pub(super) const FEEDBACKS: &str = "feedbacks";

/// Keys that are known already, by device and key.
pub(super) type KnownKeys<A> = HashMap<(String, String), StoredKey<A>>;

impl Store {
    /// What a submission with this key was answered, with the fingerprint of what it asked.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn answered_before(
        &self,
        device_id: &str,
        key: &IdempotencyKey,
    ) -> Result<Option<(String, Answer)>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let wanted = [(device_id, key.key.as_str())];
        let found = find::<Answer>(&mut connection, FEEDBACKS, &wanted).await?;
        Ok(found
            .into_values()
            .next()
            .map(|stored| (stored.fingerprint, stored.answer)))
    }
}

/// Looks up many keys (device, key) of one route at once.
pub(super) async fn find<A: DeserializeOwned>(
    connection: &mut SqliteConnection,
    route: &str,
    wanted: &[(&str, &str)],
) -> Result<KnownKeys<A>, StoreError> {
    if wanted.is_empty() {
        return Ok(KnownKeys::new());
    }
    let mut query = QueryBuilder::<Sqlite>::new(
        "SELECT stored.device_id, stored.key, stored.fingerprint, stored.answer FROM (",
    );
    // Both databases name the columns of a bare list of values like this.
    query.push_values(wanted, |mut row, (device_id, key)| {
        row.push_bind((*device_id).to_owned());
        row.push_bind((*key).to_owned());
    });
    query.push(") AS wanted JOIN idempotency_keys AS stored ON stored.route = ");
    query.push_bind(route.to_owned());
    query.push(" AND stored.device_id = wanted.column1 AND stored.key = wanted.column2");
    let rows: Vec<(String, String, String, String)> = query.build_query_as().fetch_all(connection).await?;
    rows.into_iter()
        .map(|(device_id, key, fingerprint, answer)| {
            let answer = document(&answer, || format!("the answer to request {key}"))?;
            Ok(((device_id, key), StoredKey { fingerprint, answer }))
        })
        .collect()
}

/// Stores many keys of one route at once.
pub(super) async fn insert<A: Serialize>(
    connection: &mut SqliteConnection,
    route: &str,
    keys: &[NewKey<'_, A>],
) -> Result<(), StoreError> {
    if keys.is_empty() {
        return Ok(());
    }
    let mut query = QueryBuilder::<Sqlite>::new(
        "INSERT INTO idempotency_keys (route, device_id, key, fingerprint, answer, created_at) ",
    );
    query.push_values(keys, |mut row, new| {
        row.push_bind(route.to_owned());
        row.push_bind(new.device_id.to_owned());
        row.push_bind(new.key.key.clone());
        row.push_bind(new.key.fingerprint.clone());
        row.push_bind(serde_json::json!(new.answer).to_string());
        row.push_bind(new.created_at);
    });
    query.build().execute(connection).await?;
    Ok(())
}
