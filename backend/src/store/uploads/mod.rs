//! Files of visitors: their rows, who claims them, what storage holds.

pub(in crate::store) mod stored_files;
pub(in crate::store) mod upload_claims;
pub(in crate::store) mod upload_reads;
pub(in crate::store) mod upload_rows;
