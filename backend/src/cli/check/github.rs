//! Findings as workflow commands of GitHub.

use base::records::Finding;

/// Returns the command that marks the finding's line: `::error file=…,line=…,col=…,title=code::message`.
pub(super) fn command(finding: &Finding) -> String {
    let position = finding
        .position
        .map(|at| format!(",line={},col={}", at.line, at.column));
    let place = match &finding.within {
        Some(within) => format!("{} ({within}): ", finding.pointer),
        None if finding.pointer.is_empty() => String::new(),
        None => format!("{}: ", finding.pointer),
    };
    format!(
        "::{} file={}{},title={}::{}",
        finding.code.severity.name(),
        property(&finding.file),
        position.unwrap_or_default(),
        finding.code.name,
        data(&format!("{place}{}", finding.message)),
    )
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Escapes what follows the properties.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::codes::UNKNOWN_FIELD;

    #[test]
    fn separators_are_escaped() {
        let finding = Finding::new(UNKNOWN_FIELD, "a,b:c.json", "/a%\n", "is not a known field");
        assert_eq!(
            command(&finding),
            "::error file=a%2Cb%3Ac.json,title=unknown-field::/a%25%0A: is not a known field"
        );
    }
}
