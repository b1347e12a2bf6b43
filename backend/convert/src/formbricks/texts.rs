//! Texts of Formbricks: one for each language, with recalls of answers.

use crate::node::Node;
use crate::text::{Text, pipe, without_html};
use crate::variable;
use std::collections::HashSet;

pub(super) struct Texts {
    /// The survey's own one first.
    pub(super) languages: Vec<String>,
    /// The ids of variables, which recalls name as they name questions.
    variables: HashSet<String>,
}

impl Texts {
    pub(super) fn of(survey: &Node<'_>) -> Self {
        let listed = survey.items("languages");
        let code = |language: &Node<'_>| {
            let code = language
                .get("language")
                .map_or_else(|| language.str("code"), |inner| inner.str("code"))?;
            Some(code.to_owned())
        };
        let (own, others): (Vec<_>, Vec<_>) = listed.iter().partition(|language| language.flag("default"));
        let languages = own.into_iter().chain(others).filter_map(code).collect();
        let variables = survey.items("variables");
        let variables = variables
            .iter()
            .filter_map(|variable| variable.str("id").map(str::to_owned))
            .collect();
        Self { languages, variables }
    }

    fn own(&self) -> &str {
        self.languages.first().map_or("", String::as_str)
    }

    pub(super) fn read(&self, node: &Node<'_>, name: &str) -> Text {
        node.get(name)
            .map_or_else(Text::default, |text| self.of_node(&text))
    }

    /// Reads one string, or an object with a text for each language, of which `default` is the survey's own.
    pub(super) fn of_node(&self, node: &Node<'_>) -> Text {
        let mut text = Text::default();
        if let Some(plain) = node.value.as_str() {
            text.set(self.own(), with_recalls(plain, &self.variables));
        }
        for (language, of_language) in node.members() {
            let is_known = language == "default" || self.languages.iter().any(|known| known == language);
            if let Some(plain) = of_language.value.as_str().filter(|_| is_known) {
                text.set(
                    if language == "default" {
                        self.own()
                    } else {
                        language
                    },
                    with_recalls(plain, &self.variables),
                );
            }
        }
        text
    }
}

/// Makes pipes of `#recall:id/fallback:text#`.
fn with_recalls(text: &str, variables: &HashSet<String>) -> String {
    let text = without_html(text);
    let mut whole = String::new();
    let mut rest = text.as_str();
    while let Some((before, recall)) = rest.split_once("#recall:") {
        whole.push_str(before);
        let end = recall
            .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-'))
            .unwrap_or(recall.len());
        let (id, after) = recall.split_at(end);
        let fallback = after
            .strip_prefix("/fallback:")
            .and_then(|after| after.split_once('#'));
        let (fallback, after) = fallback.unwrap_or(("", after.trim_start_matches('#')));
        let fallback = fallback.replace("nbsp", " ");
        if variables.contains(id) {
            whole.push_str(&pipe(&variable::name_of(id), &fallback));
        } else {
            whole.push_str(&pipe(id, &fallback));
        }
        rest = after;
    }
    whole.push_str(rest);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_pipes_of_recalls() {
        let name = pipe("name", "you there");
        let piped = format!("Hi {name}, and {}, {}", pipe("x-1", ""), pipe("var:v", "0"));
        let text = "Hi #recall:name/fallback:younbspthere#, and #recall:x-1, #recall:v/fallback:0#";
        assert_eq!(with_recalls(text, &HashSet::from(["v".to_owned()])), piped);
    }
}
