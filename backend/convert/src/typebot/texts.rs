//! Texts of Typebot, and the variables in them: those that an input fills are pipes.

use crate::node::Node;
use crate::text::{Text, pipe, verbatim, without_html};
use std::collections::{HashMap, HashSet};

/// The deepest parts of rich text within parts.
const MAX_DEPTH: usize = 20;

/// The question that fills each variable.
pub(super) struct Variables {
    by_id: HashMap<String, String>,
    by_name: HashMap<String, String>,
    /// Variables that several inputs fill, or that the bot itself sets.
    unclear: HashSet<String>,
}

impl Variables {
    pub(super) fn of(bot: &Node<'_>, groups: &[Node<'_>]) -> Self {
        let (mut by_id, mut unclear) = (HashMap::new(), HashSet::new());
        for block in groups.iter().flat_map(|group| group.items("blocks")) {
            let Some(variable) = block
                .get("options")
                .and_then(|options| options.word("variableId"))
            else {
                continue;
            };
            let is_input = block.str("type").is_some_and(|kind| kind.ends_with("input"));
            let question = block.str("id").unwrap_or_default().to_owned();
            if !is_input || by_id.insert(variable.clone(), question).is_some() {
                unclear.insert(variable);
            }
        }
        let mut by_name = HashMap::new();
        for variable in bot.items("variables") {
            if let (Some(id), Some(name)) = (variable.str("id"), variable.str("name"))
                && let Some(question) = by_id.get(id)
            {
                by_name.insert(name.to_owned(), question.clone());
            }
        }
        Self {
            by_id,
            by_name,
            unclear,
        }
    }

    /// Returns the question whose answer a variable certainly is.
    pub(super) fn question(&self, variable: &str) -> Option<&str> {
        let question = self.by_id.get(variable).map(String::as_str);
        question.filter(|_| !self.unclear.contains(variable))
    }

    /// Returns the name of the variable that a question fills.
    pub(super) fn name_of(&self, question: &str) -> Option<&str> {
        let found = self.by_name.iter().filter(|(_, of)| *of == question);
        found.map(|(name, _)| name.as_str()).min()
    }

    /// Reads one text, with pipes for its variables.
    pub(super) fn text(&self, text: &str) -> Text {
        let text = verbatim(text);
        let mut whole = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once("{{") {
            whole.push_str(before);
            let Some((name, after)) = after.split_once("}}") else {
                rest = after;
                continue;
            };
            let name = name.trim();
            whole.push_str(&pipe(self.by_name.get(name).map_or(name, String::as_str), ""));
            rest = after;
        }
        whole.push_str(rest);
        Text::of("", whole)
    }

    /// Reads the content of a text bubble.
    pub(super) fn rich_text(&self, content: &Node<'_>) -> Text {
        let mut lines = Vec::new();
        for part in content.items("richText") {
            let mut line = String::new();
            collect(&part, MAX_DEPTH, &mut line);
            lines.push(line);
        }
        if lines.is_empty() {
            let text = content.str("html").map(without_html);
            lines.push(text.unwrap_or_else(|| content.str("plainText").unwrap_or_default().to_owned()));
        }
        self.text(lines.join("\n").trim())
    }
}

fn collect(part: &Node<'_>, depth: usize, line: &mut String) {
    line.push_str(part.str("text").unwrap_or_default());
    for inner in part.items("children").iter().filter(|_| depth > 0) {
        if part.str("type") == Some("ul") || part.str("type") == Some("ol") {
            line.push_str(if line.is_empty() { "• " } else { "\n• " });
        }
        collect(inner, depth - 1, line);
    }
}
