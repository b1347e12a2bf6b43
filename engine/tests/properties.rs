//! Properties that hold for every flow and every visitor, tested with random ones. `PROPTEST_RNG_SEED` fixes the random
//! numbers (`.cargo/config.toml`).
#![cfg(feature = "native")]
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod random;
mod reference;

use engine::conversation::Conversation;
use engine::{
    Feedback, Flow, FlowEvent, SessionContext, SortedMap, TimedEvent, check_flow, check_submission, native,
};
use proptest::prelude::*;
use random::corruption::corrupt;
use random::flow::flows;
use random::question::Triggers;
use random::visitor::{Act, acts, acts_and_outside_events, answer};
use random::walk::{STATE_CHANGE, Walk};
use reference::items::build;
use reference::submission::accepts;
use reference::validation::validate;
use reference::{Reference, reaches_back};
use serde_json::Value;

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    /// A shell that merges every update has the session's view.
    #[test]
    fn merged_updates_equal_the_view(flow in flows(6, Triggers::Any), acts in acts_and_outside_events(40)) {
        let mut walk = Walk::new(&flow);
        for act in acts {
            walk.act(&act);
            prop_assert_eq!(&walk.merged, &walk.view(), "after {:?}", act);
        }
    }

    /// Visibility depends on path and answers alone, and a question that was hidden has no answer when it is shown again.
    #[test]
    fn visibility_depends_on_path_and_answers_alone(flow in flows(6, Triggers::Any), acts in acts(40)) {
        let mut walk = Walk::new(&flow);
        for act in acts {
            let before = walk.merged.clone();
            walk.act(&act);
            if !walk.is_on_a_page() || reaches_back(&flow, &walk.path) {
                break;
            }
            let state = walk.path.last().expect("a page is on the path");
            let reference = Reference { flow: &flow, path: &walk.path, answers: &walk.answers };
            prop_assert_eq!(shown(&walk.merged), reference.seen(state), "after {:?}", act);
            if before["stateId"] == walk.merged["stateId"] {
                let old = shown(&before);
                for element in walk.questions() {
                    let is_new = !old.iter().any(|(id, _)| element["id"] == *id);
                    let is_empty = element["answer"].is_null() || element["style"] == "random";
                    prop_assert!(!is_new || is_empty, "{} after {:?}", element, act);
                }
            }
        }
    }

    /// An answer clears other answers only by hiding their questions or options: everything that stays visible keeps its
    /// answer.
    #[test]
    fn visible_questions_keep_their_answers(flow in flows(2, Triggers::Forward), acts in acts_and_outside_events(30)) {
        let mut walk = Walk::new(&flow);
        for act in acts {
            let before = walk.merged.clone();
            walk.act(&act);
            if !walk.is_on_a_page() || reaches_back(&flow, &walk.path) {
                break;
            }
            let state = walk.path.last().expect("a page is on the path");
            let reference = Reference { flow: &flow, path: &walk.path, answers: &walk.answers };
            prop_assert_eq!(shown(&walk.merged), reference.seen(state), "after {:?}", act);
            if before["stateId"] != walk.merged["stateId"] || !matches!(act, Act::Answer { .. } | Act::Clear { .. }) {
                continue;
            }
            let old = before["elements"].as_array().map_or(&[][..], Vec::as_slice);
            let changed = walk.questions().into_iter().filter(|element| {
                let before = old.iter().find(|old| old["id"] == element["id"]);
                before.is_some_and(|before| before["answer"] != element["answer"] && before["options"] == element["options"])
            });
            prop_assert!(changed.count() <= 1, "after {:?}", act);
        }
    }

    /// A submission holds the valid answers to the visible questions of the path, in order, and the server accepts it.
    /// After a corruption of one field the server rejects it exactly if the reference does.
    #[test]
    fn submissions_are_accepted(
        flow in flows(6, Triggers::Forward), acts in acts_and_outside_events(60), corruptions in any::<[[u8; 3]; 6]>(),
    ) {
        let mut walk = Walk::new(&flow);
        for act in acts {
            let effects = walk.act(&act);
            if reaches_back(&flow, &walk.path) {
                break;
            }
            let saves = effects.iter().filter(|effect| ["submit_feedback", "save_offline"].iter().any(|save| effect["type"] == *save));
            for effect in saves {
                // An offline skip ends before its pages can be read by going back.
                if effect["type"] == "save_offline" && matches!(act, Act::Skip) {
                    continue;
                }
                let partial = effect["partial"] == true;
                let items = effect["feedback"]["responses"].as_array().expect("response items");
                prop_assert_eq!(items, &payload(&walk), "after {:?}", act);
                let scores: SortedMap<f64> = serde_json::from_value(effect["feedback"]["scores"].clone()).expect("scores");
                let feedback = Feedback { scores, ..parsed(items) };
                let check = check_submission(&walk.flow, &feedback, partial, native());
                prop_assert_eq!(&check.errors, &[], "{:?}", items);
                prop_assert_eq!(check.end.is_none(), partial);
                for seed in corruptions.iter().filter(|_| !partial) {
                    let Some(corrupted) = corrupt(items, &flow, *seed) else { continue };
                    let (accepted, path) = accepts(&flow, &corrupted);
                    if !reaches_back(&flow, &path) {
                        let check = check_submission(&walk.flow, &parsed(&corrupted), false, native());
                        prop_assert_eq!(check.errors.is_empty(), accepted, "{:?} of {:?}: {:?}", corrupted, items, check);
                    }
                }
            }
        }
    }

    /// `next` either reports every invalid answer of the page, or leads to the state that the transitions select.
    #[test]
    fn next_validates_and_follows_the_transitions(flow in flows(6, Triggers::Forward), acts in acts(40)) {
        let mut walk = Walk::new(&flow);
        for act in acts {
            walk.act(&act);
            if !walk.is_on_a_page() || walk.merged["moving"] == true || reaches_back(&flow, &walk.path) {
                continue;
            }
            let state = walk.path.last().expect("a page is on the path").clone();
            let reference = Reference { flow: &flow, path: &walk.path, answers: &walk.answers };
            let expected = invalid_answers(&walk, &reference, &state);
            let next = reference.next_state(&state).map(str::to_owned);
            let ends = reference.is_end(next.as_deref());
            let mut ahead = walk.clone();
            ahead.send(FlowEvent::Next { question_id: None });
            if expected.is_empty() && ahead.merged["notice"].is_null() {
                ahead.send(STATE_CHANGE);
                let at = if ends { Some(state) } else { next };
                prop_assert_eq!(ahead.merged["stateId"].as_str(), at.as_deref());
                prop_assert_eq!(&ahead.merged["submitting"], ends);
            } else {
                let reported: Vec<(String, String)> = ahead.questions().iter().filter_map(|element| {
                    Some((element["questionId"].as_str()?.to_owned(), element["message"]["key"].as_str()?.to_owned()))
                }).collect();
                prop_assert_eq!(reported, expected);
                prop_assert_eq!(&ahead.merged["moving"], false);
            }
        }
    }

    /// The order of answers does not matter: the same answers on a page lead to the same view.
    #[test]
    fn order_of_answers_does_not_matter(
        flow in flows(1, Triggers::Forward),
        seeds in prop::collection::vec(any::<u8>(), 4),
        one in Just([0_usize, 1, 2, 3]).prop_shuffle(),
        other in Just([0_usize, 1, 2, 3]).prop_shuffle(),
    ) {
        let answer_in = |order: &[usize]| {
            let mut walk = Walk::new(&flow);
            // An answer may show another question, so all answers are given repeatedly.
            for _ in 0..=order.len() {
                for at in order {
                    let id = format!("q{at}");
                    let question = reference::json::sources(&flow).find(|(_, element)| element["question"]["id"] == *id);
                    if let Some((_, element)) = question
                        && let Some(seed) = seeds.get(*at)
                    {
                        let answer = answer(&element["question"], *seed);
                        walk.send(FlowEvent::Answered { question_id: &id, answer: Some(&answer) });
                    }
                }
            }
            walk.merged
        };
        prop_assert_eq!(answer_in(&one), answer_in(&other));
    }

    /// No text makes the parser panic, not even one that is almost a flow.
    #[test]
    fn any_text_is_parsed_or_rejected(
        flow in flows(3, Triggers::Any), from in any::<prop::sample::Index>(), length in 0_usize..40, with in "\\PC{0,12}",
    ) {
        let text = flow.to_string();
        let chars: Vec<char> = text.chars().collect();
        let from = from.index(chars.len());
        let until = (from + length).min(chars.len());
        let broken: String = chars[..from].iter().copied().chain(with.chars()).chain(chars[until..].iter().copied()).collect();
        let accepted = Flow::parse(&broken, native()).is_ok();
        let findings = check_flow(&broken, native());
        let has_errors = findings.iter().any(|finding| finding.code.severity == engine::Severity::Error);
        prop_assert!(accepted || has_errors, "{}", broken);
    }

    #[test]
    fn any_event_is_parsed_or_rejected(text in almost_events()) {
        let _ = TimedEvent::parse(&text, native());
        let _ = SessionContext::parse(&text, native());
        let _ = Conversation::parse(&text, |_| Err(String::new()));
    }
}

/// Returns the visible elements of a view, each with its visible options.
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

/// Returns the invalid answers of a page in order: the question's id and the message.
fn invalid_answers(walk: &Walk, reference: &Reference<'_>, state: &str) -> Vec<(String, String)> {
    let shown = reference.shown(state).into_iter();
    let message = |(element, visible): (&Value, Vec<&str>)| {
        let question = element["question"].as_object().map(|_| &element["question"])?;
        let answer = reference.counted(element);
        let is_unverified = answer.is_some() && walk.is_unverified(&question["id"]);
        let key = validate(question, answer, &visible).or(is_unverified.then_some("required"))?;
        Some((question["id"].as_str()?.to_owned(), key.to_owned()))
    };
    shown.filter_map(message).collect()
}

/// Builds the response items of all valid answers on the path.
fn payload(walk: &Walk) -> Vec<Value> {
    let reference = Reference {
        flow: &walk.source,
        path: &walk.path,
        answers: &walk.answers,
    };
    let mut items = Vec::new();
    for state in &walk.path {
        let invalid = invalid_answers(walk, &reference, state);
        for (element, _) in reference.shown(state) {
            let question = &element["question"];
            let is_invalid = invalid.iter().any(|(id, _)| question["id"] == **id);
            if let Some(answer) = reference.counted(element).filter(|_| !is_invalid) {
                items.extend(build(question, answer));
            }
        }
    }
    items
}

fn parsed(items: &[Value]) -> Feedback {
    Feedback {
        responses: serde_json::from_value(items.into()).expect("response items"),
        ..Feedback::default()
    }
}

/// Returns texts that are almost events.
fn almost_events() -> impl Strategy<Value = String> {
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
