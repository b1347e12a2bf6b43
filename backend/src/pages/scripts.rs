//! How the scripts of a page start, and what the page says where they do not run or do not arrive, in its own language
//! (docs/api.md#pages).

use super::policy::hash_source;
use super::template::escape_attribute as escape;
use base::languages::texts_in;
use std::sync::LazyLock;

/// When the scripts of a page start.
#[derive(Debug, Clone, Copy)]
pub(super) enum Start {
    /// As soon as they are there.
    AtOnce,
    /// After the first paint, which has the HTML of the first view: what they do would delay it.
    AfterPaint,
}

/// Shows the message if the page's own scripts have not begun when everything has loaded or failed: the root element is empty.
/// Inline, because nothing that has to be loaded could be relied on here, and in the oldest syntax: a browser that does not
/// understand the page's scripts is told so, too.
const AT_ONCE: &str = "addEventListener(\"load\",function(){var a=document.getElementById(\"app\");\
    if(a&&!a.firstChild&&!a.hasAttribute(\"aria-busy\"))document.getElementById(\"failure\").hidden=false})";

/// Starts the scripts for which the page has preloads (`template.rs`) when its early script says so
/// (`widget/src/takeover/startScripts.ts`), and shows the message if they have failed or have run without marking the server's HTML
/// as taken.
const AFTER_PAINT: &str = "(function(d){var l=d.querySelectorAll(\"[data-start]\"),n=l.length,started;\
    function end(){if(--n<1&&d.getElementById(\"app\").getAttribute(\"data-prerendered\")===\"\")\
    d.getElementById(\"failure\").hidden=false}\
    function start(){if(started)return;started=1;for(var i=0;i<l.length;i++){var s=d.createElement(\"script\");\
    s.type=\"module\";s.src=l[i].href;s.onload=s.onerror=end;d.head.appendChild(s)}}\
    if(!(\"noModule\" in d.createElement(\"script\"))){n=0;end()}\
    else d.addEventListener(\"pulsen-start\",start)\
    })(document)";

static AT_ONCE_SOURCE: LazyLock<String> = LazyLock::new(|| hash_source(AT_ONCE));
static AFTER_PAINT_SOURCE: LazyLock<String> = LazyLock::new(|| hash_source(AFTER_PAINT));

impl Start {
    /// Returns the text of the inline script at the end of the page's body.
    fn script(self) -> &'static str {
        match self {
            Self::AtOnce => AT_ONCE,
            Self::AfterPaint => AFTER_PAINT,
        }
    }

    /// Returns the source in a `script-src` that allows this script and no other inline script.
    pub(super) fn source(self) -> &'static str {
        match self {
            Self::AtOnce => &AT_ONCE_SOURCE,
            Self::AfterPaint => &AFTER_PAINT_SOURCE,
        }
    }
}

/// Returns the HTML for the end of a page's body: what it says in its language, or in its fallback language.
pub(super) fn scripts_html(language: &str, start: Start) -> String {
    let texts = texts_in(language);
    format!(
        "<noscript><p class=\"page-failure\">{}</p></noscript>\
         <div class=\"page-failure\" id=\"failure\" role=\"alert\" hidden><p>{}</p><a href=\"\">{}</a></div>\
         <script>{}</script>",
        escape(&texts.server.no_script),
        escape(&texts.server.not_loaded),
        escape(&texts.page.try_again),
        start.script(),
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
            let html = scripts_html(language, Start::AtOnce);
            assert!(html.contains(expected), "{language}: {html}");
        }
    }

    #[test]
    fn the_policy_source_is_the_hash_of_the_script() {
        for start in [Start::AtOnce, Start::AfterPaint] {
            assert_eq!(start.source(), hash_source(start.script()));
            assert!(!start.script().contains('<') || !start.script().contains("</"));
            assert!(scripts_html("en", start).contains(start.script()));
        }
    }
}
