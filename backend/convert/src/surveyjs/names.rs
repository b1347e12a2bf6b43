//! What a survey's texts and expressions need to know of all of it: names of questions, rows of matrices, languages.

use crate::condition::Condition;
use crate::draft::Shown;
use crate::expression;
use crate::node::{Node, word_of};
use crate::report::Report;
use crate::text::{Text, pipe, without_html};
use std::collections::HashMap;

/// The deepest panels within panels that are read.
pub(super) const MAX_DEPTH: usize = 20;

pub(super) struct Names {
    /// The type of each question, by its name.
    types: HashMap<String, String>,
    /// The language of texts without one.
    language: String,
}

impl Names {
    pub(super) fn of(survey: &Node<'_>) -> Self {
        let mut types = HashMap::new();
        collect(survey, MAX_DEPTH, &mut types);
        let language = survey
            .str("locale")
            .filter(|locale| !locale.is_empty())
            .unwrap_or("en");
        Self {
            types,
            language: language.to_owned(),
        }
    }

    pub(super) fn language(&self) -> &str {
        &self.language
    }

    /// Reads a text: one string, or one for each language.
    pub(super) fn text(&self, node: &Node<'_>, name: &str) -> Text {
        node.get(name)
            .map_or_else(Text::default, |text| self.text_of(&text))
    }

    pub(super) fn text_of(&self, node: &Node<'_>) -> Text {
        let mut text = Text::default();
        if let Some(word) = word_of(node.value) {
            text.set(&self.language, self.piped(&word));
        }
        for (language, of_language) in node.members() {
            let language = if language == "default" {
                &self.language
            } else {
                language
            };
            text.set(
                language,
                self.piped(of_language.value.as_str().unwrap_or_default()),
            );
        }
        text
    }

    /// Makes pipes of names of questions in braces.
    fn piped(&self, text: &str) -> String {
        let text = without_html(text);
        let mut whole = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            whole.push_str(before);
            match after.split_once('}') {
                Some((name, after)) if self.types.contains_key(name.trim()) => {
                    whole.push_str(&pipe(name.trim(), ""));
                    rest = after;
                }
                _ => {
                    whole.push('{');
                    rest = after;
                }
            }
        }
        whole.push_str(rest);
        whole
    }

    /// Reads the condition that shows something, as `visibleIf`. Reports one that flows cannot say.
    pub(super) fn shown_if(&self, node: &Node<'_>, report: &mut Report) -> Vec<Shown> {
        let Some(expression) = node
            .str("visibleIf")
            .filter(|expression| !expression.trim().is_empty())
        else {
            return Vec::new();
        };
        let pointer = format!("{}/visibleIf", node.pointer);
        match self.condition(expression) {
            Ok(condition) => vec![Shown { condition, pointer }],
            Err(what) => {
                report.lost(&pointer, format!("a condition with {what}"), "always shown");
                Vec::new()
            }
        }
    }

    pub(super) fn condition(&self, expression: &str) -> Result<Condition, String> {
        expression::parse(expression, &|name| {
            let of_matrix = name
                .split_once('.')
                .filter(|(matrix, _)| self.types.get(*matrix).is_some_and(|t| t == "matrix"));
            match of_matrix {
                Some((matrix, row)) => (matrix.to_owned(), Some(row.to_owned())),
                None => (name.to_owned(), None),
            }
        })
    }
}

fn collect(node: &Node<'_>, depth: usize, types: &mut HashMap<String, String>) {
    for list in ["pages", "elements", "questions", "templateElements"] {
        for element in node.items(list) {
            if let (Some(name), Some(kind)) = (element.str("name"), element.str("type")) {
                types.entry(name.to_owned()).or_insert_with(|| kind.to_owned());
                let items = if kind == "multipletext" {
                    element.items("items")
                } else {
                    Vec::new()
                };
                for item in items {
                    if let Some(item) = item.str("name") {
                        types
                            .entry(format!("{name}.{item}"))
                            .or_insert_with(|| "text".to_owned());
                    }
                }
            }
            if depth > 0 {
                collect(&element, depth - 1, types);
            }
        }
    }
}
