//! `pulsen person`.

use super::counted::counted;
use super::data_option::DataOption;
use super::error::CommandError;
use super::person_page::person_page;
use super::serve::secrets_from_environment;
use super::somebody::{Somebody, nothing_held};
use crate::FilesAddress;
use crate::erasure::{Eraser, HeldDocument, HeldFile, Reader, holds_anything};
use crate::staff::DeviceHashes;
use crate::uploads::{FILES_FOLDER, FileStorage};
use clap::Args;
use std::collections::HashMap;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use store::{Holder, NodeScope, Store};

/// Only the owner may read what is written.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

/// Writes everything that is held about somebody into a new folder: a page to read (`index.html`), `data.json`, and their files
/// (docs/deletion.md#personal-data-export).
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
        let named = self.somebody.into_named().ok_or("name whose data is wanted")?;
        let secrets = secrets_from_environment()?;
        let out = self.out;
        self.data.with_shared_store(async |store| {
            let hashes = DeviceHashes::new(&store, &secrets).await?;
            let files = FileStorage::open(self.files.as_ref(), &self.data.data.join(FILES_FOLDER))?;
            let files = Arc::new(files);
            let eraser = Eraser::new(Arc::clone(&store), Arc::clone(&files), hashes);
            let holder = named
                .resolved(&eraser)
                .await?
                .holder(&store, &NodeScope::All)
                .await?;
            if !holds_anything(&store, &holder).await? {
                return Err(nothing_held("written").into());
            }
            private_folder(&out).map_err(|error| format!("{} cannot be created: {error}", out.display()))?;
            let (rows, held) = write_rows(Arc::clone(&store), &holder, &out).await?;
            let written = write_files(&files, held, &out).await?;
            let number = written.len();
            write_page(&store, &out, &written).await?;
            println!(
                "wrote {} and {} to {}",
                counted(rows, "row"),
                counted(number, "file"),
                out.display()
            );
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

/// Writes a page for people beside the rows.
async fn write_page(
    store: &Store,
    out: &Path,
    file_names: &HashMap<String, String>,
) -> Result<(), CommandError> {
    let document = serde_json::from_slice(&std::fs::read(out.join("data.json"))?)?;
    let page = person_page(store, &document, file_names).await?;
    private_file(&out.join("index.html"))?.write_all(page.as_bytes())?;
    Ok(())
}

/// Writes the files, and returns their names by the ids of their rows.
async fn write_files(
    storage: &FileStorage,
    files: Vec<HeldFile>,
    out: &Path,
) -> Result<HashMap<String, String>, CommandError> {
    let folder = out.join("files");
    let mut written = HashMap::new();
    for HeldFile {
        id,
        name,
        storage_key,
    } in files
    {
        let Some(content) = storage.get(&storage_key).await? else {
            eprintln!("pulsen: the file {name} is missing in the storage");
            continue;
        };
        if written.is_empty() {
            private_folder(&folder)?;
        }
        let (_, body) = content.into_body();
        let bytes = axum::body::to_bytes(body, usize::MAX).await?;
        private_file(&folder.join(&name))?.write_all(&bytes)?;
        written.insert(id, name);
    }
    Ok(written)
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
