//! Finds what makes a PDF document act by itself (docs/api.md#accepted-files): scripts, programs that are launched, files inside.
//!
//! Readers find objects by tables of positions, which may lead anywhere, or by searching for them when the tables are
//! damaged. So tables are not believed: an object is read at every place at which one could begin, also where it looks like a
//! part of a text, a comment or an image. The same bytes may then be read several times, within a budget.

use super::super::content::ContentError;
use super::examination::Examination;
use super::object_stream::{ObjectStreams, READINGS};
use super::tokens::{Budget, Tokens, is_space};

/// Bytes that may be read of any document.
const LEAST_BUDGET: usize = 1 << 20;

/// Checks that a document does nothing by itself and holds no other file.
///
/// # Errors
/// It does, or cannot be looked into; or it is damaged.
pub(in crate::uploads) fn check(bytes: &[u8]) -> Result<(), ContentError> {
    let budget = Budget::new(READINGS * bytes.len() + LEAST_BUDGET);
    let streams = ObjectStreams::new(&budget);
    let mut examination = Examination::default();
    for begin in beginnings(bytes) {
        let number = number_before(bytes, begin.saturating_sub(KEYWORD.len()));
        let mut tokens = Tokens::new(bytes, begin, &budget);
        let object = examination.read(&mut tokens, number)?;
        streams.check(bytes, tokens, &object, &mut examination)?;
        // What was not read any more may be anything.
        if budget.is_used_up() {
            return Err(ContentError::Invalid);
        }
    }
    examination.finish()
}

const KEYWORD: &[u8] = b"obj";

/// Returns the places at which objects could begin: behind the word before each, also where another word ends with it.
fn beginnings(bytes: &[u8]) -> impl Iterator<Item = usize> {
    places(bytes, KEYWORD)
        .filter(|at| !bytes.get(..*at).unwrap_or_default().ends_with(b"end"))
        .map(|at| at + KEYWORD.len())
        .chain(places(bytes, b"trailer").map(|at| at + b"trailer".len()))
}

fn places(bytes: &[u8], word: &'static [u8]) -> impl Iterator<Item = usize> {
    bytes
        .windows(word.len())
        .enumerate()
        .filter(move |(_, window)| *window == word)
        .map(|(at, _)| at)
}

/// Returns the number of the object whose keyword is at a place: `12 0 obj`.
fn number_before(bytes: &[u8], at: usize) -> Option<u64> {
    let before = trimmed(bytes.get(..at)?);
    let generation = before
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let before = trimmed(before.get(..before.len().checked_sub(generation)?)?);
    let digits = before
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let number = before.get(before.len().checked_sub(digits)?..)?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

fn trimmed(bytes: &[u8]) -> &[u8] {
    let space = bytes.iter().rev().take_while(|byte| is_space(**byte)).count();
    bytes.get(..bytes.len() - space).unwrap_or_default()
}
