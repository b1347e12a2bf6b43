//! The reader: its position in the text, and how it enters objects and lists.

use super::error::FlowError;
use crate::platform::Platform;
use std::borrow::Cow;

/// Maximum nesting depth, because the reader recurses.
const MAX_DEPTH: usize = 64;

/// A reader at a position in a JSON text.
pub(crate) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) path: Vec<Step<'a>>,
    pub(super) platform: &'a dyn Platform,
    /// JSON pointers of unknown fields.
    pub(crate) unknown: Vec<String>,
    /// The pipes of the texts that were read since somebody took them.
    pub(crate) pipes: Vec<PipeUse>,
}

/// A pipe in a text (docs/flows.md#piping).
pub(crate) struct PipeUse {
    /// Key or id of the question, as written.
    pub(crate) name: Box<str>,
    #[cfg(feature = "check")]
    pub(crate) is_closed: bool,
    /// JSON pointer of the text.
    #[cfg(feature = "check")]
    pub(crate) pointer: String,
}

/// A step of the path to the value that is being read.
pub(super) enum Step<'a> {
    Key(Cow<'a, str>),
    Index(u32),
}

/// The error is boxed so that each `?` moves one word only, which halves the code for propagation in WebAssembly.
pub(crate) type Result<T> = std::result::Result<T, Box<FlowError>>;

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, platform: &'a dyn Platform) -> Self {
        Self {
            text,
            at: 0,
            path: Vec::new(),
            platform,
            unknown: Vec::new(),
            pipes: Vec::new(),
        }
    }

    /// Reads an object, calling `field` with each key whose value is not null. `field` must read the value.
    ///
    /// The call is dynamic, here and in the loop over lists: one copy of the loop for all objects halves the reader's size.
    pub(crate) fn object(&mut self, field: &mut dyn FnMut(&mut Self, &str) -> Result<()>) -> Result<()> {
        self.open(b'{', "an object is expected")?;
        if self.eat(b'}') {
            return Ok(());
        }
        loop {
            self.space();
            let key = self.raw_string()?;
            self.space();
            if !self.eat(b':') {
                return Err(self.error("`:` is missing after a key"));
            }
            self.path.push(Step::Key(key.clone()));
            if !self.null() {
                field(self, &key)?;
            }
            self.path.pop();
            if !self.more(b'}')? {
                return Ok(());
            }
        }
    }

    /// Reads a list, each item by `item`.
    pub(crate) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        self.each(&mut |r| {
            items.push(item(r)?);
            Ok(())
        })?;
        Ok(items)
    }

    fn each(&mut self, item: &mut dyn FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.open(b'[', "a list is expected")?;
        if self.eat(b']') {
            return Ok(());
        }
        for index in 0.. {
            self.path.push(Step::Index(index));
            self.space();
            item(self)?;
            self.path.pop();
            if !self.more(b']')? {
                break;
            }
        }
        Ok(())
    }

    /// Skips the value of an unknown field and records its JSON pointer.
    pub(crate) fn skip_unknown(&mut self) -> Result<()> {
        self.unknown.push(self.pointer());
        self.skip()
    }

    /// Skips any value.
    pub(crate) fn skip(&mut self) -> Result<()> {
        self.space();
        match self.peek() {
            Some(b'{') => self.object(&mut |r, _| r.skip()),
            Some(b'[') => self.each(&mut Self::skip),
            Some(b'"') => self.raw_string().map(|_| ()),
            Some(b't' | b'f') => self.boolean().map(|_| ()),
            Some(b'n') if self.null() => Ok(()),
            _ => self.number_text().map(|_| ()),
        }
    }

    /// Checks that only white space is left.
    pub(crate) fn end(&mut self) -> Result<()> {
        self.space();
        if self.at == self.text.len() {
            Ok(())
        } else {
            Err(self.error("unexpected text after the document"))
        }
    }

    fn open(&mut self, bracket: u8, otherwise: &str) -> Result<()> {
        self.space();
        if self.path.len() >= MAX_DEPTH {
            return Err(self.error("values are nested too deeply"));
        }
        if !self.eat(bracket) {
            return Err(self.error(otherwise));
        }
        self.space();
        Ok(())
    }

    fn more(&mut self, close: u8) -> Result<bool> {
        self.space();
        if self.eat(close) {
            return Ok(false);
        }
        if self.eat(b',') {
            Ok(true)
        } else {
            Err(self.error("`,` or a closing bracket is missing"))
        }
    }
}

#[cfg(all(test, feature = "native"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_valid(text: &str) -> bool {
        let mut reader = Reader::new(text, crate::native());
        reader.skip().and_then(|()| reader.end()).is_ok()
    }

    #[test]
    fn errors_name_the_location() {
        let text = r#"{"a": [true, {"b/c": 1}, {"b/c": "x"}]}"#;
        let mut reader = Reader::new(text, crate::native());
        let error = reader
            .object(&mut |r, _| {
                r.list(&mut |r: &mut Reader<'_>| match r.peek() {
                    Some(b'{') => r.object(&mut |r, _| r.number().map(|_| ())),
                    _ => r.skip(),
                })
                .map(|_| ())
            })
            .unwrap_err();
        assert_eq!(error.to_string(), "/a/2/b~1c: a number is expected");
    }

    #[test]
    fn reads_escapes() {
        let mut reader = Reader::new(r#""a\n\u00e9\ud83d\ude00\/""#, crate::native());
        assert_eq!(&*reader.string().unwrap(), "a\né😀/");
    }

    #[test]
    fn replaces_lone_surrogates_and_nul() {
        let texts = r#"["\ud83d", "\ude00", "\ud83d\ud83d\ude00", "\ud83dx", "\ud83d\n", "a\u0000b"]"#;
        let mut reader = Reader::new(texts, crate::native());
        let texts = reader.list(Reader::string).unwrap();
        assert_eq!(
            texts.iter().map(|text| &**text).collect::<Vec<_>>(),
            [
                "\u{FFFD}",
                "\u{FFFD}",
                "\u{FFFD}😀",
                "\u{FFFD}x",
                "\u{FFFD}\n",
                "a\u{FFFD}b"
            ]
        );
    }

    #[test]
    fn rejects_deep_nesting() {
        assert!(!is_valid(&"[".repeat(100_000)));
    }

    proptest! {
        /// Compares with serde_json, which rejects lone surrogates only. Texts of random JSON tokens reach rare cases.
        #[test]
        fn accepts_the_same_documents_as_serde_json(text in r#"([\[\]{},:"a\\u0-9eE.+\- \n]|true|null|"k":|\\ud83d|é){0,12}"#) {
            let reference: Result<serde_json::Value> = serde_json::from_str(&text.replace("\\ud83d", "\\ufffd"))
                .map_err(|_| Box::new(FlowError::new(String::new(), String::new())));
            // Numbers beyond f64 are refused by `number`, not by the grammar.
            if reference.is_ok() || !text.contains(['e', 'E']) {
                prop_assert_eq!(is_valid(&text), reference.is_ok(), "{}", text);
            }
        }
    }
}
