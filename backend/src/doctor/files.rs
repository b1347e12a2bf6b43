//! The storage of files: whether it answers, and whether it holds what the database says.

use crate::finding::Finding;
use crate::server::Settings;
use crate::uploads::{FILES_FOLDER, FileStorage, LookError, StrayFiles};
use std::time::{Duration, Instant};
use store::{Location, StoredFiles, inspect_database};

const CHECK: &str = "files";

/// A key that no file has.
const NO_FILE: &str = "doctor-looks-whether-this-is-missing";

/// How long files are compared with the database.
const COMPARED_FOR: Duration = Duration::from_secs(10);

pub(super) async fn examine(settings: &Settings) -> Vec<Finding> {
    let storage = match settings.files {
        None => match open_folder(settings) {
            Ok(Some(storage)) => storage,
            // The first start creates it.
            Ok(None) => return Vec::new(),
            Err(finding) => return vec![finding],
        },
        Some(_) => match open_s3(settings).await {
            Ok(storage) => storage,
            Err(finding) => return vec![finding],
        },
    };
    let mut findings = vec![Finding::ok(
        CHECK,
        match settings.files {
            None => format!("in {}", settings.data.join(FILES_FOLDER).display()),
            Some(_) => "S3 storage reachable".to_owned(),
        },
    )];
    findings.extend(compare(settings, &storage).await);
    findings
}

fn open_folder(settings: &Settings) -> Result<Option<FileStorage>, Finding> {
    let folder = settings.data.join(FILES_FOLDER);
    let unusable = |error: &dyn std::fmt::Display| {
        Finding::fail(
            CHECK,
            format!("{}: {error}", folder.display()),
            "the user of the server must be able to read and write it",
        )
    };
    match folder.read_dir() {
        Ok(_) => FileStorage::open_existing_folder(&folder)
            .map(Some)
            .map_err(|error| unusable(&error)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unusable(&error)),
    }
}

async fn open_s3(settings: &Settings) -> Result<FileStorage, Finding> {
    let storage = FileStorage::open(settings.files.as_ref(), &settings.data)
        .map_err(|error| Finding::fail(CHECK, error.to_string(), "see --files and the variables of AWS"))?;
    match storage.get(NO_FILE).await {
        Ok(_) => Ok(storage),
        Err(_) => Err(Finding::fail(
            CHECK,
            "S3 storage failed; see the log",
            "see the bucket, the region, the credentials, and whether they may read",
        )),
    }
}

/// Compares the files with the rows of the database, if this version can read it.
async fn compare(settings: &Settings, storage: &FileStorage) -> Vec<Finding> {
    let location = settings.location();
    // What is wrong with the database is told elsewhere.
    let Ok(Some(state)) = inspect_database(&location).await else {
        return Vec::new();
    };
    if state.schema != state.known || state.damage.is_some() {
        return Vec::new();
    }
    match find_strays(&location, storage).await {
        Ok(found) => judge(&found),
        Err(error) => vec![Finding::fail(
            CHECK,
            format!("they cannot be compared with the database: {error}"),
            "check whether the credentials may list the bucket, or the user of the server the folder",
        )],
    }
}

async fn find_strays(location: &Location, storage: &FileStorage) -> Result<StrayFiles, LookError> {
    let rows = StoredFiles::open(location).await?;
    StrayFiles::find(storage, &rows, Some(Instant::now() + COMPARED_FOR)).await
}

fn judge(found: &StrayFiles) -> Vec<Finding> {
    let mut findings = Vec::new();
    let of = match found.is_complete {
        true => String::new(),
        false => format!(" among the first {} that were looked at", found.known),
    };
    if found.missing > 0 {
        findings.push(Finding::fail(
            CHECK,
            format!("{} files of feedback are missing{of}", found.missing),
            "restore them from their backup; check whether --files and --data are right",
        ));
    }
    let strays = found.strays.len();
    if found.is_suspicious() {
        findings.push(Finding::fail(
            CHECK,
            format!("{strays} orphaned files{of}, more than files in use"),
            "check whether another database uses the same storage; the server deletes none of them",
        ));
    } else if strays > 0 {
        findings.push(Finding::warn(
            CHECK,
            format!("{strays} orphaned files{of}"),
            "the server deletes them when it starts, and each day",
        ));
    }
    findings
}
