//! Pages of the server's own for requests that fail (docs/api.md#error-pages), and the one that browsers keep for when the
//! server cannot be reached (docs/offline.md#pages-that-were-never-opened). They load nothing: what they would load may be
//! what fails.

use super::policy::hash_source;
use super::template::escape_attribute as escape;
use axum::http::StatusCode;
use base::languages::{Texts, direction, texts_in};
use std::sync::LazyLock;

pub(super) const STYLES: &str = include_str!("error_page.css");

/// The policy of the page that browsers keep for when the server cannot be reached: [`STYLES`] and nothing else. It may be
/// framed as the page may in whose place it appears, of which it knows nothing.
pub(crate) static OFFLINE_POLICY: LazyLock<String> = LazyLock::new(|| {
    let styles = hash_source(STYLES);
    format!("default-src 'none'; style-src {styles}; img-src data:; base-uri 'none'; form-action 'none'")
});

/// The policy of an error page, which nobody may frame.
pub(crate) static POLICY: LazyLock<String> =
    LazyLock::new(|| format!("{}; frame-ancestors 'none'", *OFFLINE_POLICY));

/// Why a visitor gets no page.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Failure {
    /// The server answers with this status.
    Status(StatusCode),
    /// There is no connection, and the browser has not kept the page.
    Offline,
}

/// A page that says what went wrong, and offers a way on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ErrorPage<'a> {
    pub(crate) failure: Failure,
    /// A code that has texts.
    pub(crate) language: &'a str,
    /// The provider's site.
    pub(crate) site_url: Option<&'a str>,
}

impl ErrorPage<'_> {
    /// Returns the page as HTML.
    pub(crate) fn html(&self) -> String {
        let texts = texts_in(self.language);
        let (title, note) = self.message(texts);
        let note = note.map_or_else(String::new, |note| format!("<p>{}</p>", escape(note)));
        format!(
            "<!doctype html><html lang=\"{language}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"robots\" content=\"noindex\"><title>{title}</title>\
             <link rel=\"icon\" href=\"data:,\"><style>{STYLES}</style></head><body><main>\
             <svg viewBox=\"0 0 64 64\" aria-hidden=\"true\"><circle cx=\"32\" cy=\"32\" r=\"30\"/>\
             <path d=\"M23 25v3M41 25v3M22 45c5-6 15-6 20 0\"/></svg>\
             <h1>{title}</h1>{note}<nav>{links}</nav></main></body></html>",
            language = escape(self.language),
            direction = direction(self.language),
            title = escape(title),
            links = self.links(texts),
        )
    }

    /// Returns what happened, and what the visitor can do about it.
    fn message<'t>(&self, texts: &'t Texts) -> (&'t str, Option<&'t str>) {
        let check_address = Some(&*texts.page.check_address);
        let Failure::Status(status) = self.failure else {
            return (&texts.server.offline, Some(&texts.server.offline_note));
        };
        match status {
            StatusCode::NOT_FOUND | StatusCode::GONE => (&texts.page.not_found, check_address),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE | StatusCode::REQUEST_TIMEOUT => {
                (&texts.uploads.busy, None)
            }
            status if status.is_client_error() => (&texts.page.wrong_url, check_address),
            _ => (&texts.page.system_error, None),
        }
    }

    /// Returns the ways on. An empty address is that of the page.
    fn links(&self, texts: &Texts) -> String {
        let is_worth_a_try = !matches!(
            self.failure,
            Failure::Status(
                StatusCode::NOT_FOUND
                    | StatusCode::GONE
                    | StatusCode::BAD_REQUEST
                    | StatusCode::METHOD_NOT_ALLOWED
            )
        );
        let mut links = String::new();
        if is_worth_a_try {
            let text = escape(&texts.page.try_again);
            links.push_str(&format!("<a href=\"\">{text}</a>"));
        }
        if let Some(site) = self.site_url {
            let (site, text) = (escape(site), escape(&texts.server.home));
            links.push_str(&format!("<a href=\"{site}\" target=\"_top\">{text}</a>"));
        }
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(status: StatusCode, language: &str) -> String {
        page_of(Failure::Status(status), language)
    }

    fn page_of(failure: Failure, language: &str) -> String {
        let site_url = Some("https://x.example/?a=\"&b");
        ErrorPage {
            failure,
            language,
            site_url,
        }
        .html()
    }

    #[test]
    fn a_page_without_a_connection_says_so() {
        let page = page_of(Failure::Offline, "he");
        assert!(page.contains("<html lang=\"he\" dir=\"rtl\">"), "{page}");
        assert!(page.contains("<h1>אין חיבור לאינטרנט</h1>"), "{page}");
        assert!(page.contains("<a href=\"\">"), "{page}");
    }

    #[test]
    fn a_page_explains_the_error_and_offers_a_next_step() {
        let missing = page(StatusCode::NOT_FOUND, "ar");
        assert!(missing.contains("<html lang=\"ar\" dir=\"rtl\">"), "{missing}");
        assert!(missing.contains("404"), "{missing}");
        // The same page would load again.
        assert!(!missing.contains("href=\"\""), "{missing}");
        assert!(
            missing.contains("href=\"https://x.example/?a=&quot;&amp;b\""),
            "{missing}"
        );
        let busy = page(StatusCode::SERVICE_UNAVAILABLE, "de");
        assert!(busy.contains("Der Server ist ausgelastet"), "{busy}");
        assert!(busy.contains("<a href=\"\">Erneut versuchen</a>"), "{busy}");
        assert!(page(StatusCode::INTERNAL_SERVER_ERROR, "en").contains("Something went wrong"));
        let wrong = page(StatusCode::BAD_REQUEST, "en");
        assert!(
            wrong.contains("typed wrong") && !wrong.contains("Try again"),
            "{wrong}"
        );
    }

    #[test]
    fn the_policy_allows_the_styles_of_the_page() {
        assert!(POLICY.contains("style-src 'sha256-"), "{}", *POLICY);
        assert!(!STYLES.contains('<'), "nothing in it can end the element");
    }
}
