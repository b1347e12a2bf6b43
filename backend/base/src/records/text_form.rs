//! The forms that texts in node and widget records must have.

use super::color::Color;
use super::phone_country::phone_country;
use crate::signatures::PublicKeys;
use crate::time::from_rfc3339;
use engine::Severity;
use jiff::civil::Date;

/// A form of a text, with how to test and how to describe it.
#[derive(Debug)]
pub(super) struct TextForm {
    pub(super) matches: fn(&str) -> bool,
    /// Regular expression that each such text matches as a whole, for editors; they may take more.
    pub(super) pattern: Option<&'static str>,
    /// Completes the sentence "`value` is not …".
    pub(super) expected: &'static str,
    pub(super) severity: Severity,
}

const fn form(matches: fn(&str) -> bool, expected: &'static str) -> TextForm {
    TextForm {
        matches,
        pattern: None,
        expected,
        severity: Severity::Error,
    }
}

pub(super) const fn form_with_pattern(
    matches: fn(&str) -> bool,
    pattern: &'static str,
    expected: &'static str,
) -> TextForm {
    TextForm {
        pattern: Some(pattern),
        ..form(matches, expected)
    }
}

/// The one form of colors (docs/widget.md#colors).
pub(super) const COLOR: TextForm = form_with_pattern(
    |text| Color::parse(text).is_some(),
    "#([0-9A-Fa-f]{3}){1,2}",
    "a color of the form `#rgb` or `#rrggbb`",
);

/// An image: the content security policy of the pages loads images over HTTPS and from this server only.
pub(super) const IMAGE_ADDRESS: TextForm = form(
    |text| is_own_path(text) || has_scheme(text, &["https"]),
    "an https address, or a path on this server",
);

pub(super) const WEB_ADDRESS: TextForm = form(
    |text| is_own_path(text) || has_scheme(text, &["http", "https"]),
    "an http or https address",
);

pub(super) const TIME_ZONE: TextForm = form(
    |text| jiff::tz::TimeZone::get(text).is_ok(),
    "an IANA time zone, such as `Europe/Istanbul`",
);

pub(super) const DATE: TextForm = form(is_date, "a day such as `2026-12-31`, or a moment as in RFC 3339");

pub(super) const COUNTRY_CODE: TextForm = form_with_pattern(
    |text| phone_country(text).is_some(),
    "[A-Z]{2}",
    "the ISO 3166 code of a country, such as `TR`",
);

pub(super) const PUBLIC_KEYS: TextForm = form(
    |text| PublicKeys::parse(text).is_ok(),
    "one or more PEM keys for Ed25519, P-256 or RSA with at least 2048 bits",
);

/// Pattern of the language codes that name texts.
pub(super) const LOWER_CASE_LANGUAGE_CODE: &str = "[a-z]{2,3}(-[a-z0-9]{2,8})*";

pub(super) const LANGUAGE_CODE: TextForm = form_with_pattern(
    is_language_code,
    "[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*",
    "a language code, such as `en` or `fr-ca`",
);

pub(super) const HOST_NAME: TextForm = form_with_pattern(
    is_host_name,
    "[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*",
    "a host name, such as `example.com`, without scheme, port or path",
);

/// What the host of an address may be (docs/flows.md#redirects).
pub(super) const HOST_PATTERN: TextForm = form_with_pattern(
    |text| is_host_name(text.strip_prefix("*.").unwrap_or(text)),
    "(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*",
    "a host name, such as `shop.example`, or `*.shop.example` for its subdomains, without scheme, port or path",
);

/// RFC 6901.
pub(super) const JSON_POINTER: TextForm = form_with_pattern(
    is_json_pointer,
    "(/([^~]|~[01])*)?",
    "a JSON pointer, such as `/order/city`",
);

/// Only a warning: whatever is not `rate` counts as pixels (docs/widget.md#widget-fields).
pub(super) const LENGTH_TYPE: TextForm = TextForm {
    matches: |text| matches!(text, "rate" | "px"),
    pattern: Some("rate|px"),
    expected: "`rate` (percent) or `px`, and counts as `px`",
    severity: Severity::Warning,
};

/// Returns a regular expression that takes whole texts only.
pub(super) fn whole(pattern: &str) -> String {
    format!("^({pattern})$")
}

/// Tells whether a text is a moment of RFC 3339 or a day such as `2026-12-31`.
fn is_date(text: &str) -> bool {
    let is_day = text.len() == "2026-12-31".len() && text.parse::<Date>().is_ok();
    is_day || from_rfc3339(text).is_some()
}

/// Tells whether a text is a language code: letters, then parts of letters and digits such as a script or a region.
pub fn is_language_code(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// Every step begins with `/`; `~` is written `~0`, and `/` in a name `~1`.
fn is_json_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/'))
        && text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']))
}

/// Host names become part of a header, so they hold nothing but letters, digits, hyphens and dots.
fn is_host_name(text: &str) -> bool {
    text.split('.').all(|label| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

fn is_own_path(text: &str) -> bool {
    text.starts_with('/') && !text.starts_with("//")
}

fn has_scheme(text: &str, schemes: &[&str]) -> bool {
    url::Url::parse(text).is_ok_and(|url| schemes.contains(&url.scheme()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(form: &TextForm, right: &[&str], wrong: &[&str]) {
        let pattern = form
            .pattern
            .map(|pattern| regress::Regex::new(&whole(pattern)).unwrap());
        let matches_pattern = |text| {
            pattern
                .as_ref()
                .is_none_or(|pattern| pattern.find(text).is_some())
        };
        for text in right {
            assert!((form.matches)(text) && matches_pattern(text), "{text}");
        }
        for text in wrong {
            assert!(!(form.matches)(text), "{text}");
        }
    }

    #[test]
    fn forms_tell_right_texts_from_wrong_ones() {
        check(&COLOR, &["#fff", "#20B8F7"], &["red", "#20B8F7FF"]);
        check(
            &IMAGE_ADDRESS,
            &["/logo.svg", "https://cdn.example/logo.svg"],
            &[
                "//cdn.example/logo.svg",
                "http://cdn.example/logo.svg",
                "logo.svg",
                "data:,",
            ],
        );
        check(
            &WEB_ADDRESS,
            &[
                "/own.css",
                "http://cdn.example/a.css",
                "https://cdn.example/a.css",
            ],
            &["javascript:1", "//cdn.example/a.css", "own.css"],
        );
        check(
            &TIME_ZONE,
            &["UTC", "Europe/Istanbul"],
            &["Mars/Olympus", "+03:00"],
        );
        check(
            &DATE,
            &["2026-12-31", "2026-12-31T10:00:00Z", "2026-12-31T10:00:00+03:00"],
            &[
                "31.12.2026",
                "2026-13-01",
                "20261231",
                "2026-12-31T10:00:00",
                "tomorrow",
            ],
        );
        check(&COUNTRY_CODE, &["TR", "US"], &["tr", "XX", "TUR"]);
        check(
            &LANGUAGE_CODE,
            &["en", "TR", "fr-ca", "zh-hant-tw", "es-419"],
            &["english", "e", "en_US", "en-", "-en", "e1"],
        );
        check(
            &HOST_NAME,
            &["shop.example.com", "localhost", "127.0.0.1"],
            &[
                "https://example.com",
                "example.com:8080",
                "*.example.com",
                "a b",
                "a..b",
                "x;y",
            ],
        );
        check(
            &HOST_PATTERN,
            &["shop.example.com", "*.shop.example"],
            &[
                "https://example.com",
                "example.com:8080",
                "*",
                "*.",
                "a.*.b",
                "**.b",
                "*.*.b",
            ],
        );
        check(&LENGTH_TYPE, &["rate", "px"], &["percent", "%"]);
    }
}
