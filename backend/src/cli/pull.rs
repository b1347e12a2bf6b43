//! `pulsen pull`.

use super::counted::counted;
use super::error::CommandError;
use super::plain_text::one_line;
use super::record_source::{RecordSource, StoredRecord};
use super::replace_file::replace_file;
use base::encoding::base64url;
use base::records::{Finding, RecordKind, canonical_form, format_file, record_files};
use clap::Args;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Most bytes of a new file's name, without its ending: file systems take 255, backups and archives less.
const MOST_NAME: usize = 200;

/// Writes the records of the database, or of a running server, into a folder, in their canonical form.
///
/// A record that a file of the folder has is written into that file, any other one into a new file named after it. Files of archived
/// records are removed; files of records that the database has never had stay. Secrets stay in the database: in their place is what
/// the file has, if that is what is stored, or `{"stored": true}`, with which an import keeps them.
#[derive(Debug, Args)]
pub(super) struct Pull {
    /// Folder that holds flows/, nodes/, widgets/ and connectors/, or is to hold them.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    source: RecordSource,
}

/// A file that has a record.
struct FileWithRecord {
    path: PathBuf,
    text: String,
    record: Value,
}

/// The files of a folder by the records that they have.
type Files = HashMap<(RecordKind, String), FileWithRecord>;

impl Pull {
    /// Prints each file that it writes or removes, and each that has a record which the database does not have.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let mut files = read_files(&self.folder)?;
        let file_of = |kind, id: &str| files.get(&(kind, id.to_owned())).map(|file| &file.record);
        let stored = self.source.read(&file_of)?;
        let mut written = 0;
        for StoredRecord { kind, id, record } in &stored.live {
            let file = files.remove(&(*kind, id.clone()));
            let text = canonical_form(*kind, record);
            let path = match file {
                Some(file) if file.text == text => continue,
                Some(file) => {
                    replace_file(&file.path, &text)?;
                    file.path
                }
                None => add_file(&self.folder, *kind, id, &text)?,
            };
            println!("{}: {}", named(*kind, id), path.display());
            written += 1;
        }
        for (kind, id) in stored.archived {
            if let Some(file) = files.remove(&(kind, id.clone())) {
                std::fs::remove_file(&file.path)?;
                println!("{}: archived; removed {}", named(kind, &id), file.path.display());
            }
        }
        let mut others: Vec<_> = files.into_iter().collect();
        others.sort_by(|(_, one), (_, other)| one.path.cmp(&other.path));
        for ((kind, id), file) in others {
            println!(
                "{}: not in the database; {} stays",
                named(kind, &id),
                file.path.display()
            );
        }
        println!("wrote {written} of {}", counted(stored.live.len(), "record"));
        Ok(ExitCode::SUCCESS)
    }
}

fn named(kind: RecordKind, id: &str) -> String {
    format!("{} {}", kind.into_str(), one_line(id))
}

/// Reads the files that a folder has.
///
/// # Errors
/// One cannot be read, is no record, or has the same one as another file: it could be lost.
fn read_files(folder: &Path) -> Result<Files, CommandError> {
    let mut files = Files::new();
    for (kind, path) in record_files(folder).map_err(|findings| lines(&findings))? {
        let file = path.display().to_string();
        let (_, text) = format_file(&path).map_err(|findings| lines(&findings))?;
        let record: Value = serde_json::from_str(&text)?;
        let name = kind.id_member();
        let id = kind.id_of(&record);
        let id = id.ok_or_else(|| format!("{file}: has no `{name}`"))?.to_owned();
        let other = files.insert((kind, id), FileWithRecord { path, text, record });
        if let Some(other) = other {
            return Err(format!("{file}: has the same record as {}", other.path.display()).into());
        }
    }
    Ok(files)
}

fn lines(findings: &[Finding]) -> String {
    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Writes a new file, and returns its path.
///
/// # Errors
/// There is a file of this name, which has another record; or it cannot be written.
fn add_file(folder: &Path, kind: RecordKind, id: &str, text: &str) -> Result<PathBuf, CommandError> {
    let path = new_path(folder, kind, id);
    let write = || {
        std::fs::create_dir_all(folder.join(kind.folder()))?;
        File::create_new(&path)?.write_all(text.as_bytes())
    };
    write().map_err(|error| format!("{}: cannot be written: {error}", path.display()))?;
    Ok(path)
}

/// Returns the path of a new file. An id may have any characters, the name of a file only some, and only so many: of a long id it
/// has the beginning, and a hash of all of it.
fn new_path(folder: &Path, kind: RecordKind, id: &str) -> PathBuf {
    let mut name = String::new();
    for (at, byte) in id.bytes().enumerate() {
        let is_plain =
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || (byte == b'.' && at > 0);
        if is_plain {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02X}"));
        }
    }
    if name.len() > MOST_NAME {
        let hash = base64url(&Sha256::digest(id));
        name.truncate(MOST_NAME - hash.len() - 1);
        name = format!("{name}-{hash}");
    }
    folder.join(kind.folder()).join(format!("{name}.json"))
}
