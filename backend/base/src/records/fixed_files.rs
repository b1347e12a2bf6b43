//! What the fixes of findings make of the files that they are about (docs/check.md#fixes).

use super::canonical_form::canonical_form;
use super::json_schema::json_schema;
use super::{Finding, RecordKind, RecordSet};
use engine::{Json, apply_fixes, fix_of, native};
use serde_json::Value;
use std::collections::HashSet;

/// A file with fixes.
#[derive(Debug)]
pub struct FixedFile<'a> {
    /// The file's path.
    pub file: &'a str,
    /// What was read and checked.
    pub text: &'a str,
    /// The record with its fixes, in the canonical form.
    pub fixed: String,
    /// The findings that are fixed by it.
    pub findings: Vec<&'a Finding>,
}

/// Lines of a file, and what they are replaced with.
#[derive(Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The first line, from 1.
    pub start: usize,
    /// The line after the last one; the same if lines are only added.
    pub end: usize,
    /// The lines that replace them, each with its line break.
    pub text: String,
}

impl RecordSet {
    /// Returns each file that has findings with fixes. Of fixes that change the same, only one is applied.
    pub fn fixed_files(&self) -> Vec<FixedFile<'_>> {
        let by_file = self.findings.chunk_by(|one, other| one.file == other.file);
        by_file.filter_map(|found| self.fixed_file(found)).collect()
    }

    /// `found` is what was found in one file.
    fn fixed_file<'a>(&'a self, found: &'a [Finding]) -> Option<FixedFile<'a>> {
        let fixable = found.iter().filter_map(|finding| finding.fix.as_ref());
        let (kind, text, mut record) = self.record_of(found.first()?, fixable.clone().next().is_some())?;
        let applied = apply_fixes(fixable, &mut record);
        let applied: HashSet<_> = applied.into_iter().map(std::ptr::from_ref).collect();
        let is_applied = |finding: &&Finding| {
            let fix = finding.fix.as_ref();
            fix.is_some_and(|fix| applied.contains(&std::ptr::from_ref(fix)))
        };
        Some(FixedFile {
            file: &found.first()?.file,
            text,
            fixed: canonical_form(kind, &record),
            findings: found.iter().filter(is_applied).collect(),
        })
    }

    /// Returns what the fix of a finding changes in its file, if that is in the canonical form.
    pub fn edit_of(&self, finding: &Finding) -> Option<TextEdit> {
        let fix = finding.fix.as_ref()?;
        let (kind, text, mut record) = self.record_of(finding, true)?;
        let is_canonical = canonical_form(kind, &record) == text;
        (is_canonical && fix.apply(&mut record)).then(|| edit(text, &canonical_form(kind, &record)))
    }

    fn record_of(&self, finding: &Finding, is_wanted: bool) -> Option<(RecordKind, &str, Value)> {
        let (kind, text) = self.texts.get(&finding.file).filter(|_| is_wanted)?;
        Some((*kind, text.as_str(), serde_json::from_str(text).ok()?))
    }
}

/// Adds fixes to the findings in a file. Those in flows have theirs from the engine.
pub(super) fn add_fixes(kind: RecordKind, text: &str, findings: &mut [Finding]) {
    if kind == RecordKind::Flow || findings.is_empty() {
        return;
    }
    let (Ok(document), Ok(schema)) = (
        serde_json::from_str::<Json>(text),
        serde_json::from_str::<Json>(&json_schema(kind)),
    ) else {
        return;
    };
    for found in findings {
        found.fix = fix_of(
            found.code,
            &found.pointer,
            &found.params,
            &document,
            &schema,
            native(),
        );
    }
}

/// Returns the lines that differ.
fn edit(old: &str, new: &str) -> TextEdit {
    let (old, new): (Vec<&str>, Vec<&str>) = (
        old.split_inclusive('\n').collect(),
        new.split_inclusive('\n').collect(),
    );
    let before = same(old.iter().zip(&new));
    let most = old.len().min(new.len()) - before;
    let after = same(old.iter().rev().zip(new.iter().rev()).take(most));
    TextEdit {
        start: before + 1,
        end: old.len() - after + 1,
        text: new.get(before..new.len() - after).unwrap_or_default().concat(),
    }
}

/// Returns how many lines are the same, from the first one on.
fn same<'a>(pairs: impl Iterator<Item = (&'a &'a str, &'a &'a str)>) -> usize {
    pairs.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_has_only_the_lines_that_differ() {
        let is = |old: &str, new: &str, (start, end): (usize, usize), text: &str| {
            let text = text.to_owned();
            assert_eq!(edit(old, new), TextEdit { start, end, text });
        };
        is("a\nb\nc\n", "a\nx\nc\n", (2, 3), "x\n");
        is("a\nb\nc\n", "a\nc\n", (2, 3), "");
        is("a\nc\n", "a\nb\nc\n", (2, 2), "b\n");
        is("a\na\n", "a\n", (2, 3), "");
    }
}
