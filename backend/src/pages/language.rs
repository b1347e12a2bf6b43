//! The language and the writing direction of a page.

use crate::flows::LoadedFlow;
use crate::records::is_language_code;
use engine::{Flow, Language};

/// The language of a page that has no flow and whose address asks for none.
const DEFAULT_LANGUAGE: &str = "en";

/// The base codes of the languages that are written from right to left, as JSON. The widget reads the same file.
const RIGHT_TO_LEFT: &str = include_str!("../../../widget/src/language/rightToLeft.json");

/// Where a language may be asked for: each a code, or the id of one of the flow's languages.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LanguageChoices<'a> {
    pub(super) widget: Option<&'a str>,
    /// The parameter `lang` of the address.
    pub(super) url: Option<&'a str>,
    pub(super) node_default: Option<&'a str>,
}

/// Returns the language that a flow starts in (docs/engine.md#languages): the first choice that it has, else its default,
/// else its first language. `None` for a flow without languages.
fn first_language<'a>(flow: &'a Flow, choices: &LanguageChoices<'_>) -> Option<&'a Language> {
    let choices = [choices.widget, choices.url, choices.node_default];
    let chosen = choices
        .into_iter()
        .flatten()
        .find_map(|name| flow.language_named(name));
    let position = chosen.or(flow.default_language).unwrap_or(0);
    flow.languages.get(position)
}

/// Returns the code of the language that a page starts in.
///
/// A page without a flow, such as a chat, speaks the language of its address: the widget has texts of its own.
pub(super) fn page_language(flow: Option<&LoadedFlow>, choices: &LanguageChoices<'_>) -> String {
    let code = match flow {
        Some(LoadedFlow { flow, .. }) => {
            first_language(flow, choices).map(|language| language.code.to_string())
        }
        None => choices
            .url
            .filter(|code| is_language_code(code))
            .map(str::to_ascii_lowercase),
    };
    code.unwrap_or_else(|| DEFAULT_LANGUAGE.into())
}

/// Returns the value for the attribute `dir`.
pub(super) fn direction(language: &str) -> &'static str {
    let base = language.split('-').next().unwrap_or_default();
    let codes: Vec<&str> = serde_json::from_str(RIGHT_TO_LEFT).unwrap_or_default();
    if codes.contains(&base) { "rtl" } else { "ltr" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_follows_widget_address_node_and_flow() {
        let json = r#"{"id":"f","languages":[{"id":"l1","code":"en"},{"id":"l2","code":"tr"},{"id":"l3","code":"de"}],
            "defaultLanguageId":"l3","states":[{"id":"s","elements":[]}]}"#;
        let flow = Flow::parse(json, engine::native()).unwrap();
        let first = |widget, url, node_default| {
            let choices = LanguageChoices {
                widget,
                url,
                node_default,
            };
            first_language(&flow, &choices).unwrap().code.to_string()
        };
        assert_eq!(first(Some("en"), Some("tr"), Some("l3")), "en");
        assert_eq!(first(Some("fr"), Some("TR"), Some("l3")), "tr");
        assert_eq!(first(None, Some("fr"), Some("l2")), "tr");
        assert_eq!(first(None, None, None), "de");
    }

    #[test]
    fn a_page_without_a_flow_speaks_the_language_of_its_address() {
        let language = |url| {
            page_language(
                None,
                &LanguageChoices {
                    url,
                    ..LanguageChoices::default()
                },
            )
        };
        assert_eq!(language(Some("TR")), "tr");
        assert_eq!(language(Some("\"><script>")), "en");
        assert_eq!(language(None), "en");
    }

    #[test]
    fn the_direction_depends_on_the_base_code() {
        for (language, expected) in [("ar", "rtl"), ("ur-pk", "rtl"), ("ckb", "ltr"), ("en", "ltr")] {
            assert_eq!(direction(language), expected, "{language}");
        }
    }
}
