//! The commands `replay`, `staff-token` and `serve`.

use crate::database::with_data;
use crate::import::records;
use crate::process::{printed, pulsen, run};
use crate::server::{RECORDS, import};
use serde_json::Value;
use std::path::Path;

#[test]
fn replay_prints_one_line_for_each_event() {
    let (code, output, errors) = run(pulsen().arg("replay").arg(format!("{RECORDS}/conversation.json")));
    assert_eq!((code, errors.as_str()), (0, ""));
    let lines: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    let shown = |line: &Value| line["view"]["elements"].as_array().unwrap().len();
    assert_eq!(
        (shown(&lines[0]), shown(&lines[1])),
        (2, 3),
        "the answer makes a question visible"
    );

    let folder = records(&[("c.json", r#"{"flow": "gone.json", "events": []}"#)]);
    let (code, _, errors) = run(pulsen().arg("replay").arg(folder.path().join("c.json")));
    assert_eq!(code, 1);
    assert!(errors.contains("`gone.json` cannot be read"), "{errors}");
}

#[test]
fn a_staff_token_is_printed_once_and_its_name_is_unique() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let staff_token = |arguments: &[&str]| {
        run(with_data(
            pulsen().arg("staff-token").args(arguments),
            data.path(),
        ))
    };
    let (code, token, _) = staff_token(&["ann"]);
    assert_eq!((code, token.lines().count()), (0, 1));
    assert!(token.starts_with("pulsen_staff_"));
    let (code, output, errors) = staff_token(&["ann"]);
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(errors.contains("a token named `ann` is in force"), "{errors}");
    assert_eq!(staff_token(&["ann", "--revoke"]).0, 0);
    assert_eq!(staff_token(&["ann", "--revoke"]).0, 1, "it is revoked already");
    assert_eq!(staff_token(&["ann"]).0, 0, "the name is free again");
    assert_eq!(staff_token(&["bob", "--days", "0"]).0, 2);
}

#[test]
fn serve_reports_wrong_settings() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let serve = |listen: &str| {
        let mut command = pulsen();
        command.args(["serve", "--listen", listen]);
        with_data(&mut command, data.path());
        command
    };
    let (code, _, errors) = run(&mut serve(&taken.local_addr().unwrap().to_string()));
    assert_eq!(code, 1);
    assert!(
        errors.contains("cannot be used: Address already in use"),
        "{errors}"
    );
    let (code, _, errors) = run(serve("127.0.0.1:0").env("PULSEN_SECRET", "short"));
    assert_eq!(code, 1);
    assert!(errors.contains("PULSEN_SECRET is too short"), "{errors}");
    let (code, _, errors) = run(serve("127.0.0.1:0").args(["--site-url", "javascript:1"]));
    assert_eq!(code, 2);
    assert!(
        errors.contains("an http or https address is expected"),
        "{errors}"
    );
    for variable in [
        "PULSEN_REDIS",
        "PULSEN_DATABASE",
        "PULSEN_SMTP_URL",
        "PULSEN_SMS_URL",
    ] {
        let (code, _, errors) = run(serve("127.0.0.1:0")
            .env("PULSEN_MAIL_FROM", "ann@example.com")
            .env(variable, "nonsense://ann:geheim@example.com/{{"));
        assert_ne!(code, 0, "{variable}");
        assert!(!errors.is_empty() && !errors.contains("geheim"), "{errors}");
    }
}

#[test]
fn a_server_that_others_reach_needs_to_know_its_address() {
    let data = tempfile::tempdir().unwrap();
    let (code, output, errors) = run(pulsen()
        .args(["serve", "--listen", "0.0.0.0:0", "--data"])
        .arg(data.path()));
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(
        errors.contains("--public-url https://feedback.example.com"),
        "{errors}"
    );
}

#[test]
fn a_server_behind_https_needs_to_know_its_proxy() {
    let data = tempfile::tempdir().unwrap();
    let serve = |options: &[&str]| {
        let mut command = pulsen();
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data.path());
        run(command.args(options))
    };
    let (code, output, errors) = serve(&["--public-url", "https://feedback.example.com"]);
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(errors.contains("--trusted-proxies 127.0.0.1,::1"), "{errors}");
    // The header of no proxy would do nothing.
    let (code, _, errors) = serve(&["--client-address-header", "X-Real-IP"]);
    assert_eq!(code, 2);
    assert!(errors.contains("--trusted-proxies"), "{errors}");
}

#[test]
fn limits_that_cannot_be_meant_are_refused() {
    for (option, value) in [
        ("--rate-limit", "address=0"),
        ("--rate-limit", "visitor=7"),
        ("--trusted-proxies", "example.com"),
        ("--client-address-header", "X Real IP"),
        ("--max-requests", "many"),
        ("--revision-days", "few"),
        ("--revision-days", "36501"),
    ] {
        let (code, _, errors) = run(pulsen().args(["serve", "--data", "unused", option, value]));
        assert_eq!(code, 2);
        assert!(errors.contains(option), "{errors}");
    }
}

#[test]
fn licenses_are_listed_with_their_texts() {
    let texts = printed(pulsen().arg("licenses"));
    assert!(
        texts.contains("axum")
            && texts.contains("react-dom")
            && texts.contains("Permission is hereby granted")
    );
    let list: Value = serde_json::from_str(&printed(pulsen().args(["licenses", "--sbom"]))).unwrap();
    assert_eq!(
        (&list["bomFormat"], &list["specVersion"]),
        (&"CycloneDX".into(), &"1.5".into())
    );
    for component in list["components"].as_array().unwrap() {
        for field in ["name", "version", "purl", "licenses"] {
            assert!(!component[field].is_null(), "{component}");
        }
    }
}

#[test]
fn empty_variables_count_as_unset_and_switches_take_one_and_zero() {
    let data = tempfile::tempdir().unwrap();
    let doctor = |switch: &str| {
        let mut command = pulsen();
        for unset in [
            "PULSEN_PUBLIC_URL",
            "PULSEN_METRICS",
            "PULSEN_DRAIN_SECONDS",
            "PULSEN_TRUSTED_PROXIES",
            "PULSEN_SMS_HEADERS",
        ] {
            command.env(unset, "");
        }
        run(command
            .args(["doctor", "--data"])
            .arg(data.path())
            .env("PULSEN_NO_SERVICE_WORKER", switch))
    };
    for switch in ["", "1", "0", "true", "off"] {
        let (code, _, errors) = doctor(switch);
        assert_ne!(code, 2, "{switch}: {errors}");
    }
    let (code, _, errors) = doctor("maybe");
    assert_eq!(code, 2);
    assert!(errors.contains("--no-service-worker"), "{errors}");
}

#[test]
fn commands_for_a_server_do_not_create_its_database() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("wrong");
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    for command in [
        ["erase", "--device", "x"].as_slice(),
        &["person", "--device", "x", "--out", out],
        &["staff-token", "ann"],
        &["staff-token", "--list"],
        &["staff-token", "ann", "--revoke"],
        &["vacuum"],
        &["check", RECORDS],
        &["backup", out],
    ] {
        // Without the database of the tests: PostgreSQL has one, wherever the folder is.
        let (code, output, errors) = run(pulsen().args(command).arg("--data").arg(&wrong));
        assert_eq!((code, output.as_str()), (1, ""), "{command:?}");
        let is_named = errors.contains("there is no database in") && errors.contains("wrong");
        assert!(is_named, "{command:?}: {errors}");
        assert!(!wrong.exists(), "{command:?}");
    }
}
