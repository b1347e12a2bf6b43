//! Reads JSON text directly into the engine's own types.
//!
//! Definitions do not go through serde: this reader knows the JSON pointer of every value, which error messages need,
//! and takes a fraction of the bytes and of the loading time in WebAssembly. It accepts exactly what RFC 8259 allows.
//! `null` means absent, and the last value of a repeated key wins.

mod any;
mod error;
mod pointer;
mod reader;
mod scan;
mod values;

pub use any::Json;
pub use error::FlowError;
pub(crate) use reader::{PipeUse, Reader, Result};
