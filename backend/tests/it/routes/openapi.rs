//! What is described is routed (docs/api.md#description).

use crate::description::operations;
use crate::server::TestServer;

#[tokio::test]
async fn every_operation_is_routed() {
    let server = TestServer::start().await;
    for (method, path) in operations() {
        let path = path.replace(['{', '}'], "");
        let request = server
            .client
            .request(method.parse().unwrap(), format!("{}{path}", server.address));
        let response = request.send().await.unwrap();
        assert_ne!(response.status(), 405, "{method} {path}");
        let text = response.text().await.unwrap();
        assert!(
            !text.contains("There is no such page or call."),
            "{method} {path}"
        );
    }
}
