//! `/v1/staff/server` (docs/staff.md#the-server).

use super::staff_results::get;
use crate::database::is_postgres;
use crate::server::TestServer;
use jiff::Timestamp;
use serde_json::{Value, json};

fn check<'a>(server: &'a Value, name: &str) -> &'a Value {
    let mut checks = server["checks"].as_array().unwrap().iter();
    checks.find(|check| check["name"] == name).unwrap()
}

#[tokio::test]
async fn owners_see_how_the_server_is() {
    let server = TestServer::start().await;
    let answer = get(&server, "/v1/staff/server").await;
    let database = if is_postgres() { "postgresql" } else { "sqlite" };
    assert_eq!(
        (&answer["version"], &answer["database"]),
        (&json!(env!("CARGO_PKG_VERSION")), &json!(database))
    );
    let time = |field: &str| answer[field].as_str().unwrap().parse::<Timestamp>().unwrap();
    assert!(time("started_at") <= time("now"), "{answer}");
    for (name, code) in [
        ("configuration", "no_risky_option"),
        ("database", "database_ready"),
        ("webhooks", "deliveries_punctual"),
    ] {
        let check = check(&answer, name);
        assert_eq!(
            (&check["state"], &check["code"]),
            (&json!("ok"), &json!(code)),
            "{answer}"
        );
    }
    let systems = ["with", "without"].map(|part| answer["build"][part].as_array().unwrap().len());
    assert_eq!(systems.iter().sum::<usize>(), 5, "{answer}");
    assert!(
        !answer
            .to_string()
            .contains(&*server.data.path().to_string_lossy()),
        "{answer}"
    );
}

#[tokio::test]
async fn what_is_wrong_is_said_with_what_to_do() {
    let server = TestServer::with_settings(|settings| {
        settings.bounds.disk_reserve_mib = u32::MAX;
        settings.metrics = "0.0.0.0:0".parse().ok();
    })
    .await;
    let answer = get(&server, "/v1/staff/server").await;
    for (name, code, state, advice) in [
        ("disk", "file_space_low", "failed", "free up space"),
        (
            "configuration",
            "public_metrics",
            "warning",
            "of your own network",
        ),
    ] {
        let checks = answer["checks"].as_array().unwrap();
        let check = checks.iter().find(|check| check["code"] == code).unwrap();
        assert_eq!(
            (&check["name"], &check["state"]),
            (&json!(name), &json!(state)),
            "{answer}"
        );
        assert_eq!(check["number"].is_u64(), name == "disk", "{answer}");
        assert!(check["advice"].as_str().unwrap().contains(advice), "{answer}");
    }
}
