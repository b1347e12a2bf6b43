//! The database of a test: SQLite in the test's folder, or with `PULSEN_TEST_POSTGRES` a schema of that PostgreSQL, named
//! after the folder.

use super::location::Location;
use super::postgres::{DatabaseAddress, test_schema};
use super::timeouts::DatabaseTimeouts;
use std::path::Path;
use std::time::Duration;

/// Longer than a busy machine stops a process: nobody is refused who waits.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Returns where the data of a test's folder are. A schema that is missing is created.
pub(crate) async fn test_location(folder: &Path) -> Location {
    let Ok(address) = std::env::var("PULSEN_TEST_POSTGRES") else {
        return patient(folder);
    };
    let address: DatabaseAddress = address.parse().unwrap();
    let name = folder.file_name().unwrap().to_str().unwrap();
    patient(test_schema(&address, name).await)
}

fn patient(location: impl Into<Location>) -> Location {
    location.into().with_timeouts(DatabaseTimeouts::of(TIMEOUT))
}
