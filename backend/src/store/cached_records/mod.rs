//! What is kept in memory of imported records until the next import.

pub(in crate::store) mod kept_records;
pub(in crate::store) mod record_cache;
pub(in crate::store) mod record_versions;
