//! Where the files of uploads lie: in a folder, or in storage that speaks S3 (docs/api.md#storage-of-files).

use super::s3::{self, FilesAddress};
use axum::body::{Body, Bytes};
use base::panics::TaskError;
use base::random::is_random_id;
use base::telemetry::{System, measured};
use base::time::Millis;
use futures_util::{Stream, TryStreamExt};
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{Attribute, Attributes, GetResult, ObjectStore, ObjectStoreExt, PutOptions, PutPayload};
use std::collections::HashMap;
use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use tokio::task::spawn_blocking;
use tracing::error;

/// In which the storage must take a file.
const PUT_LIMIT: Duration = Duration::from_secs(20);

/// In which it must begin to give one, or delete one.
const GET_LIMIT: Duration = Duration::from_secs(5);

/// In which it must list the files of a shelf.
const LIST_LIMIT: Duration = Duration::from_secs(30);

/// Age at which a file that was never finished is deleted. Writing one takes [`PUT_LIMIT`] at most.
const STALE: Duration = Duration::from_mins(10);

/// The folder of files in the data folder.
pub(crate) const FILES_FOLDER: &str = "files";

/// The folder, within that of the files, for files that are being written.
const INCOMING: &str = "incoming";

/// The permissions of folders and files: for the owner only.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// The storage cannot be used at present; the log has the reason.
#[derive(Debug, thiserror::Error)]
#[error("file storage unavailable")]
pub(crate) struct StorageUnavailable;

/// Why a storage cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StorageError {
    #[error("the folder of files {} cannot be used: {source}", path.display())]
    Folder { path: PathBuf, source: io::Error },
    #[error("file storage failed: {0}")]
    Settings(#[from] object_store::Error),
}

/// The storage of files.
pub(crate) struct FileStorage {
    objects: Arc<dyn ObjectStore>,
    /// Before the key of each file, with a slash at its end if it is not empty.
    prefix: String,
    /// Set if the files are in a folder of this machine.
    folder: Option<Arc<LocalFolder>>,
}

/// A file that is read from the storage.
pub(crate) struct FileContent(GetResult);

impl FileContent {
    /// Returns the size in bytes, and the bytes as the body of a response, read as fast as it is sent.
    pub(crate) fn into_body(self) -> (u64, Body) {
        (self.0.meta.size, Body::from_stream(self.0.into_stream()))
    }

    /// Returns the bytes, read as fast as they are taken. A storage that fails in the middle is logged.
    pub(crate) fn into_bytes(self) -> impl Stream<Item = Result<Bytes, StorageUnavailable>> + Send + 'static {
        self.0.into_stream().map_err(|error| {
            error!(%error, "file storage failed in the middle of a file");
            StorageUnavailable
        })
    }
}

/// A folder of files. Files are read and deleted through [`LocalFileSystem`], which gives what it writes to everybody on the
/// machine.
struct LocalFolder {
    path: PathBuf,
}

impl FileStorage {
    /// Opens the storage at an address, or else in a folder, which is created if it is missing.
    ///
    /// # Errors
    /// The folder cannot be used, or the address has a wrong setting. Whether a server of S3 responds is not tried.
    pub(crate) fn open(address: Option<&FilesAddress>, folder: &Path) -> Result<Self, StorageError> {
        match address {
            Some(address) => {
                let (objects, prefix) = s3::open(address)?;
                Ok(Self {
                    objects,
                    prefix,
                    folder: None,
                })
            }
            None => Self::open_folder(folder),
        }
    }

    /// Opens a folder of files as it is.
    ///
    /// # Errors
    /// There is none, or it cannot be used.
    pub(crate) fn open_existing_folder(path: &Path) -> Result<Self, StorageError> {
        Ok(Self {
            objects: Arc::new(LocalFileSystem::new_with_prefix(path)?),
            prefix: String::new(),
            folder: Some(Arc::new(LocalFolder {
                path: path.to_owned(),
            })),
        })
    }

    fn open_folder(path: &Path) -> Result<Self, StorageError> {
        let create = || {
            create_folder(&path.join(INCOMING))?;
            std::fs::set_permissions(path, Permissions::from_mode(FOLDER_MODE))
        };
        create().map_err(|source| StorageError::Folder {
            path: path.to_owned(),
            source,
        })?;
        Self::open_existing_folder(path)
    }

    /// Stores a file under a key, as a whole or not at all.
    ///
    /// # Errors
    /// The storage does not take it now. It may take it all the same, a little later: delete it before you forget the key.
    pub(crate) async fn put(
        &self,
        key: &str,
        file: Vec<u8>,
        media_type: &'static str,
    ) -> Result<(), StorageUnavailable> {
        let ends = Instant::now() + PUT_LIMIT;
        let write = async {
            match &self.folder {
                Some(folder) => {
                    let (folder, key, path) = (Arc::clone(folder), key.to_owned(), self.path(key));
                    let written = spawn_blocking(move || folder.put(&key, &path, &file, ends)).await;
                    let written = written.map_err(TaskError::io).flatten();
                    written.map_err(|source| object_store::Error::Generic {
                        store: "folder",
                        source: source.into(),
                    })
                }
                None => {
                    let attributes = Attributes::from_iter([(Attribute::ContentType, media_type)]);
                    let options = PutOptions::from(attributes);
                    let path = self.path(key);
                    let put = self.objects.put_opts(&path, PutPayload::from(file), options);
                    put.await.map(|_| ())
                }
            }
        };
        within(PUT_LIMIT, "store", write).await
    }

    /// Returns a file; `None` if there is none under the key.
    pub(crate) async fn get(&self, key: &str) -> Result<Option<FileContent>, StorageUnavailable> {
        let path = self.path(key);
        let read = async {
            match self.objects.get(&path).await {
                Ok(file) => Ok(Some(FileContent(file))),
                Err(object_store::Error::NotFound { .. }) => Ok(None),
                Err(error) => Err(error),
            }
        };
        within(GET_LIMIT, "read", read).await
    }

    /// Deletes a file if it is there.
    pub(crate) async fn delete(&self, key: &str) -> Result<(), StorageUnavailable> {
        let path = self.path(key);
        let delete = async {
            match self.objects.delete(&path).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
                Err(error) => Err(error),
            }
        };
        within(GET_LIMIT, "delete", delete).await
    }

    /// Returns the keys of all files on a shelf ([`file_place`]), each with the time of its last change. What has not the name of a
    /// file of ours is not among them.
    pub(super) async fn list(&self, shelf: &str) -> Result<HashMap<String, Millis>, StorageUnavailable> {
        let prefix = ObjectPath::from(format!("{}{shelf}", self.prefix));
        let read = self.objects.list(Some(&prefix)).try_filter_map(async |file| {
            let is_ours = |key: &&str| is_random_id(key) && self.path(key) == file.location;
            let key = file.location.filename().filter(is_ours);
            Ok(key.map(|key| (key.to_owned(), file.last_modified.timestamp_millis())))
        });
        within(LIST_LIMIT, "list", read.try_collect()).await
    }

    /// Returns a folder on the disk where files arrive.
    pub(crate) fn arrivals(&self) -> PathBuf {
        match &self.folder {
            Some(folder) => folder.path.clone(),
            None => std::env::temp_dir(),
        }
    }

    /// Opens a file without a name for an upload that arrives. Nothing is left of it when it is dropped, or when the process
    /// ends in whatever way.
    pub(super) fn nameless_file(&self) -> io::Result<File> {
        match &self.folder {
            // On the disk that has room for files; the folder for temporary files is often kept in memory.
            Some(folder) => tempfile::tempfile_in(folder.path.join(INCOMING)),
            None => tempfile::tempfile(),
        }
    }

    /// Deletes what processes that ended have left in the folder. Storage that speaks S3 keeps nothing of a file that did
    /// not arrive as a whole.
    pub(super) fn delete_stale_files(&self) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let now = SystemTime::now();
        for entry in folder.path.join(INCOMING).read_dir()? {
            let entry = entry?;
            let metadata = match entry.metadata() {
                Ok(metadata) => metadata,
                // It has got its final name in the meantime.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            let age = now.duration_since(metadata.modified()?).unwrap_or_default();
            if age > STALE {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Returns the path of a key.
    fn path(&self, key: &str) -> ObjectPath {
        ObjectPath::from(format!("{}{}", self.prefix, file_place(key)))
    }
}

impl LocalFolder {
    /// Writes in the folder for incoming files first, so that what a process leaves when it ends is found there. Returns
    /// when a power failure cannot take the file any more.
    fn put(&self, key: &str, path: &ObjectPath, bytes: &[u8], ends: Instant) -> io::Result<()> {
        let incoming = self.path.join(INCOMING).join(key);
        let written = self.write(&incoming, &self.path.join(path.as_ref()), bytes, ends);
        if written.is_err() {
            // Fails if the file is not there. What is left is deleted when it is stale.
            let _ = std::fs::remove_file(incoming);
        }
        written
    }

    fn write(&self, incoming: &Path, path: &Path, bytes: &[u8], ends: Instant) -> io::Result<()> {
        let mut options = OpenOptions::new();
        let mut file = options
            .write(true)
            .create_new(true)
            .mode(FILE_MODE)
            .open(incoming)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        let shelf = path.parent().unwrap_or(&self.path);
        if !shelf.is_dir() {
            create_folder(shelf)?;
            File::open(&self.path)?.sync_all()?;
        }
        if Instant::now() > ends {
            // Nobody waits for it any more, and its row may be gone soon.
            return Err(io::ErrorKind::TimedOut.into());
        }
        std::fs::rename(incoming, path)?;
        File::open(shelf)?.sync_all()
    }
}

/// Returns where the file of a key is within the storage. Folders with many thousands of files are slow to list.
pub(crate) fn file_place(key: &str) -> String {
    let shelf = key.get(..2).unwrap_or("00");
    format!("{shelf}/{key}")
}

fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

async fn within<T>(
    limit: Duration,
    what: &'static str,
    work: impl Future<Output = object_store::Result<T>>,
) -> Result<T, StorageUnavailable> {
    let attempt = async {
        match tokio::time::timeout(limit, work).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => {
                error!(%error, "file storage failed to {what} a file");
                Err(StorageUnavailable)
            }
            Err(_) => {
                error!("file storage timeout: failed to {what} a file");
                Err(StorageUnavailable)
            }
        }
    };
    measured(System::Storage, attempt).await
}
