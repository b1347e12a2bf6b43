//! Files that visitors upload (docs/api.md#uploads): from the first byte to the storage, and their end.
//!
//! A file arrives on disk, without a name (`incoming`); what it is, its content tells (`content`). Then it is checked
//! (`pdf`) or rewritten (`images`) when its turn comes (`processing_queue`). Its row is inserted before its file is stored, and
//! deleted after its file (`expiry`): so each file in the `storage` has a row, whenever the process ends. What belongs to no
//! row all the same is found (`strays`).

mod content;
mod error;
mod expiry;
mod export_parts;
mod images;
mod incoming;
mod largest_sources;
mod limits;
mod name;
mod pdf;
mod processing_queue;
#[cfg(feature = "s3")]
mod s3;
#[cfg(not(feature = "s3"))]
#[path = "s3/absent.rs"]
mod s3;
mod scanner;
mod sources;
mod storage;
mod strays;
mod upload_permits;

pub(crate) use content::{AcceptedFiles, ContentError};
pub(crate) use error::{RoundError, UploadError};
pub(crate) use expiry::{delete_erased, delete_expired};
pub(crate) use export_parts::delete_released_exports;
pub(crate) use incoming::{IncomingFile, ReceivedFile};
pub(crate) use limits::MAX_FILE_BYTES;
pub use limits::UploadLimits;
pub use s3::{FilesAddress, FilesAddressError};
pub(crate) use scanner::Scanner;
pub use scanner::{ScannerAddress, ScannerAddressError};
pub(crate) use sources::UploadSources;
pub(crate) use storage::{
    FILES_FOLDER, FileContent, FileStorage, StorageError, StorageUnavailable, file_place,
};
pub(crate) use strays::{LookError, StrayFiles};
pub(crate) use upload_permits::UploadPermit;

use crate::background::Background;
use crate::disk_room::DiskRoom;
use base::panics::TaskError;
use base::random::random_id;
use base::time::{Millis, now};
use content::FileKind;
use error::unavailable;
use expiry::Expiry;
use images::InspectedImage;
use name::display_name;
use processing_queue::{ProcessingPermit, ProcessingQueue};
use scanner::Verdict;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;
use store::{
    NewUpload, Store, StoredUpload, UploadOwner, UploadQuota, UploadQuotas, UploadRefusal, WriteError,
};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tracing::{error, info, warn};
use upload_permits::UploadPermits;

/// What is refused besides files that are damaged or of other kinds.
#[derive(Debug, Clone, Default)]
pub struct UploadChecks {
    /// Looks at each file before it is stored.
    pub scanner: Option<ScannerAddress>,
    /// Whether documents with scripts or files in them are accepted.
    pub allow_active_documents: bool,
}

/// How long an upload waits for its turn.
const TURN_WAIT: Duration = Duration::from_secs(20);

/// How many files are looked at, at the same time, to find out how much memory they need.
const INSPECTIONS: usize = 2;

/// Time in which a file must be in the storage; later its row may be deleted. The storage gives up much earlier.
const STORING_LIFE: Millis = 2 * 60 * 1000;

/// The uploads of this process.
pub(crate) struct Uploads {
    store: Arc<Store>,
    storage: Arc<FileStorage>,
    expiry: Expiry,
    limits: UploadLimits,
    sources: UploadSources,
    room: Arc<DiskRoom>,
    permits: Arc<UploadPermits>,
    queue: Arc<ProcessingQueue>,
    inspections: Semaphore,
    /// Looks at each file before it is stored; `None`: nobody does.
    scanner: Option<Scanner>,
    /// Whether documents with scripts or files in them are accepted.
    allow_active_documents: bool,
}

impl Uploads {
    pub(crate) fn new(
        store: Arc<Store>,
        storage: Arc<FileStorage>,
        limits: UploadLimits,
        checks: UploadChecks,
        sources: UploadSources,
        room: Arc<DiskRoom>,
    ) -> Self {
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            expiry: Expiry::new(limits.unclaimed_bytes),
            store,
            storage,
            sources,
            room,
            permits: UploadPermits::new(&limits),
            queue: ProcessingQueue::new(limits.memory, processors),
            inspections: Semaphore::new(INSPECTIONS),
            scanner: checks.scanner.map(Scanner::new),
            allow_active_documents: checks.allow_active_documents,
            limits,
        }
    }

    /// Starts deleting what has expired, with what has while no server ran.
    pub(crate) fn start_expiry(self: &Arc<Self>, background: &mut Background) {
        let uploads = Arc::clone(self);
        background.start(self.expiry.task(), move |_| {
            let uploads = Arc::clone(&uploads);
            async move { uploads.expiry.delete(&uploads.store, &uploads.storage).await }
        });
    }

    /// Takes a permit among the uploads under way; `None` if there is none. The client has no address if its own may stand
    /// for many.
    pub(crate) fn enter(&self, client: Option<IpAddr>) -> Option<UploadPermit> {
        self.permits.enter(client)
    }

    /// Returns where an upload comes from, as far as its limits go.
    pub(crate) fn source(&self, client: Option<IpAddr>, device_id: &str) -> String {
        self.sources.source(client, device_id)
    }

    /// Checks whether there is room for one more file of an owner. Who may write in a chat does not depend on the room that
    /// strangers take: a message takes its file at once.
    ///
    /// # Errors
    /// The device or its source has too many, there is no room for files that no feedback has taken, or the database failed.
    pub(crate) async fn check_quota(&self, owner: &UploadOwner) -> Result<(), UploadError> {
        if !owner.is_in_chat() && self.expiry.is_full() {
            return Err(UploadError::Full);
        }
        let quotas = self.quotas(owner);
        let allowed = self.store.may_upload(owner, 0, quotas, now()).await;
        if allowed.map_err(|error| unavailable(&error))? {
            Ok(())
        } else {
            Err(UploadError::TooMany)
        }
    }

    /// Begins to receive a file.
    ///
    /// # Errors
    /// The disk failed, or has little room.
    pub(crate) async fn receive(&self, accepted: AcceptedFiles) -> Result<IncomingFile, UploadError> {
        self.room.check_file()?;
        let storage = Arc::clone(&self.storage);
        let file = spawn_blocking(move || storage.nameless_file()).await;
        let file = file.map_err(TaskError::io).flatten();
        Ok(IncomingFile::new(file?, accepted, Arc::clone(&self.room)))
    }

    /// Checks a file, re-encodes it if it is an image, and stores it with its row. Returns when both are stored.
    ///
    /// # Errors
    /// The content is not accepted, the device has too many uploads, or something is unavailable.
    pub(crate) async fn store(
        &self,
        owner: UploadOwner,
        claimed_name: &str,
        file: ReceivedFile,
    ) -> Result<StoredUpload, UploadError> {
        let file = Arc::new(file);
        let (inspected, mut permit) = self.take_permit(&file, &owner.source).await?;
        self.scan(&file).await?;
        let image_time = self.limits.image_time;
        let allow_active_documents = self.allow_active_documents;
        // The permit goes along: the work is done to its end even if the visitor hangs up.
        let prepared = spawn_blocking(move || {
            let prepared = prepare(&file, inspected, image_time, allow_active_documents)?;
            permit.keep(prepared.bytes.len() as u64);
            Ok::<_, UploadError>((prepared, permit))
        });
        let (prepared, permit) = prepared
            .await
            .map_err(|error| unavailable(&TaskError::from(error)))??;
        let Prepared {
            bytes,
            kind,
            dimensions,
        } = prepared;
        self.room.check_file()?;
        let upload = StoredUpload {
            id: random_id().map_err(|error| unavailable(&error))?,
            name: display_name(claimed_name, kind),
            size: bytes.len() as u64,
            media_type: kind.media_type().into(),
            width: dimensions.map(|(width, _)| width.into()),
            height: dimensions.map(|(_, height)| height.into()),
            storage_key: random_id().map_err(|error| unavailable(&error))?,
        };
        let quotas = self.quotas(&owner);
        let new = NewUpload {
            upload: upload.clone(),
            owner,
            created_at: now(),
            expires_at: now() + STORING_LIFE,
            quotas,
        };
        self.store.begin_upload(new).await?;
        self.expiry.count(upload.size);
        // If this fails, the row expires: the storage may take the file all the same, a little later.
        self.storage
            .put(&upload.storage_key, bytes, kind.media_type())
            .await?;
        drop(permit);
        self.store.finish_upload(upload.id.clone(), now()).await?;
        Ok(upload)
    }

    /// Has the scanner look at a file as it came.
    async fn scan(&self, file: &ReceivedFile) -> Result<(), UploadError> {
        let Some(scanner) = &self.scanner else {
            return Ok(());
        };
        match scanner.scan(file).await {
            Ok(Verdict::Clean) => Ok(()),
            Ok(Verdict::Found(name)) => {
                warn!(name, "upload refused: scanner found a harmful file");
                Err(ContentError::Harmful.into())
            }
            Err(error) => {
                error!(%error, "upload failed: scanner unavailable");
                Err(UploadError::Unavailable)
            }
        }
    }

    /// Removes an upload that no feedback has taken. Returns false if the device has no such upload.
    pub(crate) async fn remove(&self, id: String, device_id: String) -> Result<bool, UploadError> {
        match self.store.remove_upload(id, device_id).await {
            Ok(()) => {
                self.expiry.wake();
                Ok(true)
            }
            Err(WriteError::Refused(UploadRefusal::Unknown)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the file of an upload for reading; `None` if the storage has lost it.
    ///
    /// # Errors
    /// The storage is unavailable.
    pub(crate) async fn open(&self, upload: &StoredUpload) -> Result<Option<FileContent>, UploadError> {
        Ok(self.storage.get(&upload.storage_key).await?)
    }

    /// Deletes files that belong to no row, unless they are so many that the storage seems to belong to another database.
    pub(crate) async fn delete_strays(&self) -> Result<(), LookError> {
        let found = StrayFiles::find(&self.storage, &self.store.stored_files(), None).await?;
        let (number, known, missing) = (found.strays.len(), found.known, found.missing);
        if missing > 0 {
            warn!(missing, "files missing in storage: restore them from backup");
        }
        if found.is_suspicious() {
            error!(
                number,
                known,
                "most files in storage are orphaned; deleting none: does another database use this storage?"
            );
            return Ok(());
        }
        for key in &found.strays {
            self.storage.delete(key).await?;
        }
        if number > 0 {
            info!(number, "orphaned files deleted");
        }
        Ok(())
    }

    fn quotas(&self, owner: &UploadOwner) -> UploadQuotas {
        let limits = &self.limits;
        UploadQuotas {
            device: UploadQuota {
                files: limits.files_per_device,
                bytes: limits.bytes_per_device,
            },
            source: (!owner.is_in_chat()).then_some(UploadQuota {
                files: limits.files_per_address,
                bytes: limits.bytes_per_address,
            }),
        }
    }

    /// Waits for the turn of a file from a source.
    async fn take_permit(
        &self,
        file: &Arc<ReceivedFile>,
        source: &str,
    ) -> Result<(Option<InspectedImage>, ProcessingPermit), UploadError> {
        let wait = async {
            let inspected = {
                let permit = self
                    .inspections
                    .acquire()
                    .await
                    .map_err(|error| unavailable(&error))?;
                let file = Arc::clone(file);
                let inspected = spawn_blocking(move || inspect(&file)).await;
                drop(permit);
                inspected.map_err(|error| unavailable(&TaskError::from(error)))??
            };
            // Once as it came, and once more for decoders that make a copy and for the written image.
            let bytes = 2 * file.size() as u64;
            let memory = match inspected {
                Some(image) => image.needed_memory(),
                // Room grows twofold.
                None => 2 * pdf::UNPACKED_BYTES as u64,
            };
            let permit = self.queue.take(source, bytes + memory).await;
            Ok((inspected, permit.ok_or(UploadError::Unavailable)?))
        };
        match tokio::time::timeout(TURN_WAIT, wait).await {
            Ok(permit) => permit,
            Err(_) => Err(unavailable(&"its turn did not come in time")),
        }
    }
}

/// Looks at a file before it is processed; `None` for what is no image.
fn inspect(file: &ReceivedFile) -> Result<Option<InspectedImage>, UploadError> {
    Ok(match file.kind {
        FileKind::Pdf => None,
        kind => Some(InspectedImage::of(&file.read()?, kind)?),
    })
}

/// What is stored of a file.
struct Prepared {
    bytes: Vec<u8>,
    kind: FileKind,
    /// Width and height of an image.
    dimensions: Option<(u32, u32)>,
}

/// Returns what to store.
fn prepare(
    file: &ReceivedFile,
    inspected: Option<InspectedImage>,
    image_time: Duration,
    allow_active_documents: bool,
) -> Result<Prepared, UploadError> {
    let bytes = file.read()?;
    Ok(match inspected {
        None => {
            pdf::check(&bytes)?;
            if !allow_active_documents {
                pdf::check_that_it_is_passive(&bytes)?;
            }
            Prepared {
                bytes,
                kind: FileKind::Pdf,
                dimensions: None,
            }
        }
        Some(image) => {
            let image = image.rewrite(&bytes, image_time)?;
            Prepared {
                bytes: image.bytes,
                kind: image.kind,
                dimensions: Some(image.dimensions),
            }
        }
    })
}
