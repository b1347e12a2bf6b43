//! Takes orders to erase, and carries them out part by part.

use crate::staff::DeviceHashes;
use crate::uploads::{FileStorage, delete_erased, delete_expired};
use base::random::ordered_id;
use base::time::now;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;
use store::{
    ActBy, Erasure, ErasureKind, ErasureStep, ErasureSubject, NewErasure, NodeScope, StepOutcome, Store,
    StoreError, WriteError,
};
use tokio::sync::Notify;
use tracing::{info, warn};

/// Erases rows and files.
pub(crate) struct Eraser {
    store: Arc<Store>,
    files: Arc<FileStorage>,
    device_hashes: DeviceHashes,
    pub(super) wake: Arc<Notify>,
    is_wipe_due: AtomicBool,
}

/// How far an order was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErasureProgress {
    Erased,
    /// The time was over before all rows were gone.
    RowsLeft,
    /// The storage did not delete all files; it may be away.
    FilesLeft,
}

/// Why something could not be erased now.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ErasureError {
    #[error("there is no such feedback")]
    UnknownFeedback,
    #[error("there is no such customer")]
    UnknownCustomer,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("database unavailable; the erasure continues later")]
    Busy(WriteError<Infallible>),
    #[error("system random generator unavailable: {0}")]
    Random(#[from] getrandom::Error),
}

impl Eraser {
    pub(crate) fn new(store: Arc<Store>, files: Arc<FileStorage>, device_hashes: DeviceHashes) -> Self {
        Self {
            store,
            files,
            device_hashes,
            wake: Arc::default(),
            is_wipe_due: AtomicBool::new(false),
        }
    }

    /// Takes an order about what these nodes have, and returns its id. A repeat returns the order that there is.
    ///
    /// # Errors
    /// The nodes have no such feedback or customer, or the database failed.
    pub(crate) async fn order(
        &self,
        subject: ErasureSubject,
        nodes: NodeScope,
        staff: &str,
    ) -> Result<String, ErasureError> {
        match &subject {
            ErasureSubject::Feedback(id) => match self.store.node_id_of_feedback(id).await? {
                Some(node_id) if nodes.includes(&node_id) => {}
                Some(_) => return Err(ErasureError::UnknownFeedback),
                None => {
                    let earlier = self.store.erasure_of_feedback(id).await?;
                    let earlier = earlier.filter(|earlier| nodes.includes_all_of(&earlier.nodes));
                    return Ok(earlier.ok_or(ErasureError::UnknownFeedback)?.id);
                }
            },
            // The row goes first, while files may wait for their storage.
            ErasureSubject::Customer(id) if !self.store.knows_customer(id, &nodes).await? => {
                let earlier = self.store.erasure_under_way(&subject, &nodes).await?;
                self.wake.notify_one();
                return earlier.ok_or(ErasureError::UnknownCustomer);
            }
            ErasureSubject::Customer(_) | ErasureSubject::Device(_) | ErasureSubject::ExternalId(_) => {}
        }
        let at = now();
        let order = NewErasure {
            new_id: ordered_id(at)?,
            subject,
            nodes,
            by: ActBy {
                staff: staff.to_owned(),
                at,
            },
        };
        let id = self
            .store
            .begin_erasure(order)
            .await
            .map_err(ErasureError::Busy)?;
        self.wake.notify_one();
        Ok(id)
    }

    /// Erases rows and files of an order until nothing is left, or until a time. Others may do the same at the same time.
    ///
    /// # Errors
    /// The database failed. Anyone who calls it again continues.
    pub(crate) async fn carry_out(
        &self,
        id: &str,
        until: Option<Instant>,
    ) -> Result<ErasureProgress, ErasureError> {
        match self.erase_rows(id, until).await? {
            ErasureProgress::FilesLeft => self.erase_files(id).await,
            progress => Ok(progress),
        }
    }

    /// Erases the rows of an order; files may be left then.
    pub(super) async fn erase_rows(
        &self,
        id: &str,
        until: Option<Instant>,
    ) -> Result<ErasureProgress, ErasureError> {
        let Some(order) = self.store.erasure(id).await? else {
            return Ok(ErasureProgress::Erased);
        };
        if order.erased_at.is_some() {
            return Ok(ErasureProgress::Erased);
        }
        let device_id = self.device_of(&order).await?;
        let device_hash = device_id.map(|id| self.device_hashes.hash(&id));
        loop {
            let step = ErasureStep {
                erasure_id: id.to_owned(),
                device_hash: device_hash.clone(),
                at: now(),
            };
            if self.store.erase_part(step).await.map_err(ErasureError::Busy)? == StepOutcome::NoRowsLeft {
                return Ok(ErasureProgress::FilesLeft);
            }
            if until.is_some_and(|until| Instant::now() > until) {
                return Ok(ErasureProgress::RowsLeft);
            }
        }
    }

    /// Deletes the files of an order whose rows are erased, and ends the order if that succeeds.
    pub(super) async fn erase_files(&self, id: &str) -> Result<ErasureProgress, ErasureError> {
        if let Err(error) = delete_erased(&self.store, &self.files, id).await {
            warn!(%error, order = id, "erasure incomplete; will retry");
        }
        if self.store.has_erased_files(id).await? {
            return Ok(ErasureProgress::FilesLeft);
        }
        self.store
            .end_erasure(id, now())
            .await
            .map_err(ErasureError::Busy)?;
        info!(order = id, "erasure order carried out");
        Ok(ErasureProgress::Erased)
    }

    /// Deletes files that nothing names any more.
    pub(super) async fn delete_released(&self) {
        if let Err(error) = delete_expired(&self.store, &self.files).await {
            warn!(%error, "erasure incomplete; will retry");
        }
    }

    /// Has what was erased removed from the files of the database, now or later.
    pub(super) fn note_erased(&self) {
        self.is_wipe_due.store(true, Relaxed);
    }

    pub(super) fn is_wipe_due(&self) -> bool {
        self.is_wipe_due.load(Relaxed)
    }

    /// Removes what was erased since the last time from the files of the database. Returns false if others are in the way at present:
    /// then it is still due.
    pub(super) async fn wipe_if_due(&self) -> Result<bool, ErasureError> {
        if !self.is_wipe_due.swap(false, Relaxed) {
            return Ok(true);
        }
        let wiped = self.wipe().await;
        if !matches!(wiped, Ok(true)) {
            self.note_erased();
        }
        wiped
    }

    /// Removes what is erased from the files of the database. Returns false if others are in the way at present.
    pub(crate) async fn wipe(&self) -> Result<bool, ErasureError> {
        let erased_before = now();
        let is_wiped = self.store.wipe().await?;
        if is_wiped {
            let noted = self.store.note_wiped(erased_before, now()).await;
            noted.map_err(ErasureError::Busy)?;
        }
        Ok(is_wiped)
    }

    /// Returns the device that an order is about.
    async fn device_of(&self, order: &Erasure) -> Result<Option<String>, ErasureError> {
        if order.kind != ErasureKind::Device || order.device_id.is_some() {
            return Ok(order.device_id.clone());
        }
        let Some(subject) = &order.subject else {
            return Ok(None);
        };
        let device_id = self.find_device(subject).await?;
        let resolved = self.store.resolve_erasure(&order.id, &device_id).await;
        resolved.map_err(ErasureError::Busy)?;
        Ok(Some(device_id))
    }

    /// Returns the same subject, with a device by its id instead of the hash that staff see.
    pub(crate) async fn resolve(&self, subject: ErasureSubject) -> Result<ErasureSubject, ErasureError> {
        Ok(match subject {
            ErasureSubject::Device(name) => ErasureSubject::Device(self.find_device(&name).await?),
            other => other,
        })
    }

    /// Returns the id of a device that is named by it, or by the hash that staff see.
    async fn find_device(&self, name: &str) -> Result<String, ErasureError> {
        let found = if DeviceHashes::has_form(name) {
            let is_it = |device: &str| self.device_hashes.hash(device) == name;
            self.store.find_device(name, is_it).await?
        } else {
            None
        };
        Ok(found.unwrap_or_else(|| name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server_key::Secrets;
    use crate::uploads::FILES_FOLDER;
    use sqlx::{Connection, SqliteConnection};

    #[tokio::test]
    async fn a_failed_wipe_remains_due() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(folder.path()).await.unwrap());
        let files = FileStorage::open(None, &folder.path().join(FILES_FOLDER)).unwrap();
        let hashes = DeviceHashes::new(&store, &Secrets::default()).await.unwrap();
        let eraser = Eraser::new(Arc::clone(&store), Arc::new(files), hashes);
        let log = || {
            std::fs::metadata(folder.path().join("pulsen.db-wal"))
                .unwrap()
                .len()
        };
        assert!(log() > 0);
        assert!(eraser.wipe_if_due().await.unwrap());
        assert!(log() > 0, "nothing was due");

        let file = format!("sqlite://{}", folder.path().join("pulsen.db").display());
        let mut reader = SqliteConnection::connect(&file).await.unwrap();
        let read = "BEGIN; SELECT COUNT(*) FROM feedbacks";
        sqlx::raw_sql(read).execute(&mut reader).await.unwrap();
        eraser.note_erased();
        assert!(!eraser.wipe_if_due().await.unwrap());
        assert!(!eraser.wipe_if_due().await.unwrap());
        reader.close().await.unwrap();
        assert!(eraser.wipe_if_due().await.unwrap());
        assert_eq!(log(), 0);
        store.close().await;
    }
}
