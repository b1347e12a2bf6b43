//! Carries out orders to erase (docs/deletion.md): the rows in parts, then the files, then what is left in the files of the
//! database. What was begun continues after a restart. And hands out what erasing would remove (`document`).

mod document;
mod eraser;
mod retention;
mod worker;

pub(crate) use document::{HeldDocument, HeldFile, Reader, holds_anything};
pub(crate) use eraser::{Eraser, ErasureError, ErasureProgress};
pub(crate) use worker::start_erasure;
