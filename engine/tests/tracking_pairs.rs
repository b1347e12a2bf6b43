//! Compares the tracking pairs with the fixture, which the tests of the loader use as well.
#![cfg(feature = "native")]

use engine::TRACKING_PAIRS;
use serde_json::{Value, json};

#[test]
fn tracking_pairs_match_the_fixture() {
    let fixture = include_str!("../fixtures/tracking-pairs.json");
    let fixture: Value = serde_json::from_str(fixture).expect("the fixture is JSON");
    let pairs = TRACKING_PAIRS
        .iter()
        .map(|pair| json!({"parameters": pair.parameters, "headers": pair.headers, "channel": pair.channel}))
        .collect();
    assert_eq!(fixture, Value::Array(pairs));
}
