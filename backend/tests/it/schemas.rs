//! `pulsen schema`, and files that name their schema.

use crate::import::{import_into, records};
use crate::process::{pulsen, run};
use std::fs;
use std::path::Path;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
const KINDS: [&str; 4] = ["flow", "node", "widget", "connector"];

fn printed(kind: &str) -> String {
    let (code, output, errors) = run(pulsen().arg("schema").arg(kind));
    assert_eq!((code, errors.as_str()), (0, ""), "{kind}");
    output
}

#[test]
fn the_schemas_in_the_examples_are_current() {
    for kind in KINDS {
        let file = Path::new(EXAMPLES).join("schema").join(format!("{kind}.json"));
        assert!(
            fs::read_to_string(&file).unwrap() == printed(kind),
            "{} is old: pulsen schema --into examples/schema",
            file.display()
        );
    }
}

#[test]
fn all_schemas_are_written_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("records/schema");
    let (code, output, errors) = run(pulsen().args(["schema", "--into"]).arg(&into));
    assert_eq!((code, output.as_str(), errors.as_str()), (0, "", ""));
    for kind in KINDS {
        assert_eq!(
            fs::read_to_string(into.join(format!("{kind}.json"))).unwrap(),
            printed(kind)
        );
    }
    assert_eq!(run(pulsen().arg("schema")).0, 2, "which one?");
    assert_eq!(run(pulsen().args(["schema", "customer"])).0, 2);
}

/// Only there: deeper in a file it is as unknown as any other field.
#[test]
fn a_file_may_name_its_schema_at_its_top() {
    let data = tempfile::tempdir().unwrap();
    let imported = |flow: &str, node: &str| {
        let folder = records(&[("flows/f.json", flow), ("nodes/n.json", node)]);
        import_into(folder.path(), data.path())
    };
    let flow = r#"{"id": "f", "languages": [{"id": "l1", "code": "en"}], "states": [
        {"id": "s", "isInitialState": true, "elements": [{"id": "e", "type": "next_page"}]}]}"#;
    let node = r#"{"id": "n", "flow_id": "f", "chat": {}}"#;
    let (code, output, _) = imported(flow, node);
    assert_eq!(code, 0);
    assert!(output.starts_with("flow f: revision 1\n"), "{output}");
    let named = |text: &str, at: &str| text.replacen(at, &format!("{at}\"$schema\": \"../x.json\", "), 1);
    let (code, output, findings) = imported(&named(flow, "{"), &named(node, "{"));
    assert_eq!(code, 0);
    // PostgreSQL's notices are logged beside the findings.
    assert!(!findings.contains("$schema"), "{findings}");
    assert!(output.contains("imported 1 flow (1 unchanged)"), "{output}");
    let (code, _, findings) = imported(&named(flow, "[{"), node);
    assert_eq!(code, 1);
    assert!(
        findings.contains("/languages/0/$schema: is not a known field"),
        "{findings}"
    );
    let (code, _, findings) = imported(flow, &node.replace("{}", r#"{"$schema": "../x.json"}"#));
    assert_eq!(code, 1);
    assert!(
        findings.contains("/chat/$schema: is not a known field"),
        "{findings}"
    );
}
