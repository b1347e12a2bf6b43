//! Warnings that the author of a flow has looked at and keeps, each with a reason (docs/check.md#silence).

use super::findings::Findings;
use crate::codes::{self, Code, Severity};
use crate::flow::definition::SilenceDefinition;
use crate::heap_sort::heap_sort;
use crate::suggestions::nearest;

/// Removes the warnings that the flow silences. Reports entries that name no code, give no reason, or have no effect.
pub(super) fn apply(silence: &[SilenceDefinition], findings: &mut Findings) {
    // Beside an error not all warnings are known.
    let is_complete = !findings.has_errors();
    let mut entries = Vec::new();
    let mut unused: Vec<Option<Code>> = vec![None; silence.len()];
    for (at, entry) in silence.iter().enumerate() {
        let pointer = format!("/silence/{at}");
        let mut known = codes::ALL.iter().chain(codes::COMPARED);
        let Some(code) = known.find(|code| *code.name == *entry.code) else {
            report_unknown(&entry.code, &pointer, findings);
            continue;
        };
        if entry.reason.trim().is_empty() {
            let message = "needs a `reason`, for those who read the flow later";
            findings.add(&codes::SILENCE_WITHOUT_REASON, pointer, message);
            continue;
        }
        entries.push((code.name, &*entry.at, at));
        // What a comparison finds is not known here.
        if !codes::COMPARED.contains(code) {
            unused
                .get_mut(at)
                .into_iter()
                .for_each(|unused| *unused = Some(*code));
        }
    }
    let silences = Silences::new(entries);
    findings.remove(|found| {
        let entry = silences.entry_of(found.code(), found.pointer());
        entry.is_some_and(|at| {
            unused.get_mut(at).into_iter().for_each(|unused| *unused = None);
            true
        })
    });
    for (at, code) in unused.into_iter().enumerate() {
        let Some(code) = code.filter(|_| is_complete) else {
            continue;
        };
        let message = match code.severity {
            Severity::Error => "has no effect: an error cannot be silenced",
            Severity::Warning => "has no effect: there is no such warning any more. Remove this entry",
        };
        findings
            .add(
                &codes::SILENCE_WITHOUT_EFFECT,
                format_args!("/silence/{at}"),
                message,
            )
            .with("code", code.name);
    }
}

/// Which entry of `silence` silences what: codes, JSON pointers of what they are about, and the positions of the entries, in this
/// order.
pub struct Silences<'a>(Vec<(&'a str, &'a str, usize)>);

impl<'a> Silences<'a> {
    /// Takes entries in any order: a code, the JSON pointer of what it is about, and the entry's position in the list.
    #[must_use]
    pub fn new(mut entries: Vec<(&'a str, &'a str, usize)>) -> Self {
        heap_sort(&mut entries, |one, other| one < other);
        Self(entries)
    }

    /// Returns the position of the first entry that silences a finding.
    #[must_use]
    pub fn entry_of(&self, code: Code, pointer: &str) -> Option<usize> {
        // It is about what is there, or about something that has it in it.
        let ends = pointer.match_indices('/').map(|(end, _)| end);
        let wholes = ends.chain([pointer.len()]).filter_map(|end| pointer.get(..end));
        let entries = wholes.filter_map(|whole| {
            let place = self
                .0
                .partition_point(|(name, at, _)| (*name, *at) < (code.name, whole));
            let (name, at, entry) = self.0.get(place)?;
            ((*name, *at) == (code.name, whole)).then_some(*entry)
        });
        entries.min()
    }
}

fn report_unknown(name: &str, pointer: &str, findings: &mut Findings) {
    let meant = nearest(
        name,
        codes::ALL.iter().chain(codes::COMPARED).map(|code| code.name),
    );
    let proposal = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
    let message = format!("`{name}` is not the code of a finding{proposal}");
    findings.add(&codes::UNKNOWN_WORD, format_args!("{pointer}/code"), message);
}
