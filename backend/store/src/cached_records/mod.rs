//! What is kept in memory of imported records until the next import.

pub(crate) mod kept_records;
pub(crate) mod record_cache;
pub(crate) mod record_versions;
