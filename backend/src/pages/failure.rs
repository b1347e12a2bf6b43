//! What a page says where its scripts do not run or do not arrive, in its own language (docs/api.md#pages).

use super::policy::hash_source;
use super::template::escape_attribute as escape;
use base::languages::texts_in;
use std::sync::LazyLock;

/// Shows the message if the page's own scripts have not started when everything has loaded or failed: the root element is empty,
/// or has the server's HTML, which they would have marked as taken. Inline, because nothing that has to be loaded could be relied
/// on here, and in the oldest syntax: a browser that does not understand the page's scripts is told so, too.
const WATCH: &str = "addEventListener(\"load\",function(){var a=document.getElementById(\"app\");\
    if(a&&(a.firstChild?a.getAttribute(\"data-prerendered\")===\"\":!a.hasAttribute(\"aria-busy\")))\
    document.getElementById(\"failure\").hidden=false})";

/// The source in a `script-src` that allows [`WATCH`] and no other inline script.
pub(super) static WATCH_SOURCE: LazyLock<String> = LazyLock::new(|| hash_source(WATCH));

/// Returns the HTML for the end of a page's body: what it says in its language, or in its fallback language.
pub(super) fn failure_html(language: &str) -> String {
    let texts = texts_in(language);
    format!(
        "<noscript><p class=\"page-failure\">{}</p></noscript>\
         <div class=\"page-failure\" id=\"failure\" role=\"alert\" hidden><p>{}</p><a href=\"\">{}</a></div>\
         <script>{WATCH}</script>",
        escape(&texts.server.no_script),
        escape(&texts.server.not_loaded),
        escape(&texts.page.try_again),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_are_those_of_the_language_or_of_its_base_code() {
        for (language, expected) in [
            ("en", "This page needs JavaScript"),
            ("tr-cy", "JavaScript gerekiyor"),
            ("ja", "JavaScript が必要です"),
            ("x-none", "This page needs JavaScript"),
        ] {
            let html = failure_html(language);
            assert!(html.contains(expected), "{language}: {html}");
        }
    }

    #[test]
    fn the_policy_source_is_the_hash_of_the_script() {
        assert_eq!(WATCH_SOURCE.len(), "'sha256-'".len() + 44);
        assert!(!WATCH.contains('<'));
    }
}
