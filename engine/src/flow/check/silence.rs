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
    let mut entries: HashMap<(&str, &str), usize> = HashMap::new();
    let mut unused: BTreeMap<usize, Code> = BTreeMap::new();
    for (at, entry) in silence.iter().enumerate() {
        let pointer = format!("/silence/{at}");
        let Some(code) = codes::ALL.iter().find(|code| *code.name == *entry.code) else {
            report_unknown(&entry.code, &pointer, findings);
            continue;
        };
        if entry.reason.trim().is_empty() {
            let message = "needs a `reason`, for those who read the flow later";
            findings.add(codes::SILENCE_WITHOUT_REASON, pointer, message);
            continue;
        }
        entries.entry((code.name, &entry.at)).or_insert(at);
        unused.insert(at, *code);
    }
    findings.remove(|found| {
        // What it is in, from the outside in: of several entries the first one counts.
        let pointer = found.pointer();
        let ends = pointer
            .match_indices('/')
            .map(|(end, _)| end)
            .chain([pointer.len()]);
        let wholes = ends.filter_map(|end| entries.get(&(found.code().name, pointer.get(..end)?)));
        let first = wholes.copied().min();
        first.is_some_and(|first| {
            unused.remove(&first);
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

fn report_unknown(name: &str, pointer: &str, findings: &mut Findings) {
    let meant = nearest(name, codes::ALL.iter().map(|code| code.name));
    let proposal = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
    let message = format!("`{name}` is not the code of a finding{proposal}");
    findings.add(codes::UNKNOWN_WORD, format!("{pointer}/code"), message);
}
