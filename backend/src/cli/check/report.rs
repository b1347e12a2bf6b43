//! What was found, in the format that its reader wants (docs/check.md#formats).

use super::{github, json, sarif};
use crate::cli::counted::{counted, counted_records};
use base::records::{Finding, RecordSet};
use clap::ValueEnum;

/// Who reads the findings.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Format {
    /// People: a line for each finding.
    Text,
    /// Programs: one JSON object.
    Json,
    /// Programs that show findings in code: SARIF 2.1.0.
    Sarif,
    /// GitHub: a workflow command for each finding, which marks the line in a pull request.
    Github,
}

/// The findings of some records.
pub(super) struct Report<'a> {
    pub(super) findings: Vec<&'a Finding>,
    pub(super) sets: &'a [RecordSet],
    /// What was checked: `1 flow, 0 nodes, 2 widgets, 0 connectors`.
    checked: String,
}

impl<'a> Report<'a> {
    pub(super) fn new(sets: &'a [RecordSet]) -> Self {
        Self {
            findings: sets.iter().flat_map(|records| &records.findings).collect(),
            sets,
            checked: counted_records(sets.iter()),
        }
    }

    pub(super) fn errors(&self) -> usize {
        self.findings.iter().filter(|finding| finding.is_error()).count()
    }

    pub(super) fn warnings(&self) -> usize {
        self.findings.len() - self.errors()
    }

    /// Returns how much was checked and found, for people.
    pub(super) fn summary(&self) -> String {
        format!(
            "checked {}: {}, {}",
            self.checked,
            counted(self.errors(), "error"),
            counted(self.warnings(), "warning"),
        )
    }

    /// Returns all of it as a text that ends with a line break.
    ///
    /// # Errors
    /// JSON cannot be written.
    pub(super) fn written(&self, format: Format) -> serde_json::Result<String> {
        let mut text = match format {
            Format::Text => self.lines(text),
            Format::Github => self.lines(github::command),
            Format::Json => serde_json::to_string_pretty(&json::document(self))?,
            Format::Sarif => serde_json::to_string_pretty(&sarif::log(self))?,
        };
        text.push('\n');
        Ok(text)
    }

    fn lines(&self, line: fn(&Finding) -> String) -> String {
        let findings = self.findings.iter().map(|finding| line(finding));
        let lines: Vec<_> = findings.chain([self.summary()]).collect();
        lines.join("\n")
    }
}

/// Returns a finding for people, with its fix on a line of its own.
fn text(finding: &Finding) -> String {
    match &finding.fix {
        Some(fix) => format!("{finding}\n  fix: {fix}"),
        None => finding.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use base::records::RECORD_CODES;
    use engine::codes;

    /// The tables of docs/check.md have a row for each code, and no other.
    #[test]
    fn the_documentation_has_all_codes() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/check.md");
        let page = std::fs::read_to_string(page).unwrap();
        let mut documented: Vec<&str> = page
            .lines()
            .filter(|line| line.starts_with("| `") && line.split(" | ").count() == 3)
            .collect();
        for code in codes::ALL.iter().chain(codes::COMPARED).chain(RECORD_CODES) {
            let row = format!(
                "| `{}` | {} | {} |",
                code.name,
                code.severity.name(),
                code.meaning
            );
            let at = documented.iter().position(|line| *line == row);
            documented.remove(at.unwrap_or_else(|| panic!("docs/check.md needs the row {row}")));
        }
        assert_eq!(documented, [""; 0]);
    }
}
