//! What a conversion lost or changed.

use serde::Serialize;
use std::collections::BTreeSet;

/// What became of a survey beside its flow.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// How many questions the source asks.
    pub questions: usize,
    /// How many of them the flow asks as well, perhaps as several.
    pub mapped: usize,
    /// In the order in which they were found.
    pub findings: Vec<Finding>,
    #[serde(skip)]
    seen: BTreeSet<(String, String)>,
}

/// One thing that is not as it was.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub kind: Kind,
    /// Where it is in the source: a JSON pointer, in a workbook a cell such as `survey!B7`.
    pub pointer: String,
    /// What the source has there.
    pub what: String,
    /// What the flow has instead.
    pub instead: String,
}

/// How much of something is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The flow has nothing of it.
    Lost,
    /// The flow has it in another form.
    Changed,
}

impl Report {
    pub(crate) fn lost(&mut self, pointer: &str, what: impl Into<String>, instead: impl Into<String>) {
        self.add(Kind::Lost, pointer, what.into(), instead.into());
    }

    pub(crate) fn changed(&mut self, pointer: &str, what: impl Into<String>, instead: impl Into<String>) {
        self.add(Kind::Changed, pointer, what.into(), instead.into());
    }

    /// Counts a question that the flow asks.
    pub(crate) fn count_mapped(&mut self) {
        self.questions += 1;
        self.mapped += 1;
    }

    /// Counts a question that the flow does not ask, and says why.
    pub(crate) fn lose_question(&mut self, pointer: &str, what: impl Into<String>) {
        self.questions += 1;
        self.lost(pointer, what, "left out");
    }

    /// Says the same of one place only once.
    fn add(&mut self, kind: Kind, pointer: &str, what: String, instead: String) {
        if self.seen.insert((pointer.to_owned(), what.clone())) {
            self.findings.push(Finding {
                kind,
                pointer: pointer.to_owned(),
                what,
                instead,
            });
        }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.kind {
            Kind::Lost => "lost",
            Kind::Changed => "changed",
        };
        let pointer = if self.pointer.is_empty() {
            "/"
        } else {
            &self.pointer
        };
        write!(f, "{pointer}: {kind}: {}; instead: {}", self.what, self.instead)
    }
}
