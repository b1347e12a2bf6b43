//! Reads single values: texts, numbers and keywords.

use super::reader::{PipeUse, Reader, Result};
use crate::pipe::{MAX_PIPES, Piece, first_pipe};
use crate::platform::decimal_value;
use crate::sorted_map::SortedMap;
use crate::texts::{ANY_LANGUAGE, Texts};

impl Reader<'_> {
    /// Reads a text.
    pub(crate) fn string(&mut self) -> Result<Box<str>> {
        self.space();
        Ok(self.raw_string()?.into())
    }

    /// Reads an id: a non-empty text, or a number as the text that spells it.
    pub(crate) fn id(&mut self) -> Result<Box<str>> {
        let id = self.text_or_number()?;
        if id.is_empty() {
            Err(self.error("an id must not be empty"))
        } else {
            Ok(id)
        }
    }

    /// Reads a text, or a number as the text that spells it.
    pub(crate) fn text_or_number(&mut self) -> Result<Box<str>> {
        self.space();
        match self.peek() {
            Some(b'-' | b'0'..=b'9') => Ok(self.number_text()?.into()),
            _ => Ok(self.raw_string()?.into()),
        }
    }

    /// Reads true or false.
    pub(crate) fn boolean(&mut self) -> Result<bool> {
        self.space();
        match (self.word("true"), self.word("false")) {
            (true, _) => Ok(true),
            (_, true) => Ok(false),
            _ => Err(self.error("true or false is expected")),
        }
    }

    /// Reads a finite number.
    pub(crate) fn number(&mut self) -> Result<f64> {
        self.space();
        let digits = self.number_text()?;
        let number = decimal_value(digits, self.platform);
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.error("the number is too large"))
        }
    }

    /// Reads a whole number from 0 to 2³² - 1.
    pub(crate) fn count(&mut self) -> Result<u32> {
        let number = self.number()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "compared right after"
        )]
        let count = number as u32;
        if f64::from(count) == number {
            Ok(count)
        } else {
            Err(self.error("a whole number of 0 or more is expected"))
        }
    }

    /// Reads a text by language, or one plain text for all languages.
    pub(crate) fn texts(&mut self) -> Result<Texts> {
        self.space();
        let mut texts = Texts::new();
        if self.peek() == Some(b'"') {
            texts.insert(ANY_LANGUAGE, self.text_with_pipes()?);
        } else {
            self.object(&mut |r, code| {
                texts.insert(&code.to_ascii_lowercase(), r.text_with_pipes()?);
                Ok(())
            })?;
        }
        Ok(texts)
    }

    /// Reads a text in which pipes are filled in.
    pub(crate) fn text_with_pipes(&mut self) -> Result<Box<str>> {
        let text = self.string()?;
        self.note_pipes(&text);
        Ok(text)
    }

    /// Notes the pipes that are filled in, and one more, from which a check sees that there are too many.
    fn note_pipes(&mut self, text: &str) {
        let mut rest = text;
        for _ in 0..=MAX_PIPES {
            let Some(Piece { pipe, after, .. }) = first_pipe(rest) else {
                return;
            };
            self.pipes.push(PipeUse {
                name: pipe.map_or("", |pipe| pipe.name).into(),
                #[cfg(feature = "check")]
                is_closed: pipe.is_some(),
                #[cfg(feature = "check")]
                pointer: self.pointer(),
            });
            rest = after;
        }
    }

    /// Reads texts by key.
    pub(crate) fn string_map(&mut self) -> Result<SortedMap<String>> {
        let mut map = SortedMap::new();
        self.object(&mut |r, key| {
            map.insert(key, r.string()?.into());
            Ok(())
        })?;
        Ok(map)
    }

    /// Reads a text that must be one of these words.
    pub(crate) fn choose<T: Copy>(&mut self, words: &[(&str, T)]) -> Result<T> {
        self.space();
        let word = self.raw_string()?;
        let found = words.iter().find(|(known, _)| **known == *word);
        let known = || words.iter().map(|(known, _)| *known);
        found
            .map(|(_, value)| *value)
            .ok_or_else(|| self.error_of_word(&word, reason!("one of the values here"), known()))
    }
}
