//! `/v1/flows`.

use crate::server::TestServer;
use serde_json::Value;

#[tokio::test]
async fn a_named_revision_never_expires() {
    let server = TestServer::start().await;
    let newest = server.get("/v1/flows/visit").await;
    assert_eq!(newest.headers()["cache-control"], "no-cache");
    let named = server.get("/v1/flows/visit?revision=1").await;
    assert_eq!(
        named.headers()["cache-control"],
        "public, max-age=31536000, immutable"
    );
    assert_eq!(newest.text().await.unwrap(), named.text().await.unwrap());
}

#[tokio::test]
async fn unknown_flows_and_revisions_are_not_found() {
    let server = TestServer::start().await;
    for path in [
        "/v1/flows/gone",
        "/v1/flows/visit?revision=2",
        "/v1/flows/visit?revision=0",
    ] {
        assert_eq!(server.get(path).await.status(), 404, "{path}");
    }
    let response = server.get("/v1/flows/visit?revision=first").await;
    assert_eq!(response.status(), 400);
    assert_eq!(response.json::<Value>().await.unwrap()["code"], "invalid_query");
}
