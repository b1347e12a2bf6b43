//! Finds the device that a hash represents.
//!
//! Hashes change with the server's secret. The index of feedback has them, as they were when it was written, so what it says is
//! checked. What is not in it, such as a device that has sent no feedback, is found by looking at all devices.

use crate::database::query;
use crate::error::StoreError;
use crate::feedback::feedback_filter::Term;
use crate::handle::Store;

/// How many devices are looked at with one statement.
const AT_ONCE: i64 = 1_000;

/// The device of a feedback that is looked up by the hash.
const INDEXED: &str =
    "SELECT device_id FROM feedback_terms JOIN feedbacks ON seq = feedback_seq WHERE term = $1 LIMIT 1";

/// Devices after one, each once, of each table whose devices staff see. Each has an index.
const SOURCES: [&str; 5] = [
    "SELECT DISTINCT device_id FROM feedbacks WHERE status = 'complete' AND device_id > $1 ORDER BY device_id LIMIT $2",
    "SELECT DISTINCT device_id FROM feedbacks WHERE status = 'partial' AND device_id > $1 ORDER BY device_id LIMIT $2",
    "SELECT DISTINCT device_id FROM customers WHERE device_id > $1 ORDER BY device_id LIMIT $2",
    "SELECT DISTINCT device_id FROM unsubscriptions WHERE device_id > $1 ORDER BY device_id LIMIT $2",
    "SELECT DISTINCT device_id FROM devices WHERE device_id > $1 ORDER BY device_id LIMIT $2",
];

impl Store {
    /// Returns the device with a hash; `None` if there is none. `is_it` tells whether the hash is that of a device. Without feedback in
    /// the index it takes the longer the more devices there are.
    pub async fn find_device(
        &self,
        hash: &str,
        is_it: impl Fn(&str) -> bool + Send,
    ) -> Result<Option<String>, StoreError> {
        let indexed: Option<String> = query(INDEXED)
            .bind(Term::Device(hash).text())
            .scalar_optional(&self.db)
            .await?;
        if let Some(device) = indexed.filter(|device| is_it(device)) {
            return Ok(Some(device));
        }
        for source in SOURCES {
            let mut after = String::new();
            loop {
                let devices: Vec<(String,)> = query(source)
                    .bind(&after)
                    .bind(AT_ONCE)
                    .fetch_all(&self.db)
                    .await?;
                let Some((last,)) = devices.last() else { break };
                after.clone_from(last);
                if let Some((device,)) = devices.into_iter().find(|(device,)| is_it(device)) {
                    return Ok(Some(device));
                }
            }
        }
        Ok(None)
    }
}
