//! Replays the seeds of the fuzz targets, and the inputs that fuzzing has found.
#![cfg(feature = "native")]
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

#[path = "../fuzz/shared.rs"]
mod shared;

use std::fs;
use std::path::Path;

#[test]
fn replays_the_inputs_of_flow_parse() {
    replay("flow_parse", shared::flow_parse);
}

#[test]
fn replays_the_inputs_of_flow_events() {
    replay("flow_events", shared::flow_events);
}

fn replay(target: &str, run: fn(&[u8])) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let found = fs::read_to_string(fuzz.join(format!("found/{target}.json"))).expect("a list");
    let found: Vec<String> = serde_json::from_str(&found).expect("a list of texts");
    assert!(found.len() > 100, "only {} found inputs", found.len());
    for text in found {
        println!("{text:?}");
        run(text.as_bytes());
    }
    let folder = fuzz.join("seeds").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut count = 0;
    for file in files.flatten() {
        println!("{}", file.path().display());
        run(&fs::read(file.path()).expect("a file"));
        count += 1;
    }
    assert!(count > 0, "{} is empty", folder.display());
}
