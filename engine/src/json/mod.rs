//! Reads JSON text directly into the engine's own types.
//!
//! Definitions do not go through serde: this reader knows the JSON pointer of every value, which error messages need,
//! and takes a fraction of the bytes and of the loading time in WebAssembly. It accepts exactly what RFC 8259 allows.
//! `null` means absent, and the last value of a repeated key wins. What people write by hand goes through `document` before,
//! which finds all faults of a text, with their lines.

mod any;
#[cfg(feature = "check")]
mod document;
mod error;
mod pointer;
#[cfg(feature = "check")]
mod position;
#[cfg(feature = "check")]
mod positions;
mod reader;
mod scan;
#[cfg(feature = "check")]
mod tokens;
mod values;

pub use any::Json;
#[cfg(feature = "check")]
pub use document::{JsonFault, check_json};
pub use error::FlowError;
#[cfg(feature = "check")]
pub(crate) use pointer::unescaped;
#[cfg(feature = "check")]
pub use position::Position;
#[cfg(feature = "check")]
pub use positions::positions_of;
pub(crate) use reader::{PipeUse, Reader, Result};
