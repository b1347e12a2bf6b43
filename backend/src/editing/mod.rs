//! Records and drafts as staff change them over HTTP (docs/records.md).

mod document_patch;
mod draft_document;
mod record_check;
mod record_work;
#[cfg(test)]
mod two_writers;

pub(crate) use document_patch::{DocumentPatch, PatchFault};
pub(crate) use draft_document::{DraftDocument, DraftFault};
pub(crate) use record_check::{check_among_stored, read_record};
pub(crate) use record_work::{RecordWork, RecordWorkError};

/// Most bytes of a record or a draft: as many as of a flow (docs/flows.md#limits).
pub(crate) const RECORD_BYTES: usize = 8 * 1024 * 1024;
