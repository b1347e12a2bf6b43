//! The page that stops the mails of a chat (docs/mail.md#stopping). A button does it, not the address: programs that look
//! whether a link is harmful open it before the person does.

use super::error_page::STYLES;
use super::policy::hash_source;
use super::template::escape_attribute as escape;
use base::languages::{direction, known_language, texts_in};
use std::sync::LazyLock;

/// What the page falls back to.
const ENGLISH: &str = "en";

/// The value for the header `Content-Security-Policy`: the styles, and a form that this server receives. No site may frame the
/// page, so that nobody is made to press the button.
pub(crate) static POLICY: LazyLock<String> = LazyLock::new(|| {
    let styles = hash_source(STYLES);
    format!(
        "default-src 'none'; style-src {styles}; img-src data:; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'"
    )
});

/// The page in the language of the chat.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StopMailsPage<'a> {
    pub(crate) language: &'a str,
    pub(crate) is_stopped: bool,
}

impl StopMailsPage<'_> {
    /// Returns the page as HTML. Its form is sent to its own address.
    pub(crate) fn html(&self) -> String {
        let language = known_language(self.language).unwrap_or(ENGLISH);
        let texts = &texts_in(language).mail;
        let (title, form) = if self.is_stopped {
            (escape(&texts.stopped), String::new())
        } else {
            let form = format!(
                "<form method=\"post\"><nav><button>{}</button></nav></form>",
                escape(&texts.stop)
            );
            (escape(&texts.stop_question), form)
        };
        format!(
            "<!doctype html><html lang=\"{language}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"robots\" content=\"noindex\"><meta name=\"referrer\" content=\"no-referrer\"><title>{title}</title>\
             <link rel=\"icon\" href=\"data:,\"><style>{STYLES}</style></head><body><main>\
             <svg viewBox=\"0 0 64 64\" aria-hidden=\"true\"><rect x=\"6\" y=\"14\" width=\"52\" height=\"36\" rx=\"6\"/>\
             <path d=\"m8 18 24 18 24-18\"/></svg><h1>{title}</h1>{form}</main></body></html>",
            direction = direction(language),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_asks_and_then_says_that_it_is_done() {
        let page = |is_stopped| {
            StopMailsPage {
                language: "en-GB",
                is_stopped,
            }
            .html()
        };
        assert!(page(false).contains("<form method=\"post\">"), "{}", page(false));
        assert!(
            page(true).contains("<h1>You will no longer get emails"),
            "{}",
            page(true)
        );
        assert!(!page(true).contains("<form"), "{}", page(true));
    }
}
