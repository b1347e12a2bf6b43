//! `pulsen convert`.

use crate::process::{pulsen, run};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

fn survey(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/convert/fixtures")).join(name)
}

#[test]
fn prints_a_flow_and_reports_what_was_lost() {
    let (code, output, report) = run(pulsen().arg("convert").arg(survey("surveyjs/types.json")));
    assert_eq!(code, 0, "{report}");
    let flow: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(flow["id"], "types");
    assert!(
        report.contains("/pages/3/elements/2: lost: a signature; instead: left out\n"),
        "{report}"
    );
    assert!(report.ends_with(" of surveyjs, with 25 findings\n"), "{report}");
}

#[test]
fn writes_a_flow_that_passes_the_check_beside_others() {
    let folder = tempfile::tempdir().unwrap();
    let flows = folder.path().join("flows");
    let convert = || {
        let mut command = pulsen();
        command.arg("convert").arg(survey("typeform/logic.json"));
        command
            .args(["--from", "typeform", "--format", "json", "--into"])
            .arg(&flows);
        command
    };
    let (code, output, report) = run(&mut convert());
    assert_eq!((code, output.as_str()), (0, ""), "{report}");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(
        (&report["source"], &report["questions"], &report["mapped"]),
        (&"typeform".into(), &6.into(), &6.into())
    );
    assert_eq!(report["findings"][0]["pointer"], "/logic/4");
    let (code, output, _) = run(pulsen().arg("check").arg(folder.path()));
    assert_eq!(code, 0, "{output}");
    let (code, output, _) = run(pulsen().args(["fmt", "--check"]).arg(folder.path()));
    assert_eq!(code, 0, "{output}");
    // What has been edited since stays.
    fs::write(flows.join("logic.json"), "{}").unwrap();
    let (code, _, errors) = run(&mut convert());
    assert_eq!(code, 1);
    assert!(errors.contains("logic.json` cannot be written"), "{errors}");
    assert_eq!(fs::read_to_string(flows.join("logic.json")).unwrap(), "{}");
}

#[test]
fn refuses_what_is_no_survey() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list.json");
    fs::write(&file, "{}").unwrap();
    let (code, output, errors) = run(pulsen().arg("convert").arg(&file));
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(
        errors.contains("is no survey of a known product: name it with --from"),
        "{errors}"
    );
    assert_eq!(
        run(pulsen().arg("convert").arg(&file).args(["--from", "paper"])).0,
        2
    );
}
