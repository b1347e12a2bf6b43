//! Warnings that the author of a flow has looked at and keeps, each with a reason (docs/check.md#silence).

use super::findings::{Findings, Found};
use crate::codes::{self, Code, Severity};
use crate::flow::definition::SilenceDefinition;
use crate::suggestions::nearest;

/// Removes the warnings that the flow silences. Reports entries that name no code, give no reason, or have no effect.
pub(super) fn apply(silence: &[SilenceDefinition], findings: &mut Findings) {
    // Beside an error not all warnings are known.
    let is_complete = !findings.has_errors();
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
        if !silences(entry, code, findings) && is_complete {
            let message = match code.severity {
                Severity::Error => "has no effect: an error cannot be silenced",
                Severity::Warning => "has no effect: there is no such warning any more. Remove this entry",
            };
            findings
                .add(codes::SILENCE_WITHOUT_EFFECT, pointer, message)
                .with("code", code.name);
        }
    }
}

/// Removes what an entry silences; returns whether that is anything.
fn silences(entry: &SilenceDefinition, code: &Code, findings: &mut Findings) -> bool {
    let is_meant = |found: &Found| found.code() == *code && is_within(found.pointer(), &entry.at);
    findings.remove(is_meant) > 0
}

fn report_unknown(name: &str, pointer: &str, findings: &mut Findings) {
    let meant = nearest(name, codes::ALL.iter().map(|code| code.name));
    let proposal = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
    let message = format!("`{name}` is not the code of a finding{proposal}");
    findings.add(codes::UNKNOWN_WORD, format!("{pointer}/code"), message);
}

/// Returns whether a JSON pointer leads to what another one leads to, or into it.
fn is_within(pointer: &str, whole: &str) -> bool {
    let rest = pointer.strip_prefix(whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
