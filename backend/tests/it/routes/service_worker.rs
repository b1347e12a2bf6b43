//! `/sw.js` and `/offline`, and which pages may be kept.

use crate::pages::{self, boot};
use crate::server::TestServer;
use backend::Assets;
use serde_json::Value;

/// A server with a worker in its build.
async fn server(has_service_worker: bool) -> TestServer {
    let files = [("index.html", "<html></head>"), ("sw.js", "the worker")];
    let files = files.map(|(path, text)| (path.to_owned(), text));
    TestServer::with_settings(|settings| {
        settings.assets = Assets::from_files(files);
        settings.has_service_worker = has_service_worker;
    })
    .await
}

#[tokio::test]
async fn the_worker_is_revalidated_at_each_visit() {
    let response = server(true).await.get("/sw.js").await;
    assert_eq!(response.status(), 200);
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(header("cache-control"), "no-cache");
    assert_eq!(
        header("content-security-policy"),
        "default-src 'none'; script-src 'self'; connect-src 'self' https:"
    );
    assert_eq!(response.text().await.unwrap(), "the worker");
    assert_eq!(
        pages::server().await.get("/sw.js").await.status(),
        404,
        "not built"
    );
}

#[tokio::test]
async fn a_server_without_a_worker_ends_those_that_browsers_have() {
    let server = server(false).await;
    let response = server.get("/sw.js").await;
    assert_eq!(
        response.headers()["content-type"],
        "text/javascript; charset=utf-8"
    );
    assert_eq!(response.headers()["cache-control"], "no-cache");
    let script = response.text().await.unwrap();
    assert!(script.contains("registration.unregister()"), "{script}");
    let html = server.get("/feedback?node_id=door").await.text().await.unwrap();
    assert_eq!(boot(&html).get("opens_offline"), None);
}

#[tokio::test]
async fn link_pages_and_content_frames_may_be_kept_and_no_other_page() {
    let server = server(true).await;
    for (path, expected) in [
        ("/feedback?node_id=door", true),
        ("/web_feedback?node_id=door", true),
        ("/widget?code=PSN-TEST001&frame=1", true),
        ("/feedback?node_id=nowhere", false),
        ("/web_flow_preview?flow_id=visit", false),
        ("/chat", false),
    ] {
        let response = server.get(path).await;
        assert!(!response.headers().contains_key("set-cookie"), "{path}");
        let html = response.text().await.unwrap();
        let opens_offline = boot(&html).get("opens_offline").and_then(Value::as_bool);
        assert_eq!(opens_offline, expected.then_some(true), "{path}");
    }
}

#[tokio::test]
async fn the_offline_page_is_in_the_visitors_language() {
    let server = server(true).await;
    let get = async |path: &str, accepted: &str| {
        let request = server.client.get(format!("{}{path}", server.address));
        request.header("Accept-Language", accepted).send().await.unwrap()
    };
    let response = get("/offline", "tr-TR,tr;q=0.9,en;q=0.5").await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["vary"], "accept-language");
    let policy = response.headers()["content-security-policy"].to_str().unwrap();
    assert!(
        policy.starts_with("default-src 'none'; style-src 'sha256-"),
        "{policy}"
    );
    let html = response.text().await.unwrap();
    assert!(html.contains("<h1>Çevrimdışısınız</h1>"), "{html}");
    let html = get("/offline?lang=ar", "tr").await.text().await.unwrap();
    assert!(html.contains("dir=\"rtl\""), "{html}");
}
