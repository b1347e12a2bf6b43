//! Warnings that the author of a flow has looked at and keeps, each with a reason (docs/check.md#silence).

use super::findings::Findings;
use crate::codes::{self, Code, Severity};
use crate::flow::definition::SilenceDefinition;
use crate::suggestions::nearest;
use std::collections::{BTreeMap, HashMap};

/// Removes the warnings that the flow silences. Reports entries that name no code, give no reason, or have no effect.
pub(super) fn apply(silence: &[SilenceDefinition], findings: &mut Findings) {
    // Beside an error not all warnings are known.
    let is_complete = !findings.has_errors();
    let mut silences = Silences::default();
    let mut unused: BTreeMap<usize, Code> = BTreeMap::new();
    for (at, entry) in silence.iter().enumerate() {
        let pointer = format!("/silence/{at}");
        let mut known = codes::ALL.iter().chain(codes::COMPARED);
        let Some(code) = known.find(|code| *code.name == *entry.code) else {
            report_unknown(&entry.code, &pointer, findings);
            continue;
        };
        if entry.reason.trim().is_empty() {
            let message = "needs a `reason`, for those who read the flow later";
            findings.add(codes::SILENCE_WITHOUT_REASON, pointer, message);
            continue;
        }
        silences.add(at, code.name, &entry.at);
        // What a comparison finds is not known here.
        if !codes::COMPARED.contains(code) {
            unused.insert(at, *code);
        }
    }
    findings.remove(|found| {
        let entry = silences.entry_of(found.code(), found.pointer());
        entry.is_some_and(|at| {
            unused.remove(&at);
            true
        })
    });
    for (at, code) in unused.into_iter().filter(|_| is_complete) {
        let message = match code.severity {
            Severity::Error => "has no effect: an error cannot be silenced",
            Severity::Warning => "has no effect: there is no such warning any more. Remove this entry",
        };
        findings
            .add(codes::SILENCE_WITHOUT_EFFECT, format!("/silence/{at}"), message)
            .with("code", code.name);
    }
}

/// Which entry of `silence` silences what.
#[derive(Debug, Default)]
pub struct Silences<'a>(HashMap<(&'a str, &'a str), usize>);

impl<'a> Silences<'a> {
    /// Adds the entry at a position of the list: a code, and the JSON pointer of what it is about.
    pub fn add(&mut self, at: usize, code: &'a str, whole: &'a str) {
        self.0.entry((code, whole)).or_insert(at);
    }

    /// Returns the position of the first entry that silences a finding.
    #[must_use]
    pub fn entry_of(&self, code: Code, pointer: &str) -> Option<usize> {
        // It is about what is there, or about something that has it in it.
        let ends = pointer.match_indices('/').map(|(end, _)| end);
        let wholes = ends.chain([pointer.len()]).filter_map(|end| pointer.get(..end));
        let entries = wholes.filter_map(|whole| self.0.get(&(code.name, whole)));
        entries.copied().min()
    }
}

fn report_unknown(name: &str, pointer: &str, findings: &mut Findings) {
    let meant = nearest(
        name,
        codes::ALL.iter().chain(codes::COMPARED).map(|code| code.name),
    );
    let proposal = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
    let message = format!("`{name}` is not the code of a finding{proposal}");
    findings.add(codes::UNKNOWN_WORD, format!("{pointer}/code"), message);
}
