//! What holds for every flow and every visitor, tried on random ones.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod random;
mod reference;

use engine::conversation::Conversation;
use engine::{Flow, FlowEvent, ResponseItem, SessionContext, check_flow, check_submission, native};
use proptest::prelude::*;
use random::flow::{Triggers, flows};
use random::visitor::{acts, answer};
use random::walk::Walk;
use reference::{Reference, reaches_back};
use serde_json::Value;
use std::collections::BTreeMap;

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    /// A shell that merges updates shows what the session shows, whatever happens.
    #[test]
    fn merged_updates_are_the_view(flow in flows(6, Triggers::Any), acts in acts(40)) {
        let mut walk = Walk::new(&flow);
        for act in acts {
            walk.act(&act);
            prop_assert_eq!(&walk.kept, &walk.view(), "after {:?}", act);
        }
    }

    /// What is visible depends on path and answers alone, and what becomes hidden has lost its answer when it is shown
    /// again.
    #[test]
    fn visibility_is_a_function_of_the_answers(flow in flows(6, Triggers::Any), acts in acts(40)) {
        let mut walk = Walk::new(&flow);
        for act in acts {
            let before = walk.kept.clone();
            walk.act(&act);
            if !walk.is_on_a_page() || reaches_back(&flow, &walk.path) {
                break;
            }
            let state = walk.path.last().expect("a page is on the path");
            let reference = Reference { flow: &flow, path: &walk.path, answers: &walk.answers };
            prop_assert_eq!(shown(&walk.kept), reference.visible(state), "after {:?}", act);
            if before["stateId"] == walk.kept["stateId"] {
                let old = shown(&before);
                for element in walk.questions() {
                    let is_new = !old.iter().any(|(id, _)| element["id"] == *id);
                    prop_assert!(!is_new || element["answer"].is_null(), "{} after {:?}", element, act);
                }
            }
        }
    }

    /// Nothing that is hidden, or off the path, is ever sent; and the server accepts what a visitor sends.
    #[test]
    fn what_is_sent_is_accepted(flow in flows(6, Triggers::Forward), acts in acts(60)) {
        let mut walk = Walk::new(&flow);
        for act in acts {
            let effects = walk.act(&act);
            if reaches_back(&flow, &walk.path) {
                break;
            }
            for effect in effects.iter().filter(|effect| effect["type"] == "submit_feedback") {
                let partial = effect["partial"] == true;
                let responses: Vec<ResponseItem> =
                    serde_json::from_value(effect["feedback"]["responses"].clone()).expect("response items");
                let reference = Reference { flow: &flow, path: &walk.path, answers: &walk.answers };
                for item in &responses {
                    prop_assert!(is_shown(&reference, item), "{:?} is hidden", item);
                }
                let check = check_submission(&walk.flow, &responses, partial, native());
                prop_assert_eq!(&check.refusals, &[], "{:?}", responses);
                prop_assert_eq!(check.end.is_none(), partial);
            }
        }
    }

    /// The order in which a page is answered decides nothing: whoever wants to give the same answers, and can, ends up
    /// with the same page.
    #[test]
    fn order_of_answers_decides_nothing(
        flow in flows(1, Triggers::Forward),
        seeds in prop::collection::vec(any::<u8>(), 4),
        one in Just([0_usize, 1, 2, 3]).prop_shuffle(),
        other in Just([0_usize, 1, 2, 3]).prop_shuffle(),
    ) {
        let answer_in = |order: &[usize]| {
            let mut walk = Walk::new(&flow);
            // An answer may show another question, so a visitor goes over the page until all are given.
            for _ in 0..=order.len() {
                for at in order {
                    let id = format!("q{at}");
                    let question = reference::sources(&flow).find(|(_, element)| element["question"]["id"] == *id);
                    if let Some((_, element)) = question
                        && let Some(seed) = seeds.get(*at)
                    {
                        walk.send(FlowEvent::answered(&id, Some(answer(&element["question"], *seed))));
                    }
                }
            }
            walk.kept
        };
        prop_assert_eq!(answer_in(&one), answer_in(&other));
    }

    /// No text makes a reader panic, however close it comes to a flow.
    #[test]
    fn any_text_is_read_or_refused(
        flow in flows(3, Triggers::Any), from in any::<prop::sample::Index>(), length in 0_usize..40, with in "\\PC{0,12}",
    ) {
        let text = flow.to_string();
        let chars: Vec<char> = text.chars().collect();
        let from = from.index(chars.len());
        let until = (from + length).min(chars.len());
        let broken: String = chars[..from].iter().copied().chain(with.chars()).chain(chars[until..].iter().copied()).collect();
        let accepted = Flow::parse(&broken, native()).is_ok();
        let findings = check_flow(&broken, native());
        let refused_by_reading = findings.iter().any(|finding| finding.severity == engine::Severity::Error);
        prop_assert!(accepted || refused_by_reading, "{}", broken);
    }

    #[test]
    fn any_event_is_read_or_refused(text in event_soup()) {
        let _ = FlowEvent::parse(&text, native());
        let _ = SessionContext::parse(&text, native());
        let _ = Conversation::parse(&text, |_| Err(String::new()));
    }
}

/// The elements shown, each with the options shown.
fn shown(view: &Value) -> Vec<(&str, Vec<&str>)> {
    let elements = view["elements"].as_array().map_or(&[][..], Vec::as_slice);
    elements
        .iter()
        .map(|element| {
            let options = element["options"].as_array().map_or(&[][..], Vec::as_slice);
            let ids = options
                .iter()
                .filter_map(|option| option["id"].as_str())
                .collect();
            (element["id"].as_str().unwrap_or_default(), ids)
        })
        .collect()
}

/// Whether a response item is about a question, and an option, that is shown on a page of the path.
fn is_shown(reference: &Reference<'_>, item: &ResponseItem) -> bool {
    let visible: BTreeMap<&str, Vec<&str>> = reference
        .path
        .iter()
        .flat_map(|state| reference.visible(state))
        .collect();
    let element =
        reference::sources(reference.flow).find(|(_, element)| element["question"]["id"] == item.question_id);
    let options = element.and_then(|(_, element)| visible.get(element["id"].as_str()?));
    match (options, &item.option_id, &item.body) {
        (None, ..) => false,
        (Some(options), Some(option), None) => options.contains(&option.as_str()),
        _ => true,
    }
}

/// Texts that are almost events.
fn event_soup() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just("\"answered\"".to_owned()),
        Just("\"q1\"".to_owned()),
        Just("{\"text\": \"x\"}".to_owned()),
        Just("{\"optionIds\": [\"a\", 1]}".to_owned()),
        Just("null".to_owned()),
        Just("-1e999".to_owned()),
        Just("[[{}]]".to_owned()),
        "\\PC{0,8}",
    ];
    let key = prop::sample::select(vec![
        "type",
        "questionId",
        "answer",
        "at",
        "status",
        "body",
        "node",
        "query",
        "flow",
        "events",
    ]);
    prop::collection::vec((key, value), 0..5).prop_map(|fields| {
        let fields: Vec<String> = fields
            .iter()
            .map(|(key, value)| format!("\"{key}\": {value}"))
            .collect();
        format!("{{{}}}", fields.join(", "))
    })
}
