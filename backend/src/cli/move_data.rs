//! `pulsen move`.

use super::error::CommandError;
use crate::FilesAddress;
use crate::uploads::{FILES_FOLDER, FileStorage};
use clap::Args;
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::process::ExitCode;
use store::{DatabaseAddress, FolderLock, has_database, move_database, stored_files};
use tokio::runtime::Runtime;

/// How a moved file is stored. Its type is in the database.
const MEDIA_TYPE: &str = "application/octet-stream";

/// Copies the database of a data folder to PostgreSQL, its files to storage that speaks S3, or both
/// (docs/scale.md#from-sqlite-to-postgresql). The folder stays as it is.
///
/// Stop the server before. A repeat continues where the last one stopped.
#[derive(Debug, Args)]
pub(super) struct Move {
    /// The data folder.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,

    /// Address of an empty PostgreSQL database, such as postgres://user:password@host/database. Other users of the machine can read
    /// command lines: better set the environment variable.
    #[arg(
        long,
        value_name = "URL",
        env = "PULSEN_DATABASE",
        hide_env_values = true,
        required_unless_present = "files"
    )]
    to: Option<DatabaseAddress>,

    /// Storage for files that speaks S3, as of `pulsen serve`.
    #[arg(long, value_name = "URL", env = "PULSEN_FILES", hide_env_values = true)]
    files: Option<FilesAddress>,
}

impl Move {
    /// Prints each table, and the number of files, when they are proven to be the same.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        Runtime::new()?.block_on(async {
            if !has_database(&self.from) {
                return Err(format!("there is no database in {}", self.from.display()).into());
            }
            // No server changes the folder meanwhile.
            let _lock = FolderLock::take(&self.from)?;
            if let Some(files) = &self.files {
                self.move_files(files).await?;
            }
            if let Some(to) = &self.to {
                move_database(&self.from, to, |table| {
                    println!("{}: {} rows, the same in both", table.name, table.rows);
                })
                .await?;
            }
            eprintln!("everything is moved: start the server with its new --database and --files; keep the folder until you trust it");
            Ok(ExitCode::SUCCESS)
        })
    }

    /// Copies each file that the database names, and compares what the storage gives back.
    async fn move_files(&self, to: &FilesAddress) -> Result<(), CommandError> {
        let source = FileStorage::open_existing_folder(&self.from.join(FILES_FOLDER))?;
        let target = FileStorage::open(Some(to), &self.from)?;
        let mut copied = 0;
        let keys = stored_files(&self.from).await?;
        for key in &keys {
            let Some(file) = read(&source, key).await? else {
                return Err(format!(
                    "the file {key} is missing in {}: `pulsen doctor` looks at all files",
                    self.from.display()
                )
                .into());
            };
            let hash = Sha256::digest(&file);
            let is_there = async || {
                let found = read(&target, key).await?;
                Ok::<_, CommandError>(found.is_some_and(|found| Sha256::digest(found) == hash))
            };
            if is_there().await? {
                continue;
            }
            target.put(key, file, MEDIA_TYPE).await?;
            if !is_there().await? {
                return Err(
                    format!("the file {key} is another one in the storage after it was copied").into(),
                );
            }
            copied += 1;
        }
        println!("files: {}, the same in both; {copied} copied now", keys.len());
        Ok(())
    }
}

async fn read(storage: &FileStorage, key: &str) -> Result<Option<Vec<u8>>, CommandError> {
    let Some(content) = storage.get(key).await? else {
        return Ok(None);
    };
    let (_, body) = content.into_body();
    Ok(Some(axum::body::to_bytes(body, usize::MAX).await?.to_vec()))
}
