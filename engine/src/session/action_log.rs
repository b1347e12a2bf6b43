//! The log of recent actions for error reports. See docs/engine.md#report.

const LENGTH: usize = 40;

/// The latest events, by kind only: an error report must not contain answers.
#[derive(Debug, Clone, Default)]
pub(super) struct ActionLog(Vec<&'static str>);

/// The part of an error report that comes from the session. It contains nothing that was answered.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, serde::Serialize))]
#[cfg_attr(feature = "wasm", serde(rename_all = "camelCase"))]
pub struct Report<'a> {
    /// The kinds of the last 40 events, oldest first.
    #[cfg_attr(feature = "wasm", tsify(type = "FlowEvent['type'][]"))]
    pub actions: &'a [&'static str],
    /// Milliseconds until the visitor answered for the first time.
    pub first_response_ms: Option<f64>,
}

impl ActionLog {
    pub(super) fn add(&mut self, kind: &'static str) {
        if self.0.len() == LENGTH {
            self.0.remove(0);
        }
        self.0.push(kind);
    }

    pub(super) fn actions(&self) -> &[&'static str] {
        &self.0
    }
}
