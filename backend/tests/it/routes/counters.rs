//! What is counted before there is feedback (docs/results.md#counters).

use super::senders;
use super::staff_results::get;
use crate::client::RequestBuilder;
use crate::database::{execute, is_postgres};
use crate::import::records;
use crate::process::ServerProcess;
use crate::server::{RECORDS, TestServer, client, import, staff_token};
use backend::{Assets, Rates};
use jiff::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::path::Path;

const WIDGET: &str = "PSN-TEST001";
const OPENED: &str = "step=opened&node_id=door&flow_id=visit";
const STARTED: &str = "step=started&node_id=door&flow_id=visit";

fn path(query: &str) -> String {
    format!("/v1/counters?{query}")
}

async fn status(request: RequestBuilder) -> StatusCode {
    request.send().await.unwrap().status()
}

async fn count(server: &TestServer, query: &str) -> StatusCode {
    status(server.post(&path(query))).await
}

async fn show(server: &TestServer) -> StatusCode {
    server.get(&format!("/loader/shown-{WIDGET}.js")).await.status()
}

async fn summary(server: &TestServer, query: &str) -> Value {
    get(server, &format!("/v1/staff/flows/visit/summary?{query}")).await
}

fn steps(shown: u32, opened: u32, started: u32) -> Value {
    json!({"shown": shown, "opened": opened, "started": started})
}

fn total(summary: &Value) -> Value {
    let counters = &summary["counters"];
    json!({"shown": counters["shown"], "opened": counters["opened"], "started": counters["started"]})
}

#[tokio::test]
async fn steps_are_counted_at_each_widget_and_link_page() {
    let server = TestServer::start().await;
    assert_eq!(total(&summary(&server, "").await), steps(0, 0, 0));
    for _ in 0..3 {
        assert_eq!(show(&server).await, 200);
    }
    let of_widget = format!("{OPENED}&widget_code={WIDGET}");
    assert_eq!(count(&server, &of_widget).await, 204);
    assert_eq!(count(&server, &of_widget).await, 204);
    assert_eq!(
        count(&server, &format!("{STARTED}&widget_code={WIDGET}")).await,
        204
    );
    assert_eq!(count(&server, OPENED).await, 204);
    assert_eq!(
        count(&server, "step=started&node_id=once&flow_id=visit").await,
        204
    );

    let all = summary(&server, "").await;
    let channel = |node: &str, widget: Option<&str>, shown, opened, started| {
        json!({"node_id": node, "widget_code": widget,
               "shown": shown, "opened": opened, "started": started})
    };
    assert_eq!(
        all["counters"],
        json!({"shown": 4, "opened": 3, "started": 2, "channels": [
            channel("door", None, 1, 1, 0),
            channel("door", Some(WIDGET), 3, 2, 1),
            channel("once", None, 0, 0, 1),
        ]})
    );
    assert_eq!(all["counters_unfit"], json!([]));
    assert_eq!(total(&summary(&server, "node_id=once").await), steps(0, 0, 1));
    assert_eq!(
        total(&summary(&server, "received_to=2026-01-01").await),
        steps(0, 0, 0)
    );
    let compared = summary(&server, "compare_from=2020-01-01&compare_to=2021-01-01").await;
    assert_eq!(total(&compared["comparison"]), steps(0, 0, 0));
    assert_eq!(total(&compared), steps(4, 3, 2));

    // Of other nodes a token learns nothing.
    let token = server.staff_token(&["once", "--nodes", "once"]).await;
    let request = server
        .client
        .get(format!("{}/v1/staff/flows/visit/summary", server.address));
    let of_once: Value = request
        .bearer_auth(token)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(total(&of_once), steps(0, 0, 1));
}

#[tokio::test]
async fn filters_that_are_about_feedback_have_no_counters() {
    let server = TestServer::start().await;
    let found = summary(
        &server,
        "status=complete&question_id=mood&created_from=2020-01-01",
    )
    .await;
    assert_eq!(found["counters"], Value::Null);
    assert_eq!(
        found["counters_unfit"],
        json!(["status", "created_from", "question_id"])
    );
    let trend = get(
        &server,
        "/v1/staff/flows/visit/questions/mood/trend?by=day&text=fine",
    )
    .await;
    assert_eq!(trend["counters_unfit"], json!(["text"]));
    assert_eq!(trend["buckets"][0].get("counters"), None);
}

#[tokio::test]
async fn nothing_is_counted_at_what_does_not_exist() {
    let server = TestServer::start().await;
    for (query, expected) in [
        ("step=opened&node_id=nowhere&flow_id=visit", 404),
        ("step=opened&node_id=door&flow_id=short", 404),
        (
            "step=opened&node_id=door&flow_id=visit&widget_code=PSN-NOWHERE",
            404,
        ),
        (
            "step=opened&node_id=once&flow_id=visit&widget_code=PSN-TEST001",
            404,
        ),
        ("step=shown&node_id=door&flow_id=visit", 400),
        ("step=opened&node_id=door", 400),
    ] {
        assert_eq!(count(&server, query).await, expected, "{query}");
    }
    for name in ["shown-PSN-NOWHERE.js", "shown-.js", "shown-x.js"] {
        assert_eq!(
            server.get(&format!("/loader/{name}")).await.status(),
            404,
            "{name}"
        );
    }
    assert_eq!(summary(&server, "").await["counters"]["channels"], json!([]));
}

#[tokio::test]
async fn only_pages_that_load_the_module_have_shown_the_widget() {
    let server = TestServer::start().await;
    let url = format!("{}/loader/shown-{WIDGET}.js", server.address);
    assert_eq!(status(server.client.request(Method::HEAD, url)).await, 200);
    assert_eq!(total(&summary(&server, "").await), steps(0, 0, 0));
}

#[tokio::test]
async fn a_node_that_takes_no_feedback_is_not_counted() {
    let server = TestServer::start().await;
    let node = r#"{"id": "door", "name": "Door", "flow_id": "visit", "status": "inactive"}"#;
    import(records(&[("nodes/door.json", node)]).path(), server.data.path());
    assert_eq!(show(&server).await, 200);
    assert_eq!(count(&server, OPENED).await, 204);
    assert_eq!(total(&summary(&server, "").await), steps(0, 0, 0));
}

#[tokio::test]
async fn visitors_who_object_are_not_counted() {
    let server = TestServer::start().await;
    for header in ["Sec-GPC", "DNT"] {
        let object = |request: RequestBuilder| request.header(header, "1");
        assert_eq!(status(object(server.post(&path(OPENED)))).await, 204);
        let shown = format!("{}/loader/shown-{WIDGET}.js", server.address);
        assert_eq!(status(object(server.client.get(shown))).await, 200);
    }
    assert_eq!(total(&summary(&server, "").await), steps(0, 0, 0));
    assert_eq!(status(server.post(&path(OPENED)).header("DNT", "0")).await, 204);
    assert_eq!(total(&summary(&server, "").await), steps(1, 1, 0));
}

#[tokio::test]
async fn a_host_page_gets_an_empty_module_that_no_cache_keeps() {
    let assets = || Assets::from_files([("loader/loader.js".to_owned(), "start(__PSN_CONFIG__)")]);
    let server = TestServer::with_assets(assets()).await;
    let script = server
        .get(&format!("/loader/{WIDGET}.js"))
        .await
        .text()
        .await
        .unwrap();
    assert!(
        script.contains(&format!(r#""shown":"shown-{WIDGET}.js""#)),
        "{script}"
    );
    let response = server.get(&format!("/loader/shown-{WIDGET}.js")).await;
    for (name, value) in [
        ("content-type", "text/javascript; charset=utf-8"),
        ("cache-control", "no-store"),
        ("access-control-allow-origin", "*"),
        ("cross-origin-resource-policy", "cross-origin"),
    ] {
        assert_eq!(response.headers()[name], value, "{name}");
    }
    assert_eq!(response.headers().get("set-cookie"), None);
    assert_eq!(response.text().await.unwrap(), "");

    let silent = TestServer::with_settings(|settings| {
        settings.assets = assets();
        settings.has_counters = false;
    })
    .await;
    let script = silent
        .get(&format!("/loader/{WIDGET}.js"))
        .await
        .text()
        .await
        .unwrap();
    assert!(!script.contains("shown"), "{script}");
    // Pages of before do not notice.
    assert_eq!(show(&silent).await, 200);
    assert_eq!(count(&silent, OPENED).await, 204);
    let found = summary(&silent, "").await;
    assert_eq!(
        (&found["counters"], &found["counters_unfit"]),
        (&Value::Null, &json!([]))
    );
}

#[tokio::test]
async fn an_address_counts_only_so_much() {
    let server = senders::server(Rates {
        counter: "2".parse().ok(),
        ..Rates::off()
    })
    .await;
    let from = |request: RequestBuilder, address: u32| {
        status(request.header("X-Forwarded-For", format!("203.0.113.{address}")))
    };
    for expected in [204, 204, 429] {
        assert_eq!(from(server.post(&path(OPENED)), 1).await, expected);
    }
    // The console of a host page reports no failure.
    let shown = server
        .client
        .get(format!("{}/loader/shown-{WIDGET}.js", server.address));
    assert_eq!(from(shown, 1).await, 200);
    assert_eq!(from(server.post(&path(STARTED)), 2).await, 204);
    assert_eq!(total(&summary(&server, "").await), steps(2, 2, 1));
}

#[tokio::test]
async fn what_two_servers_count_is_added_and_survives_their_end() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    // Two servers share no SQLite.
    let at_once = if is_postgres() { 2 } else { 1 };
    for _ in 0..2 / at_once {
        let servers: Vec<_> = (0..at_once).map(|_| ServerProcess::start(data.path())).collect();
        for server in &servers {
            for query in [OPENED, OPENED, STARTED] {
                let request = client().post(format!("{}{}", server.address, path(query)));
                assert_eq!(status(request).await, 204);
            }
        }
        for server in servers {
            server.terminate();
        }
    }
    let server = ServerProcess::start(data.path());
    let request = client().get(format!("{}/v1/staff/flows/visit/summary", server.address));
    let found: Value = request
        .bearer_auth(&token)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(total(&found), steps(4, 4, 2));
}

#[tokio::test]
async fn a_trend_counts_by_days_of_any_time_zone() {
    let server = TestServer::start().await;
    // Days begin in Kathmandu at 18:15 in UTC.
    for (time, opened) in [
        ("2026-03-01T18:00:00Z", 1),
        ("2026-03-01T18:15:00Z", 10),
        ("2026-03-02T18:00:00Z", 100),
        ("2026-03-02T18:15:00Z", 1_000),
    ] {
        let begins_at = time.parse::<Timestamp>().unwrap().as_millisecond();
        let insert = format!(
            "INSERT INTO counters (flow_id, begins_at, node_id, widget_code, shown, opened, started)
             VALUES ('visit', {begins_at}, 'door', '', {opened}, {opened}, 0)"
        );
        execute(server.data.path(), insert).await;
    }
    let trend = get(
        &server,
        "/v1/staff/flows/visit/questions/mood/trend?by=day&time_zone=Asia/Kathmandu\
         &received_from=2026-03-01&received_to=2026-03-04",
    )
    .await;
    let counted: Vec<_> = trend["buckets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bucket| &bucket["counters"])
        .collect();
    assert_eq!(
        counted,
        [&steps(1, 1, 0), &steps(110, 110, 0), &steps(1_000, 1_000, 0)]
    );
}
