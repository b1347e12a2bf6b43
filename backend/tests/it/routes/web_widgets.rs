//! `/v1/web_widgets` and `/v2/web_widgets`.

use crate::server::TestServer;
use serde_json::{Value, json};

#[tokio::test]
async fn a_widget_shows_its_public_fields_without_nulls() {
    let server = TestServer::start().await;
    let response = server
        .get("/v1/web_widgets/code/PSN-TEST001?t=1&external_id=e&user_id=u")
        .await;
    assert_eq!(response.status(), 200);
    let widget: Value = response.json().await.unwrap();
    assert_eq!(
        widget,
        json!({
            "code": "PSN-TEST001", "node_id": "door", "default_language_code": "en", "size": 60,
            "security_token": "carried", "enabled_domains": ["example.com"],
        })
    );
}

#[tokio::test]
async fn ids_of_the_visitor_are_bounded() {
    let server = TestServer::start().await;
    let path = "/v1/web_widgets/code/PSN-TEST001";
    let fits = format!("{path}?external_id={}&user_id=u", "x".repeat(128));
    assert_eq!(server.get(&fits).await.status(), 200);
    for name in ["external_id", "user_id"] {
        let response = server.get(&format!("{path}?{name}={}", "x".repeat(129))).await;
        assert_eq!(response.status(), 400, "{name}");
        let problem: Value = response.json().await.unwrap();
        assert_eq!(problem["code"], "invalid_query");
        assert!(problem["detail"].as_str().unwrap().contains(name), "{problem}");
    }
}

#[tokio::test]
async fn malformed_and_unknown_codes_are_not_found() {
    let server = TestServer::start().await;
    for code in [
        "PSN-TEST002",
        "PSN-TEST0011",
        "PSN-T",
        "psn-test001",
        "'; DROP TABLE widgets",
    ] {
        assert_eq!(
            server.get(&format!("/v1/web_widgets/code/{code}")).await.status(),
            404,
            "{code}"
        );
    }
}

#[tokio::test]
async fn other_sites_may_call_the_public_api() {
    let server = TestServer::start().await;
    let preflight = server
        .client
        .request(
            reqwest::Method::OPTIONS,
            format!("{}/v1/feedbacks", server.address),
        )
        .header("Origin", "https://shop.example")
        .header("Access-Control-Request-Method", "POST")
        .header(
            "Access-Control-Request-Headers",
            "content-type,idempotency-key,x-fid",
        )
        .send()
        .await
        .unwrap();
    assert_eq!(preflight.status(), 200);
    assert_eq!(preflight.headers()["access-control-allow-origin"], "*");
    assert_eq!(preflight.headers()["access-control-allow-headers"], "*");
    assert!(
        !preflight
            .headers()
            .contains_key("access-control-allow-credentials")
    );
    let staff = server.get_as_staff("/v1/staff/feedbacks").await;
    assert!(!staff.headers().contains_key("access-control-allow-origin"));
}
