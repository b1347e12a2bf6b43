//! Storage that speaks S3. `absent.rs` stands in for this module in a build without it: both have the same interface.

mod address;
mod opening;

pub use address::{FilesAddress, FilesAddressError};
pub(super) use opening::open;
