//! Harmful triggers: those that affect an earlier page or what chance selects, and those with a reserved event name. `cycles`
//! finds circles.

use super::findings::{Findings, Pointers};
use super::reach::Ways;
use crate::codes::{EVENT_NAME, TRIGGER_REACHES_BACK, UNUSABLE_VALUE};
use crate::flow::model::Flow;
use crate::question::Style;
use crate::trigger::Target;

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    check_direction(flow, pointers, findings);
    check_chance(flow, pointers, findings);
    check_events(flow, pointers, findings);
}

/// Checks that the names of events are valid and differ from the product's own host messages, since an event becomes the
/// message `PSN_` with its name (docs/widget.md#host-messages).
fn check_events(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    for (trigger, place) in flow.triggers.iter().zip(&pointers.triggers) {
        for (at, event) in trigger.events.iter().enumerate() {
            let name = event.to_ascii_uppercase();
            let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            let is_own =
                OWN_MESSAGES.contains(&&*name) || OWN_PREFIXES.iter().any(|own| name.starts_with(own));
            let message = match (is_name, is_own) {
                (false, _) => "the name of an event consists of letters, digits and `_`",
                (true, true) => "is the name of one of the product's own messages",
                (true, false) => continue,
            };
            findings
                .add(&EVENT_NAME, format_args!("{place}/targetEvents/{at}"), message)
                .with("event", event);
        }
    }
}

/// The product's own messages, without `PSN_`.
const OWN_MESSAGES: [&str; 3] = ["END_OF_FLOW", "FEEDBACK_SUBMITTED", "REDIRECT"];
/// Prefixes of the product's own messages, without `PSN_`.
const OWN_PREFIXES: [&str; 2] = ["WIDGET_", "WEB_WIDGET_"];

/// Finds triggers that show or hide something on a page that the visitor may already have left: a required question could
/// appear there unseen, or an answer that decided a transition could be cleared.
fn check_direction(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    let mut ways = Ways::new(flow);
    for (trigger, place) in flow.triggers.iter().zip(&pointers.triggers) {
        let Some(source) = flow.element(trigger.source) else {
            continue;
        };
        let targets = trigger
            .targets
            .iter()
            .filter_map(|target| flow.element(target.element()));
        let mut pages = targets.map(|element| element.state);
        if pages.any(|page| ways.comes_before(page, source.state)) {
            findings.add(
                &TRIGGER_REACHES_BACK,
                place,
                "reaches back to a page that the visitor may already have left",
            );
        }
    }
}

/// Finds triggers that show or hide an option of a random question. Nobody sees it, and the visitor would only lose the group
/// that chance has selected.
fn check_chance(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    for (trigger, place) in flow.triggers.iter().zip(&pointers.triggers) {
        for (at, target) in trigger.targets.iter().enumerate() {
            let Target::Option(element, _) = *target else {
                continue;
            };
            let question = flow
                .element(element)
                .and_then(|element| element.question.as_deref());
            if question.is_some_and(|question| question.style == Style::Random) {
                let message = "is an option of a `random` question, which chance selects; let the trigger show or hide an element";
                findings.add(
                    &UNUSABLE_VALUE,
                    format_args!("{place}/targetOptionIds/{at}"),
                    message,
                );
            }
        }
    }
}
