//! The tape: a value written down as numbers and one text.
//!
//! Each value is a `u32`: low 3 bits: tag; the rest: index, length or count.
//!
//! - `INTERNED`: the index of a string that JavaScript knows.
//! - `TEXT`: a length in UTF-16 units. The characters are the next ones of the tape's text.
//! - `NUMBER`: followed by the low and the high half of its bits.
//! - `LIST`: the count of items, which follow.
//! - `OBJECT`: the count of fields, which follow as key and value.
//! - `CONSTANT`: the index of `undefined`, `false` or `true`.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

const INTERNED: u32 = 0;
const TEXT: u32 = 1;
const NUMBER: u32 = 2;
pub(super) const LIST: u32 = 3;
pub(super) const OBJECT: u32 = 4;
const CONSTANT: u32 = 5;

/// Slots of the hash table, a power of two. Twice as many as the engine has strings, so that a free slot is near.
const SLOTS: usize = 512;

#[wasm_bindgen(module = "/src/outgoing/build.js")]
extern "C" {
    fn intern(string: &str);
    fn build(ops: &[u32], text: &str) -> JsValue;
}

/// A value on its way to JavaScript. The tape is reused for its memory and its interned strings.
pub(super) struct Tape {
    ops: Vec<u32>,
    text: String,
    /// Field names and the like with their index in JavaScript. This hash table goes by address, which is faster than
    /// by content.
    interned: Vec<Option<(Box<str>, usize)>>,
    interned_count: usize,
}

impl Tape {
    pub(super) fn new() -> Self {
        Self {
            ops: Vec::new(),
            text: String::new(),
            interned: vec![None; SLOTS],
            interned_count: 0,
        }
    }

    /// Builds the value that was written, and empties the tape.
    pub(super) fn take_value(&mut self) -> JsValue {
        let value = build(&self.ops, &self.text);
        self.clear();
        value
    }

    pub(super) fn clear(&mut self) {
        self.ops.clear();
        self.text.clear();
    }

    pub(super) fn write_undefined(&mut self) {
        self.write(CONSTANT, 0);
    }

    pub(super) fn write_boolean(&mut self, value: bool) {
        self.write(CONSTANT, if value { 2 } else { 1 });
    }

    pub(super) fn write_number(&mut self, number: f64) {
        let bits = number.to_bits();
        self.write(NUMBER, 0);
        #[expect(clippy::cast_possible_truncation, reason = "the low half, then the high half")]
        self.ops.extend([bits as u32, (bits >> 32) as u32]);
    }

    pub(super) fn write_text(&mut self, text: &str) {
        let length = if text.is_ascii() {
            text.len()
        } else {
            text.chars().map(char::len_utf16).sum()
        };
        self.write(TEXT, length);
        self.text.push_str(text);
    }

    /// Writes a string of the program itself. It crosses to JavaScript only once.
    pub(super) fn write_interned(&mut self, string: &str) {
        let mut slot = string.as_ptr() as usize;
        loop {
            slot %= SLOTS;
            let Some(entry) = self.interned.get_mut(slot) else {
                return;
            };
            match entry {
                Some((known, index)) if **known == *string => {
                    let index = *index;
                    return self.write(INTERNED, index);
                }
                Some(_) => slot += 1,
                // A search for a free slot must end.
                None if self.interned_count > SLOTS / 2 => return self.write_text(string),
                None => {
                    *entry = Some((string.into(), self.interned_count));
                    self.interned_count += 1;
                    intern(string);
                }
            }
        }
    }

    /// Begins a list or an object; returns its position for [`close`](Self::close).
    pub(super) fn open(&mut self) -> usize {
        self.ops.push(0);
        self.ops.len() - 1
    }

    /// Ends a list or an object, now that its count is known.
    pub(super) fn close(&mut self, at: usize, tag: u32, count: usize) {
        if let Some(op) = self.ops.get_mut(at) {
            *op = encode(tag, count);
        }
    }

    fn write(&mut self, tag: u32, rest: usize) {
        self.ops.push(encode(tag, rest));
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "29 bits are left, and a view has not 500 million of anything"
)]
fn encode(tag: u32, rest: usize) -> u32 {
    (rest as u32) << 3 | tag
}
