//! The language of a page.

use crate::flows::LoadedFlow;
use base::records::is_language_code;
use engine::{LanguageChoices, first_language};

/// The language of a page that has no flow and whose address asks for none.
const DEFAULT_LANGUAGE: &str = "en";

/// Returns the code of the language that a page starts in.
///
/// A page without a flow, such as a chat, speaks the language of its address, or else the one that its visitor's browser
/// accepts: the widget has texts of its own.
pub(super) fn page_language(
    flow: Option<&LoadedFlow>,
    choices: &LanguageChoices<'_>,
    accepted: Option<&str>,
) -> String {
    let code = match flow {
        Some(LoadedFlow { flow, .. }) => {
            first_language(flow, choices).map(|language| language.code.to_string())
        }
        None => choices
            .url
            .filter(|code| is_language_code(code))
            .map(str::to_ascii_lowercase)
            .or_else(|| accepted.map(str::to_owned)),
    };
    code.unwrap_or_else(|| DEFAULT_LANGUAGE.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_a_flow_has_the_language_of_its_address_or_visitor() {
        let language = |url, accepted| {
            let choices = LanguageChoices {
                url,
                ..LanguageChoices::default()
            };
            page_language(None, &choices, accepted)
        };
        assert_eq!(language(Some("TR"), Some("de")), "tr");
        assert_eq!(language(Some("\"><script>"), None), "en");
        assert_eq!(language(None, Some("de")), "de");
        assert_eq!(language(None, None), "en");
    }
}
