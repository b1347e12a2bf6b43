//! Stands in for S3 in a build without it. No address is accepted, so there is no value of this type, and nothing is ever opened.

use crate::build_features::S3;
use base::build_feature::LeftOut;
use object_store::ObjectStore;
use std::str::FromStr;
use std::sync::Arc;

/// The address of storage that speaks S3: there is none.
#[derive(Debug, Clone)]
pub enum FilesAddress {}

/// Why a text is not accepted as an address.
pub type FilesAddressError = LeftOut;

impl FromStr for FilesAddress {
    type Err = FilesAddressError;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Err(S3.left_out())
    }
}

impl FilesAddress {
    pub(crate) fn is_unencrypted(&self) -> bool {
        match *self {}
    }
}

pub(super) fn open(address: &FilesAddress) -> object_store::Result<(Arc<dyn ObjectStore>, String)> {
    match *address {}
}
