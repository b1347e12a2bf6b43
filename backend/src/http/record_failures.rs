//! The problem document of each way in which a record or a draft is not changed.

use super::problem::Problem;
use crate::editing::{DraftFault, PatchFault, RECORD_BYTES, RecordWorkError};
use base::input::fault::{Fault, FaultKey, Faults};
use base::records::{Finding, RecordKind};
use store::{DraftRefusal, NodeScope, RecordError, RecordRefusal};

/// How many of those that depend on a record are named.
const NAMED: usize = 20;

impl From<DraftRefusal> for Problem {
    fn from(refusal: DraftRefusal) -> Self {
        match refusal {
            DraftRefusal::Changed(version) => Self::Changed(version),
            DraftRefusal::KeyReused => Self::IdempotencyMismatch,
            DraftRefusal::TooMany => Self::TooManyDrafts,
        }
    }
}

impl From<DraftFault> for Problem {
    fn from(fault: DraftFault) -> Self {
        match fault {
            DraftFault::Patch(PatchFault { operation, message }) => {
                let pointer = operation.map_or_else(String::new, |at| format!("/{at}"));
                Fault::at(&pointer, FaultKey::InvalidPatch, message).into()
            }
            DraftFault::NoObject => Fault::at("", FaultKey::WrongType, "an object is expected").into(),
            DraftFault::TooLarge => Self::TooLarge(RECORD_BYTES),
            DraftFault::Bounds(message) => Fault::at("", FaultKey::TooLong, message).into(),
            DraftFault::Syntax(message) => Self::InvalidJson(message),
        }
    }
}

impl From<RecordWorkError> for Problem {
    fn from(error: RecordWorkError) -> Self {
        match error {
            RecordWorkError::Busy => Self::Busy,
            RecordWorkError::Failed => Self::Internal,
        }
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Write(error) => error.into(),
            RecordError::Store(error) => error.into(),
        }
    }
}

impl From<RecordRefusal> for Problem {
    fn from(refusal: RecordRefusal) -> Self {
        match refusal {
            RecordRefusal::Conflict { newest } => Self::Changed(newest.map(|newest| newest.to_string())),
            RecordRefusal::RecordsAreFiles => Self::RecordsAreFiles,
            RecordRefusal::Findings(findings) => invalid_record(&findings),
            RecordRefusal::InUse(dependents) => in_use(&dependents, &NodeScope::All),
            RecordRefusal::NotFound => Self::NotFound("record"),
            RecordRefusal::DraftChanged(version) => Self::Changed(version),
        }
    }
}

/// Returns the problem of a record that has errors: a fault for each.
pub(super) fn invalid_record(findings: &[Finding]) -> Problem {
    let errors = findings.iter().filter(|finding| finding.is_error());
    let faults = errors.map(|finding| {
        let detail = format!("{} [{}]", finding.message, finding.code.name);
        Fault::at(&finding.pointer, FaultKey::InvalidRecord, detail)
    });
    Faults::from_iter(faults).into()
}

/// Returns the problem of a record that others depend on. Those who are for some nodes do not learn of connectors.
pub(super) fn in_use(dependents: &[(RecordKind, String)], scope: &NodeScope) -> Problem {
    let is_seen = |kind: RecordKind| *scope == NodeScope::All || kind != RecordKind::Connector;
    let seen: Vec<_> = dependents.iter().filter(|(kind, _)| is_seen(*kind)).collect();
    let names = seen.iter().take(NAMED);
    let mut named: Vec<_> = names
        .map(|(kind, id)| format!("the {} `{id}`", kind.into_str()))
        .collect();
    if seen.len() > NAMED {
        named.push(format!("{} more", seen.len() - NAMED));
    }
    if seen.len() < dependents.len() {
        named.push("what only those see who are for all nodes".to_owned());
    }
    Problem::RecordInUse(format!("It is used by {}.", named.join(", ")))
}
