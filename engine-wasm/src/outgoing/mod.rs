//! The way out: views and effects become JavaScript values in one call.
//!
//! serde-wasm-bindgen calls JavaScript for every string, field and item, which is ten times what making the view costs,
//! and 3 KB larger. Here serde writes the value down ([`tape`]), and `build.js` makes it at one go.

mod serializer;
mod tape;

use serde::Serialize;
use std::cell::RefCell;
use tape::Tape;
use wasm_bindgen::JsValue;

pub(crate) use serializer::Unconvertible;

thread_local! {
    static TAPE: RefCell<Tape> = RefCell::new(Tape::new());
}

/// The value in JavaScript: what `JSON.parse` would make of its JSON, with `undefined` for none.
///
/// # Errors
/// For what no type that crosses holds: bytes, integers of 64 bits, and variants with more than a name.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, Unconvertible> {
    TAPE.with_borrow_mut(|tape| {
        let written = value.serialize(serializer::Writer::new(tape));
        if written.is_err() {
            tape.clear();
        }
        written.map(|()| tape.play())
    })
}
