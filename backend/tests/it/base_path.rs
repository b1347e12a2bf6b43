//! Serving below a path (docs/deploy.md#below-a-path).

use crate::process::pulsen;
use crate::server::TestServer;
use backend::Assets;
use reqwest::redirect::Policy;

const PUBLIC_URL: &str = "https://example.com/feedback";

#[tokio::test]
async fn everything_is_served_with_the_path_and_without_it() {
    let server = TestServer::with_public_url(Assets::default(), Some(PUBLIC_URL)).await;
    // Not the client of other tests: the description of the interface has no base path.
    let client = reqwest::Client::builder()
        .redirect(Policy::none())
        .build()
        .unwrap();
    let status = async |path: &str| {
        let request = client.get(format!("{}{path}", server.address));
        request.send().await.unwrap().status()
    };
    for (path, expected) in [
        ("/healthz", 200),
        ("/v1/nodes/door", 200),
        ("/openapi.json", 200),
        ("/chat/stop_mails?feedback_id=f&address=a&token=t", 401),
        ("/socket.io/?EIO=4&transport=polling", 200),
    ] {
        assert_eq!(status(path).await, expected, "{path}");
        assert_eq!(status(&format!("/feedback{path}")).await, expected, "{path}");
    }
    for unknown in ["/feedback/feedback/healthz", "/feedbacks/healthz"] {
        assert_eq!(status(unknown).await, 302, "{unknown}");
    }
}

#[tokio::test]
async fn a_shared_host_sends_no_hsts_header() {
    let server = TestServer::with_public_url(Assets::default(), Some(PUBLIC_URL)).await;
    let response = server.get("/healthz").await;
    assert!(!response.headers().contains_key("strict-transport-security"));
}

#[test]
fn a_path_that_cannot_be_told_from_the_servers_own_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let refused = |url: &str| {
        let options = ["serve", "--listen", "127.0.0.1:0", "--public-url", url, "--data"];
        let output = pulsen().args(options).arg(data.path()).output().unwrap();
        assert!(!output.status.success(), "{url}");
        String::from_utf8(output.stderr).unwrap()
    };
    let taken = refused("http://localhost/v1/pulsen");
    assert!(
        taken.contains("paths of its own") && taken.contains("http://localhost/v1/pulsen"),
        "{taken}"
    );
    let query = refused("http://localhost/?a=b");
    assert!(query.contains("nothing but a host and perhaps a path"), "{query}");
}
