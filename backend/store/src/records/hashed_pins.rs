//! Hashes the PINs of kiosks before a transaction: hashing takes its time, and nobody else could write meanwhile.

use super::put::{HashedNodes, PutError, with_secrets};
use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use base::records::{Finding, PinError, RecordKind, RecordSet, with_hashed_pin};
use engine::codes::WRONG_VALUE;

impl Store {
    /// Returns the nodes of a set that have a PIN, with its hash. A PIN that is stored already keeps its hash. An import reads the
    /// variables that nodes name; the console leaves alone what is stored of them, because they are set where imports run.
    pub(super) async fn hashed_pins(
        &self,
        records: &RecordSet,
        is_import: bool,
    ) -> Result<HashedNodes, PutError> {
        let mut hashed = HashedNodes::new();
        for record in records
            .nodes
            .iter()
            .filter(|record| record.record.contains("\"kiosk_pin\""))
        {
            let id = &record.node.id;
            let select = query("SELECT record FROM nodes WHERE id = $1").bind(id);
            let served: Option<String> = select.scalar_optional(&self.db).await?;
            let mut text = record.record.clone();
            if !is_import && let Ok(taken) = with_secrets(RecordKind::Node, &text, served.as_deref())? {
                text = taken;
            }
            let hash = tokio::task::spawn_blocking(move || with_hashed_pin(&text, served.as_deref()));
            let text = hash.await.map_err(|_| sqlx::Error::WorkerCrashed)?;
            let text = text.map_err(|error| match error {
                PinError::Random(error) => PutError::Store(StoreError::NoRandomBits(error)),
                PinError::Variable(_) => {
                    let message = error.to_string();
                    PutError::Findings(vec![Finding::new(
                        WRONG_VALUE,
                        &record.file,
                        "/kiosk_pin",
                        message,
                    )])
                }
            })?;
            hashed.insert(id.clone(), text);
        }
        Ok(hashed)
    }
}
