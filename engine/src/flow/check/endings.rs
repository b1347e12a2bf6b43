//! What a thank-you page shows beside its texts, and where it leads (docs/flows.md#thank-you-pages).

use super::findings::Findings;
use super::report_untranslated;
use crate::codes;
use crate::flow::definition::StateDefinition;
use crate::flow::model::{Element, ElementKind, Flow, StateStyle};
use crate::flow::redirect_host;

/// The most characters of a `redirectUrl`.
const LONGEST_URL: usize = 2_000;
/// The longest wait: a visitor who has waited for a minute has left.
const LONGEST_WAIT: u32 = 60;

/// Checks where a page leads.
pub(super) fn check_redirect(state: &StateDefinition, pointer: &str, findings: &mut Findings) {
    let url_pointer = || format!("{pointer}/redirectUrl");
    let wait_pointer = || format!("{pointer}/redirectAfterSeconds");
    if state.redirect_after_seconds > LONGEST_WAIT {
        let message = format!("may be at most {LONGEST_WAIT}");
        findings
            .add(codes::UNUSABLE_VALUE, wait_pointer(), message)
            .with("limit", LONGEST_WAIT);
    }
    let Some(url) = state.redirect_url.as_deref() else {
        if state.redirect_after_seconds > 0 {
            let message = "means something beside a `redirectUrl` only";
            findings.add(codes::MISPLACED_FIELD, wait_pointer(), message);
        }
        return;
    };
    if state.style != StateStyle::ThankYou {
        let message = "only pages with the style `thank_you` lead elsewhere";
        findings.add(codes::MISPLACED_FIELD, url_pointer(), message);
    }
    if url.chars().count() > LONGEST_URL {
        let message = format!("may have at most {LONGEST_URL} characters");
        findings
            .add(codes::LIMIT_EXCEEDED, url_pointer(), message)
            .with("limit", LONGEST_URL);
    }
    if redirect_host(url).is_none() {
        let message = "is no https address with a host name, such as `https://shop.example/thanks?order={{order}}`: it names \
                       no user, and has pipes after the host only";
        findings.add(codes::UNSAFE_LINK, url_pointer(), message);
    }
}

pub(super) fn check(flow: &Flow, element: &Element, pointer: &str, findings: &mut Findings) {
    let is_card = element.kind == ElementKind::Card;
    let state = flow.state(element.state);
    let is_thank_you = state.is_some_and(|state| state.style == StateStyle::ThankYou);
    if !is_thank_you && (is_card || element.kind == ElementKind::Reference) {
        let message = "is shown only on pages with the style `thank_you`";
        findings.add(codes::MISPLACED_FIELD, format!("{pointer}/type"), message);
    }
    if !is_card && !element.button.is_empty() {
        let message = "means something for a `card` only";
        findings.add(codes::MISPLACED_FIELD, format!("{pointer}/button"), message);
    }
    if is_card {
        check_card(flow, element, pointer, findings);
    }
}

fn check_card(flow: &Flow, card: &Element, pointer: &str, findings: &mut Findings) {
    match card.url.as_deref() {
        None => {
            let message = "an element of type `card` needs a `url`";
            findings.add(codes::MISSING_FIELD, pointer.into(), message);
        }
        Some(url) if !is_https(url) => {
            let message = "a card leads to an https address only";
            findings.add(codes::UNSAFE_LINK, format!("{pointer}/url"), message);
        }
        Some(_) => {}
    }
    for (field, texts) in [("body", &card.body), ("button", &card.button)] {
        if texts.is_empty() {
            let message = format!("an element of type `card` needs a `{field}`");
            findings
                .add(codes::MISSING_FIELD, pointer.into(), message)
                .with("field", field);
        }
    }
    for language in &flow.languages {
        let texts = &card.button;
        if !texts.is_empty() && texts.get(&language.code).is_none() && texts.get("").is_none() {
            report_untranslated(findings, format!("{pointer}/button"), &language.code);
        }
    }
}

fn is_https(url: &str) -> bool {
    let scheme = url.get(.."https:".len());
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"))
}
