//! Exports that servers make beside requests, and the files they are in (docs/results.md#kept-exports).

pub(crate) mod export_jobs;
pub(crate) mod export_parts;
pub(crate) mod export_removal;
pub(crate) mod export_rows;
#[cfg(test)]
mod tests;
