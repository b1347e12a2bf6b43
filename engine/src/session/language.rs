//! The language of a session. See docs/engine.md#languages.

use crate::flow::{Flow, Language};

/// The code where a flow names no languages.
pub(super) const DEFAULT_LANGUAGE: &str = "en";

/// Languages that are asked for, each by its code or id, in the order of precedence.
#[derive(Debug, Clone, Copy, Default)]
pub struct LanguageChoices<'a> {
    /// The widget's own setting.
    pub widget: Option<&'a str>,
    /// The language in the page's address.
    pub url: Option<&'a str>,
    /// The node's default language.
    pub node_default: Option<&'a str>,
}

/// Returns the language that a session starts in: the first choice that the flow has, else the flow's default language,
/// else its first one.
#[must_use]
pub fn first_language<'a>(flow: &'a Flow, choices: &LanguageChoices<'_>) -> Option<&'a Language> {
    flow.languages.get(first_language_position(flow, choices)?)
}

pub(super) fn first_language_position(flow: &Flow, choices: &LanguageChoices<'_>) -> Option<usize> {
    let choices = [choices.widget, choices.url, choices.node_default];
    let chosen = choices
        .into_iter()
        .flatten()
        .find_map(|choice| flow.find_language(choice));
    chosen
        .or(flow.default_language)
        .or((!flow.languages.is_empty()).then_some(0))
}
