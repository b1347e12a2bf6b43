//! What the scanner of whole documents passes over: white space, texts, numbers and words.

use super::document::{Scanner, Stopped};

impl Scanner<'_> {
    /// Passes white space, and notes comments.
    pub(super) fn space(&mut self) -> Result<(), Stopped> {
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let end = rest
                .find(|c| !matches!(c, ' ' | '\t' | '\n' | '\r'))
                .unwrap_or(rest.len());
            self.at += end;
            let rest = rest.get(end..).unwrap_or_default();
            let length = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n')
            } else if rest.starts_with("/*") {
                rest.find("*/").map(|end| end + 2)
            } else {
                return Ok(());
            };
            self.fault(self.at, "JSON has no comments: remove this one")?;
            self.at += length.unwrap_or(rest.len());
        }
    }

    /// Passes a text, and returns it.
    pub(super) fn string(&mut self) -> Result<String, Stopped> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        loop {
            match bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => end += 2,
                Some(b'\n' | b'\r') => {
                    self.stop(start, "this text does not end in its line: `\"` is missing, or a line end that is not written `\\n`")?;
                }
                Some(0..=0x1F) => {
                    self.fault(
                        end,
                        "a control character in a text is written as an escape, such as `\\t`",
                    )?;
                    end += 1;
                }
                Some(_) => end += 1,
                None => self.stop(start, "this text does not end: `\"` is missing")?,
            }
        }
        self.at = end + 1;
        let text = self.text.get(start..self.at).unwrap_or_default();
        // The reader takes surrogates alone, which serde does not.
        if let Ok(text) = serde_json::from_str(text) {
            return Ok(text);
        }
        let inner = self.text.get(start + 1..end).unwrap_or_default();
        let mut rest = inner;
        while let Some((before, after)) = rest.split_once('\\') {
            let is_unicode = after.strip_prefix('u').is_some_and(|code| {
                code.get(..4)
                    .is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))
            });
            if !is_unicode && !after.starts_with(['"', '\\', '/', 'b', 'f', 'n', 'r', 't']) {
                let at = start + 1 + inner.len() - rest.len() + before.len();
                self.fault(at, "not an escape of JSON; a backslash is written `\\\\`")?;
            }
            rest = after
                .get(after.chars().next().map_or(0, char::len_utf8)..)
                .unwrap_or_default();
        }
        Ok(inner.to_owned())
    }

    /// Passes a number, `true`, `false` or `null`.
    pub(super) fn word(&mut self) -> Result<(), Stopped> {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "+-._".contains(c)));
        let word = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        if matches!(word, "true" | "false" | "null") || is_number(word) {
            self.at += word.len();
            return Ok(());
        }
        let message = match word {
            _ if rest.starts_with('\'') => "a text has double quotes, as in `\"text\"`".to_owned(),
            "" if rest.is_empty() => "the file ends where a value is expected".to_owned(),
            _ if word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) => {
                format!("`{}` is no number of JSON, such as `0.5` or `-7`", self.excerpt())
            }
            _ => format!("a value is expected, found `{}`", self.excerpt()),
        };
        self.fault(start, &message)?;
        self.at += word.len();
        if word.is_empty() { Err(Stopped) } else { Ok(()) }
    }
}

/// Tells whether a word is a number: `-7`, `0.5`, `1e3`.
fn is_number(word: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(word).is_ok() || is_large(word)
}

/// A number that no program holds is a number of JSON all the same: the reader says that it is too large.
fn is_large(word: &str) -> bool {
    let exponent = word.find(['e', 'E']);
    exponent.is_some_and(|at| {
        let mantissa = word.get(..at).unwrap_or_default();
        let digits = word
            .get(at + 1..)
            .unwrap_or_default()
            .trim_start_matches(['+', '-']);
        serde_json::from_str::<serde_json::Number>(mantissa).is_ok()
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}
