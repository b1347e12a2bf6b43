//! `SHA256SUMS`: the hash of each file of a backup, in the form that `sha256sum` writes.

use super::{BackupError, CHECKSUMS, DATABASE, DESCRIPTION, at};
use base::regular_file::{Links, open_regular, read_regular};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{self, Read};
use std::path::{Component, Path};

/// Bytes that are read at a time.
const PART: usize = 1 << 16;

/// Computes the hash of a file, in hexadecimal digits.
pub(super) fn hash_file(path: &Path) -> Result<String, BackupError> {
    let hash = || -> io::Result<String> {
        let mut file = open_regular(path, Links::Refused)?;
        let mut hash = Sha256::new();
        let mut part = vec![0; PART];
        loop {
            let length = file.read(&mut part)?;
            let Some(read) = part.get(..length).filter(|read| !read.is_empty()) else {
                break;
            };
            hash.update(read);
        }
        let mut text = String::with_capacity(64);
        for byte in hash.finalize() {
            // Writing to a text cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        Ok(text)
    };
    hash().map_err(at(path))
}

/// Reads the list of a backup: each path in it with its hash.
pub(super) fn read_list(folder: &Path) -> Result<BTreeMap<String, String>, BackupError> {
    let unfinished = |reason: &str| BackupError::Unfinished {
        folder: folder.to_owned(),
        reason: reason.into(),
    };
    let path = folder.join(CHECKSUMS);
    let text = match read_regular(&path, Links::Refused) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(unfinished("it has no SHA256SUMS"));
        }
        Err(error) => return Err(at(&path)(error)),
    };
    let mut list = BTreeMap::new();
    for line in text.lines() {
        let (hash, path) = line
            .split_once("  ")
            .filter(|(_, path)| stays_inside(path))
            .ok_or_else(|| unfinished("its SHA256SUMS cannot be read"))?;
        if list.insert(path.to_owned(), hash.to_owned()).is_some() {
            return Err(unfinished("its SHA256SUMS names a file twice"));
        }
    }
    for needed in [DATABASE, DESCRIPTION] {
        if !list.contains_key(needed) {
            return Err(unfinished(&format!("its SHA256SUMS does not name {needed}")));
        }
    }
    Ok(list)
}

/// Returns whether a path leads nowhere outside of the folder that it begins in.
fn stays_inside(path: &str) -> bool {
    !path.is_empty()
        && Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_sha256sum() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash_file(&path).unwrap(), expected);
    }

    #[test]
    fn a_list_names_nothing_outside_of_its_folder() {
        for wrong in ["../x", "/etc/passwd", "files/../../x", ""] {
            assert!(!stays_inside(wrong), "{wrong}");
        }
        assert!(stays_inside("files/ab/abc"));
    }
}
