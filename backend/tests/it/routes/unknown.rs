//! Addresses that are none of ours, and what every answer carries.

use crate::server::TestServer;

#[tokio::test]
async fn browsers_are_led_to_the_site() {
    let server = TestServer::start().await;
    for path in ["/", "/pricing", "/feedback/", "/FEEDBACK", "/feedback.html"] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 302, "{path}");
        assert_eq!(response.headers()["location"], "https://pulsen.example/");
    }
}

#[tokio::test]
async fn reserved_addresses_are_not_found() {
    let server = TestServer::start().await;
    for path in [
        "/v1",
        "/v1/x",
        "/v2/x",
        "/loader/x",
        "/assets/x.js",
        "/socket.io/x",
        "/readyz",
        "/metrics",
        "/openapi.json",
        "/staff",
        "/sw.js",
        "/favicon.ico",
        "/robots.txt",
    ] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(response.headers()["content-type"], "application/problem+json");
    }
    assert_eq!(
        server.post("/pricing").send().await.unwrap().status(),
        404,
        "only browsing is led away"
    );
    assert_eq!(server.post("/v1/nodes/door").send().await.unwrap().status(), 405);
}

#[tokio::test]
async fn every_answer_carries_an_id_and_says_how_to_treat_it() {
    let server = TestServer::start().await;
    for path in [
        "/healthz",
        "/gone",
        "/v1/nodes/door",
        "/v1/nodes/gone",
        "/feedback",
    ] {
        let response = server
            .client
            .get(format!("{}{path}", server.address))
            .header("X-Request-Id", "mine");
        let response = response.send().await.unwrap();
        let headers = response.headers();
        assert_eq!(headers["x-request-id"].len(), 32, "{path}: our own");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["cross-origin-resource-policy"], "same-origin");
        assert_eq!(headers["referrer-policy"], "strict-origin");
        assert!(headers.contains_key("permissions-policy"));
    }
}

#[tokio::test]
async fn a_server_that_is_well_says_so() {
    let server = TestServer::start().await;
    let response = server.get("/healthz").await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.text().await.unwrap(), r#"{"status":"ok"}"#);
}

#[tokio::test]
async fn nothing_confidential_is_served() {
    let server = TestServer::start().await;
    for path in [
        "/v1/web_widgets/code/PSN-TEST001",
        "/v1/nodes/door",
        "/v1/nodes/door/flow",
        "/v1/flows/visit",
    ] {
        let text = server.get(path).await.text().await.unwrap();
        assert!(!text.contains("CONFIDENTIAL"), "{path}: {text}");
    }
}
