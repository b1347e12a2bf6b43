//! What a thank-you page shows beside its texts, and where it leads (docs/flows.md#thank-you-pages).

use super::findings::Findings;
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
        findings.add(&codes::LIMIT_EXCEEDED, wait_pointer(), message);
    }
    let Some(url) = state.redirect_url.as_deref() else {
        if state.redirect_after_seconds > 0 {
            let message = "means something beside a `redirectUrl` only";
            findings.add(&codes::MISPLACED_FIELD, wait_pointer(), message);
        }
        return;
    };
    if state.style != StateStyle::ThankYou {
        let message = "only pages with the style `thank_you` lead elsewhere";
        findings.add(&codes::MISPLACED_FIELD, url_pointer(), message);
    }
    if url.chars().count() > LONGEST_URL {
        let message = format!("may have at most {LONGEST_URL} characters");
        findings.add(&codes::LIMIT_EXCEEDED, url_pointer(), message);
    }
    if redirect_host(url).is_none() {
        let message = "is no https address with a host name, such as `https://shop.example/thanks?order={{order}}`: it names \
                       no user, and has pipes after the host only";
        findings.add(&codes::UNSAFE_LINK, url_pointer(), message);
    }
}

pub(super) fn check(flow: &Flow, element: &Element, pointer: &str, findings: &mut Findings) {
    let is_card = element.kind == ElementKind::Card;
    let is_result = element.kind == ElementKind::LiveResult;
    let state = flow.state(element.state);
    let is_thank_you = state.is_some_and(|state| state.style == StateStyle::ThankYou);
    if !is_thank_you && (is_card || is_result || element.kind == ElementKind::Reference) {
        let message = "is shown only on pages with the style `thank_you`";
        findings.add(&codes::MISPLACED_FIELD, format_args!("{pointer}/type"), message);
    } else if element.state == flow.initial
        && (is_result || element.opens_chat || element.kind == ElementKind::Reference)
    {
        let message = "is about feedback that was sent, but this is the first page";
        findings.add(&codes::MISPLACED_FIELD, format_args!("{pointer}/type"), message);
    }
    if !is_card && !element.button.is_empty() {
        let message = "means something for a `card` only";
        findings.add(&codes::MISPLACED_FIELD, format_args!("{pointer}/button"), message);
    }
    if !is_card && element.opens_chat {
        let message = "means something for a `card` only";
        findings.add(
            &codes::MISPLACED_FIELD,
            format_args!("{pointer}/opensChat"),
            message,
        );
    }
    if !is_result && element.question_key.is_some() {
        let message = "means something for a `live_result` only";
        findings.add(
            &codes::MISPLACED_FIELD,
            format_args!("{pointer}/questionKey"),
            message,
        );
    }
    if is_card {
        check_card(element, pointer, findings);
    }
    if is_result {
        check_result(flow, element, pointer, findings);
    }
}

fn check_result(flow: &Flow, result: &Element, pointer: &str, findings: &mut Findings) {
    if result.question_key.is_none() {
        let message = "an element of type `live_result` needs a `questionKey`";
        findings.add(&codes::MISSING_FIELD, pointer, message);
    } else if flow.question_of_result(result).is_none() {
        let message = "is the key or id of no `radio`, `dropdown`, `score`, `star`, `ces` or `custom_score`";
        findings.add(
            &codes::UNKNOWN_REFERENCE,
            format_args!("{pointer}/questionKey"),
            message,
        );
    }
    if !result.body.is_empty() {
        let message = "a `live_result` has a text of its own";
        findings.add(&codes::MISPLACED_FIELD, format_args!("{pointer}/body"), message);
    }
}

fn check_card(card: &Element, pointer: &str, findings: &mut Findings) {
    match card.url.as_deref() {
        None if card.opens_chat => {}
        None => {
            let message = "an element of type `card` needs a `url`, or `opensChat`";
            findings.add(&codes::MISSING_FIELD, pointer, message);
        }
        Some(_) if card.opens_chat => {
            let message = "a card leads to an address or opens a chat, not both";
            findings.add(&codes::MISPLACED_FIELD, format_args!("{pointer}/url"), message);
        }
        Some(url) if !is_https(url) => {
            let message = "a card leads to an https address only";
            findings.add(&codes::UNSAFE_LINK, format_args!("{pointer}/url"), message);
        }
        Some(_) => {}
    }
    for (field, texts) in [("body", &card.body), ("button", &card.button)] {
        if texts.is_empty() {
            let message = format!("an element of type `card` needs a `{field}`");
            findings
                .add(&codes::MISSING_FIELD, pointer, message)
                .with("field", field);
        }
    }
}

fn is_https(url: &str) -> bool {
    let scheme = url.get(.."https:".len());
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"))
}
