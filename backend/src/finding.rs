//! What was found about a server, and what to do.

use serde::Serialize;
use std::fmt::{Display, Formatter};

/// How serious something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Ok,
    /// It works, but not as well or as safely as it could.
    Warn,
    /// Visitors or staff cannot do something.
    Fail,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Finding {
    /// What was looked at, such as `database`.
    pub(crate) check: &'static str,
    pub(crate) verdict: Verdict,
    pub(crate) reason: String,
    /// What to do; empty if nothing is to be done.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) advice: String,
}

impl Finding {
    pub(crate) fn ok(check: &'static str, reason: impl Into<String>) -> Self {
        Self::new(check, Verdict::Ok, reason, "")
    }

    pub(crate) fn warn(check: &'static str, reason: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(check, Verdict::Warn, reason, advice)
    }

    pub(crate) fn fail(check: &'static str, reason: impl Into<String>, advice: impl Into<String>) -> Self {
        Self::new(check, Verdict::Fail, reason, advice)
    }

    fn new(
        check: &'static str,
        verdict: Verdict,
        reason: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            check,
            verdict,
            reason: reason.into(),
            advice: advice.into(),
        }
    }
}

impl Display for Finding {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        let verdict = match self.verdict {
            Verdict::Ok => "ok  ",
            Verdict::Warn => "warn",
            Verdict::Fail => "FAIL",
        };
        write!(formatter, "{verdict}  {:<14} {}", self.check, self.reason)?;
        if self.advice.is_empty() {
            return Ok(());
        }
        write!(formatter, "\n{:20} {}", "", self.advice)
    }
}
