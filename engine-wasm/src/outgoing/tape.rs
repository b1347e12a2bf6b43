//! What goes out, written down as numbers and one text.
//!
//! Each value is a number whose lowest three bits say what it is, and the others how many: of the words the how many'th,
//! so many UTF-16 units of the text, so many items, so many pairs of key and value. A number's own bits follow in two.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

const WORD: u32 = 0;
const TEXT: u32 = 1;
const NUMBER: u32 = 2;
pub(super) const LIST: u32 = 3;
pub(super) const OBJECT: u32 = 4;
const CONSTANT: u32 = 5;

/// Room for all words of the engine twice over, so that a free place is never far; a power of two.
const PLACES: usize = 512;

#[wasm_bindgen(module = "/src/outgoing/build.js")]
extern "C" {
    #[wasm_bindgen(js_name = addWord)]
    fn add_word(word: &str);
    fn build(ops: &[u32], text: &str) -> JsValue;
}

/// A value on its way out. Kept between values, for its room and the words that JavaScript knows by now.
pub(super) struct Tape {
    ops: Vec<u32>,
    text: String,
    /// Field names and the like, placed by their address, which is quicker than by what they say; each with the number
    /// by which JavaScript knows it.
    words: Vec<Option<(Box<str>, usize)>>,
    known: usize,
}

impl Tape {
    pub(super) fn new() -> Self {
        Self {
            ops: Vec::new(),
            text: String::new(),
            words: vec![None; PLACES],
            known: 0,
        }
    }

    /// Builds what was written, and is empty again.
    pub(super) fn play(&mut self) -> JsValue {
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
        #[expect(
            clippy::cast_possible_truncation,
            reason = "its lower half, then its upper half"
        )]
        self.ops.extend([bits as u32, (bits >> 32) as u32]);
    }

    pub(super) fn write_text(&mut self, text: &str) {
        let units = if text.is_ascii() {
            text.len()
        } else {
            text.chars().map(char::len_utf16).sum()
        };
        self.write(TEXT, units);
        self.text.push_str(text);
    }

    /// A text that is part of the program: JavaScript is told it once.
    pub(super) fn write_word(&mut self, word: &str) {
        let mut place = word.as_ptr() as usize;
        loop {
            place %= PLACES;
            let Some(found) = self.words.get_mut(place) else {
                return;
            };
            match found {
                Some((known, number)) if **known == *word => {
                    let number = *number;
                    return self.write(WORD, number);
                }
                Some(_) => place += 1,
                // A full table would be searched for ever.
                None if self.known > PLACES / 2 => return self.write_text(word),
                None => {
                    *found = Some((word.into(), self.known));
                    self.known += 1;
                    add_word(word);
                }
            }
        }
    }

    /// Begins a list or an object; [`close`](Self::close) says how many it has.
    pub(super) fn open(&mut self) -> usize {
        self.ops.push(0);
        self.ops.len() - 1
    }

    pub(super) fn close(&mut self, at: usize, kind: u32, count: usize) {
        if let Some(op) = self.ops.get_mut(at) {
            *op = encode(kind, count);
        }
    }

    fn write(&mut self, kind: u32, count: usize) {
        self.ops.push(encode(kind, count));
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "29 bits are left, and a view has not 500 million of anything"
)]
fn encode(kind: u32, count: usize) -> u32 {
    (count as u32) << 3 | kind
}
