//! Properties of random orders, for lists of any length and any pins (docs/engine.md#random-order).
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test that fails loudly is a good test"
)]

use engine::{Flow, Session, SessionContext, native};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns a page with a choice, a matrix and further questions, of which the pinned ones are marked: as many of each as there
/// are marks.
fn flow(pins: &[bool]) -> Value {
    let list = |prefix: &str| -> Vec<Value> {
        let item = |(at, pinned): (usize, &bool)| json!({"id": format!("{prefix}{at}"), "isPinned": pinned});
        pins.iter().enumerate().map(item).collect()
    };
    let mut elements: Vec<Value> = list("e")
        .into_iter()
        .enumerate()
        .map(|(at, mut element)| {
            element["type"] = json!("question");
            element["question"] = json!({"id": format!("q{at}"), "style": "text"});
            element
        })
        .collect();
    elements.push(
        json!({"id": "choice", "type": "question", "isPinned": true, "question":
        {"id": "c", "style": "radio", "optionOrder": "random", "options": list("o")}}),
    );
    elements.push(json!({"id": "matrix", "type": "question", "isPinned": true, "question":
        {"id": "m", "style": "matrix", "statementOrder": "random", "statements": list("s"), "options": [{"id": "x"}]}}));
    json!({"id": "f", "languages": [{"code": "en"}, {"code": "tr"}],
        "states": [{"id": "page", "questionOrder": "random", "elements": elements}]})
}

/// Returns the ids that a session shows: elements, options and rows.
fn shown(flow: &Value, seed: u32, language: &str) -> [Vec<String>; 3] {
    let context = SessionContext {
        seed,
        url_language: Some(language.into()),
        ..SessionContext::default()
    };
    let flow = Arc::new(Flow::parse(&flow.to_string(), native()).unwrap());
    let session = Session::new(flow, context, native());
    let view = serde_json::to_value(session.view()).unwrap();
    let ids = |list: &Value| -> Vec<String> {
        let items = list.as_array().unwrap().iter();
        items
            .map(|item| item["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let elements = &view["elements"];
    let element = |id: &str| {
        let mut elements = elements.as_array().unwrap().iter();
        elements.find(|element| element["id"] == id).unwrap()
    };
    [
        ids(elements),
        ids(&element("choice")["options"]),
        ids(&element("matrix")["statements"]),
    ]
}

proptest! {
    #[test]
    fn an_order_has_each_item_once_and_pinned_ones_at_their_places(
        pins in vec(any::<bool>(), 1..30), seed in any::<u32>(),
    ) {
        let orders = shown(&flow(&pins), seed, "en");
        for (order, prefix) in orders.iter().zip(["e", "o", "s"]) {
            for (at, _) in pins.iter().enumerate().filter(|(_, pinned)| **pinned) {
                prop_assert_eq!(&order[at], &format!("{prefix}{at}"));
            }
            let mut sorted = order[..pins.len()].to_vec();
            sorted.sort_by_key(|id| id[1..].parse::<usize>().ok());
            let written: Vec<String> = (0..pins.len()).map(|at| format!("{prefix}{at}")).collect();
            prop_assert_eq!(sorted, written);
        }
        prop_assert_eq!(&orders[0][pins.len()..], ["choice", "matrix"]);
    }

    #[test]
    fn a_seed_gives_the_same_order_in_every_language(pins in vec(any::<bool>(), 1..30), seed in any::<u32>()) {
        let flow = flow(&pins);
        prop_assert_eq!(shown(&flow, seed, "en"), shown(&flow, seed, "tr"));
    }
}

#[test]
fn every_order_is_as_likely_as_the_others() {
    let flow = flow(&[false; 3]);
    let mut counts: [BTreeMap<Vec<String>, u32>; 3] = Default::default();
    let mut pairs: BTreeMap<Vec<String>, u32> = BTreeMap::new();
    for seed in 0..7_200 {
        let orders = shown(&flow, seed, "en");
        let first = [&orders[1][0], &orders[2][0]].map(String::clone);
        *pairs.entry(first.to_vec()).or_default() += 1;
        for (counts, order) in counts.iter_mut().zip(orders) {
            *counts.entry(order).or_default() += 1;
        }
    }
    for counts in counts {
        assert_eq!(counts.len(), 6);
        assert!(
            counts.values().all(|count| (1_050..1_350).contains(count)),
            "{counts:?}"
        );
    }
    // The orders of two lists have nothing to do with each other.
    assert_eq!(pairs.len(), 9);
    assert!(
        pairs.values().all(|count| (650..950).contains(count)),
        "{pairs:?}"
    );
}
