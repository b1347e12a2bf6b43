//! `pulsen person`.

use super::data_option::DataOption;
use super::error::CommandError;
use super::serve::secrets_from_environment;
use super::somebody::{Somebody, nothing_held};
use crate::FilesAddress;
use crate::erasure::{Eraser, HeldDocument, HeldFile, Reader, holds_anything};
use crate::staff::DeviceHashes;
use crate::store::{Holder, NodeScope, Store};
use crate::uploads::{FILES_FOLDER, FileStorage};
use clap::Args;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Only the owner may read what is written.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// Writes everything that is held about somebody into a new folder: `data.json`, and their files beside it
/// (docs/deletion.md#what-we-hold-about-somebody).
#[derive(Debug, Args)]
pub(super) struct Person {
    #[command(flatten)]
    somebody: Somebody,

    /// The folder; it must not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Storage for uploads that speaks S3, as of `pulsen serve`.
    #[arg(long, value_name = "URL", env = "PULSEN_FILES", hide_env_values = true)]
    files: Option<FilesAddress>,

    #[command(flatten)]
    data: DataOption,
}

impl Person {
    /// Prints how many rows and files were written on standard output.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let subject = self.somebody.into_subject().ok_or("name whose data is wanted")?;
        let secrets = secrets_from_environment()?;
        let out = self.out;
        self.data.with_shared_store(async |store| {
            let hashes = DeviceHashes::new(&store, &secrets).await?;
            let files = FileStorage::open(self.files.as_ref(), &self.data.data.join(FILES_FOLDER))?;
            let files = Arc::new(files);
            let eraser = Eraser::new(Arc::clone(&store), Arc::clone(&files), hashes);
            let subject = eraser.resolve(subject).await?;
            let holder = store.holder(&subject, &NodeScope::All).await?;
            if !holds_anything(&store, &holder).await? {
                return Err(nothing_held("written").into());
            }
            private_folder(&out).map_err(|error| format!("{} cannot be created: {error}", out.display()))?;
            let (rows, held) = write_rows(store, &holder, &out).await?;
            let number = write_files(&files, held, &out).await?;
            println!("wrote {rows} rows and {number} files to {}", out.display());
            Ok(ExitCode::SUCCESS)
        })
    }
}

/// Writes the rows of all tables as one JSON object, and returns how many, and their files.
async fn write_rows(
    store: Arc<Store>,
    holder: &Holder,
    out: &Path,
) -> Result<(usize, Vec<HeldFile>), CommandError> {
    let mut document = HeldDocument::begin(store, holder, Reader::Operator);
    let mut json = BufWriter::new(private_file(&out.join("data.json"))?);
    while let Some(part) = document.next().await? {
        json.write_all(part.as_bytes())?;
    }
    json.flush()?;
    Ok((document.rows, document.files))
}

async fn write_files(storage: &FileStorage, files: Vec<HeldFile>, out: &Path) -> Result<usize, CommandError> {
    let folder = out.join("files");
    let mut number = 0;
    for HeldFile { name, storage_key } in files {
        let Some(content) = storage.get(&storage_key).await? else {
            eprintln!("pulsen: the file {name} is missing in the storage");
            continue;
        };
        if number == 0 {
            private_folder(&folder)?;
        }
        let (_, body) = content.into_body();
        let bytes = axum::body::to_bytes(body, usize::MAX).await?;
        private_file(&folder.join(name))?.write_all(&bytes)?;
        number += 1;
    }
    Ok(number)
}

fn private_folder(path: &Path) -> std::io::Result<()> {
    DirBuilder::new().mode(FOLDER_MODE).create(path)
}

fn private_file(path: &Path) -> std::io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(FILE_MODE)
        .open(path)
}
