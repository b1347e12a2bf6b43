//! Converting views and effects to JavaScript values.
//!
//! serde-wasm-bindgen calls JavaScript for every string, field and item. That takes ten times as long as making the
//! view, and 3 KB more. Here serde writes a value to a [`tape`], and `build.js` reads the tape in one call.

mod serializer;
mod tape;

use serde::Serialize;
use std::cell::RefCell;
use tape::Tape;
use wasm_bindgen::JsValue;

pub(crate) use serializer::ConversionError;

thread_local! {
    static TAPE: RefCell<Tape> = RefCell::new(Tape::new());
}

/// Returns what `JSON.parse` would make of the value's JSON, with `undefined` for an absent value.
///
/// # Errors
/// For types that the engine does not use: bytes, integers of 64 bits, externally tagged variants.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, ConversionError> {
    TAPE.with_borrow_mut(|tape| {
        let written = value.serialize(serializer::ValueWriter::new(tape));
        if written.is_err() {
            tape.clear();
        }
        written.map(|()| tape.take_value())
    })
}
