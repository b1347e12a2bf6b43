//! Takes orders to erase, and carries them out part by part.

use crate::random::ordered_id;
use crate::staff::DeviceHashes;
use crate::store::{
    ActBy, Erasure, ErasureKind, ErasureStep, ErasureSubject, NewErasure, NodeScope, StepOutcome, Store,
    StoreError, WriteError,
};
use crate::time::now;
use crate::uploads::{FileStorage, delete_expired};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Notify;
use tracing::info;

/// Erases rows and files.
pub(crate) struct Eraser {
    store: Arc<Store>,
    files: Arc<FileStorage>,
    device_hashes: DeviceHashes,
    pub(super) wake: Notify,
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
    #[error("the database takes nothing at present; what was begun goes on later")]
    Busy(WriteError<Infallible>),
    #[error("the operating system gave no random bits: {0}")]
    Random(#[from] getrandom::Error),
}

impl Eraser {
    pub(crate) fn new(store: Arc<Store>, files: Arc<FileStorage>, device_hashes: DeviceHashes) -> Self {
        Self {
            store,
            files,
            device_hashes,
            wake: Notify::new(),
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
            ErasureSubject::Customer(id) => match self.store.node_id_of_customer(id).await? {
                Some(node_id) if nodes.includes(&node_id) => {}
                _ => return Err(ErasureError::UnknownCustomer),
            },
            ErasureSubject::Device(_) | ErasureSubject::ExternalId(_) => {}
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
    /// The database failed. Whoever calls it again goes on.
    pub(crate) async fn carry_out(
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
                break;
            }
            if until.is_some_and(|until| Instant::now() > until) {
                return Ok(ErasureProgress::RowsLeft);
            }
        }
        // The reason is in the log if it fails: then the files are deleted later.
        let _ = delete_expired(&self.store, &self.files).await;
        if self.store.has_released_uploads().await? {
            return Ok(ErasureProgress::FilesLeft);
        }
        self.store
            .end_erasure(id, now())
            .await
            .map_err(ErasureError::Busy)?;
        info!(order = id, "an order to erase is carried out");
        Ok(ErasureProgress::Erased)
    }

    /// Removes what is erased from the files of the database. Returns false if others are in the way at present.
    ///
    /// # Errors
    /// The database failed.
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

    /// Returns the id of a device that is named by it, or by the hash that staff see.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn find_device(&self, name: &str) -> Result<String, ErasureError> {
        let found = if DeviceHashes::has_form(name) {
            let is_it = |device: &str| self.device_hashes.hash(device) == name;
            self.store.find_device(name, is_it).await?
        } else {
            None
        };
        Ok(found.unwrap_or_else(|| name.to_owned()))
    }
}
