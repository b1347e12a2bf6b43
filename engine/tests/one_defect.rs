//! Each flow of `fixtures/broken/one-defect` is broken in one way: it raises the code that it is named after, once, and no other.
//! Without the defect it is `fixtures/flows/visit.json`.
#![cfg(feature = "native")]

use engine::{check_flow, codes, native};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn each_flow_raises_the_code_that_it_is_named_after_and_no_other() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/broken/one-defect");
    let mut problems = Vec::new();
    let mut missing: BTreeSet<&str> = codes::ALL.iter().map(|code| code.name).collect();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let found = check_flow(&fs::read_to_string(&path).unwrap(), native());
        if !matches!(&*found, [finding] if finding.code.name == name) {
            problems.push(format!("{name}: {found:#?}"));
        }
        missing.remove(name);
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(missing.is_empty(), "no flow raises {missing:?}");
}

#[test]
fn without_a_defect_nothing_is_found() {
    let flow = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/flows/visit.json");
    assert_eq!(check_flow(&fs::read_to_string(flow).unwrap(), native()), []);
}
