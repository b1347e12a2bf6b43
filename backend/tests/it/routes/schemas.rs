//! `GET /schema/{file}`.

use crate::server::TestServer;
use serde_json::Value;

#[tokio::test]
async fn editors_get_the_schema_of_each_kind_of_record() {
    let server = TestServer::start().await;
    for (file, title) in [
        ("flow.json", "Flow"),
        ("node.json", "Node"),
        ("widget.json", "Widget"),
        ("connector.json", "Connector"),
    ] {
        let response = server.get(&format!("/schema/{file}")).await;
        assert_eq!(response.status(), 200, "{file}");
        let headers = response.headers();
        assert_eq!(headers["content-type"], "application/schema+json");
        assert_eq!(headers["cache-control"], "public, max-age=3600");
        let schema: Value = response.json().await.unwrap();
        assert_eq!(schema["title"], title);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    }
    for other in ["customer.json", "flow", "flows.json", "..%2Fflow.json"] {
        let problem = server.get(&format!("/schema/{other}")).await;
        assert_eq!(problem.status(), 404, "{other}");
        assert_eq!(problem.headers()["content-type"], "application/problem+json");
    }
}

#[tokio::test]
async fn editors_in_a_page_may_read_it() {
    let server = TestServer::start().await;
    let request = server.client.get(format!("{}/schema/flow.json", server.address));
    let response = request
        .header("Origin", "https://editor.example")
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
}
