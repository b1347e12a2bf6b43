//! The migrations that databases of released versions have.

use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/store/migrations");

/// A database that has one of these migrations would be refused if it had another text.
#[test]
fn released_ones_never_change() {
    let folder = Path::new(FOLDER);
    let released = fs::read_to_string(folder.join("RELEASED")).unwrap();
    for line in released.lines().filter(|line| !line.starts_with('#')) {
        let (hash, name) = line.split_once("  ").expect(line);
        let found = Sha256::digest(fs::read(folder.join(name)).expect(name));
        let found: String = found.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, hash, "{name}: add a migration instead");
    }
}
