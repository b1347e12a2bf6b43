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
    for name in ["configuration", "database", "webhooks"] {
        assert_eq!(check(&answer, name)["state"], "ok", "{name}: {answer}");
    }
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
    for (name, state, advice) in [
        ("disk", "failed", "free up space"),
        ("configuration", "warning", "of your own network"),
    ] {
        let check = check(&answer, name);
        assert_eq!(check["state"], state, "{answer}");
        assert!(check["advice"].as_str().unwrap().contains(advice), "{answer}");
    }
}
