//! Files of visitors: their rows, who claims them, what storage holds.

pub(crate) mod stored_files;
pub(crate) mod upload_claims;
pub(crate) mod upload_reads;
pub(crate) mod upload_rows;
