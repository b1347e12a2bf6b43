//! The check of flows as browsers have it.

use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the findings of each flow's text, by the WebAssembly in Node.js.
pub(crate) fn findings(texts: &[String]) -> Vec<Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/findings.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node.js");
    let mut input = node.stdin.take().expect("an input");
    let texts = serde_json::to_vec(texts).expect("a list of texts");
    // It reads all before it writes anything.
    input.write_all(&texts).expect("Node.js reads the flows");
    drop(input);
    let output = node.wait_with_output().expect("an output");
    assert!(
        output.status.success(),
        "`make test-check` builds the WebAssembly that this needs"
    );
    serde_json::from_slice(&output.stdout).expect("lists of findings")
}
