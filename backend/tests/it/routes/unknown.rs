//! Unknown paths, and the headers of every response.

use crate::server::TestServer;
use backend::Assets;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn unknown_paths_are_redirected_to_the_site() {
    let server = TestServer::start().await;
    for path in ["/", "/pricing", "/feedback/", "/FEEDBACK", "/feedback.html"] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 302, "{path}");
        assert_eq!(response.headers()["location"], "https://pulsen.example/");
    }
}

#[tokio::test]
async fn without_a_site_unknown_paths_are_not_found() {
    let server = TestServer::without_site().await;
    let get = |path: &str, accept: &str| {
        let request = server.client.get(format!("{}{path}", server.address));
        request.header("Accept", accept).send()
    };
    for path in ["/", "/pricing", "/feedback/"] {
        let page = get(path, "text/html,application/xhtml+xml,*/*;q=0.8")
            .await
            .unwrap();
        assert_eq!(page.status(), 404, "{path}");
        let headers = page.headers();
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(headers["vary"], "accept, accept-language");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none';"), "{policy}");
        let text = page.text().await.unwrap();
        assert!(
            text.contains("404 Not Found") && !text.contains("Try again"),
            "{text}"
        );
        for accept in ["application/json", "*/*"] {
            let problem = get(path, accept).await.unwrap();
            assert_eq!(problem.status(), 404, "{path}");
            assert_eq!(problem.headers()["content-type"], "application/problem+json");
        }
    }
    let reserved = get("/v1/x", "text/html").await.unwrap();
    assert_eq!(reserved.headers()["content-type"], "application/problem+json");
}

#[tokio::test]
async fn failed_pages_are_pages_in_the_language_of_their_visitor() {
    let server = TestServer::start().await;
    let get = |path: &str, language: &str| {
        let request = server.client.get(format!("{}{path}", server.address));
        let request = request.header("Accept", "text/html,*/*;q=0.8");
        request.header("Accept-Language", language).send()
    };
    for (path, accepted, status, lang, text) in [
        (
            "/widget?code=PSN-NONE000",
            "de-AT,de;q=0.9,en;q=0.8",
            404,
            "de",
            "404 – Seite nicht gefunden",
        ),
        ("/widget?code=PSN-NONE000", "xx", 404, "en", "404 Not Found"),
        (
            "/widget?code=PSN-NONE000&lang=ar",
            "de",
            404,
            "ar",
            "الصفحة غير موجودة",
        ),
        (
            "/feedback?node_id=x&node_id=y",
            "ja",
            400,
            "ja",
            "リンクが無効です",
        ),
    ] {
        let response = get(path, accepted).await.unwrap();
        assert_eq!(response.status(), status, "{path}");
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
        assert_eq!(response.headers()["cache-control"], "no-store");
        let html = response.text().await.unwrap();
        assert!(
            html.contains(&format!("<html lang=\"{lang}\"")) && html.contains(text),
            "{html}"
        );
        assert!(
            html.contains("href=\"https://pulsen.example/\""),
            "a way on: {html}"
        );
    }
    let call = get("/v1/nodes/gone", "de").await.unwrap();
    assert_eq!(call.headers()["content-type"], "application/problem+json");
    let client = server.get("/widget?code=PSN-NONE000").await;
    assert_eq!(client.headers()["content-type"], "application/problem+json");
}

#[tokio::test]
async fn reserved_paths_are_not_found() {
    let server = TestServer::start().await;
    for path in [
        "/v1",
        "/v1/x",
        "/v2/x",
        "/loader/x",
        "/assets/x.js",
        "/socket.io/x",
        "/metrics",
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
        "only GET and HEAD are redirected"
    );
    assert_eq!(server.post("/v1/nodes/door").send().await.unwrap().status(), 405);
}

#[tokio::test]
async fn every_response_has_a_request_id_and_security_headers() {
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
        assert_eq!(headers["x-request-id"].len(), 32, "{path}: the server's own id");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        // A mistyped address must look like one to other sites, too.
        let embedders = if path == "/gone" {
            "cross-origin"
        } else {
            "same-origin"
        };
        assert_eq!(headers["cross-origin-resource-policy"], embedders, "{path}");
        assert_eq!(headers["referrer-policy"], "strict-origin");
        assert!(headers.contains_key("permissions-policy"));
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin");
        assert!(
            !headers.contains_key("strict-transport-security"),
            "it is not reached by https"
        );
        let policy = headers
            .get("content-security-policy")
            .map(|policy| policy.to_str().unwrap());
        let nothing = "default-src 'none'; frame-ancestors 'none'";
        let has_failed = path.ends_with("gone") && path.starts_with("/v1");
        assert_eq!(
            policy.is_some_and(|policy| policy == nothing),
            has_failed,
            "{path}"
        );
    }
}

#[tokio::test]
async fn an_error_page_cannot_be_framed() {
    let server = TestServer::without_site().await;
    let request = server.client.get(format!("{}/gone", server.address));
    let response = request.header("Accept", "text/html").send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
    let policy = response.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.ends_with("; frame-ancestors 'none'"), "{policy}");
    // The page for when there is no connection appears in the place of others, which may be framed.
    let offline = server.get("/offline").await;
    let policy = offline.headers()["content-security-policy"].to_str().unwrap();
    assert!(!policy.contains("frame-ancestors"), "{policy}");
}

#[tokio::test]
async fn an_https_site_sends_the_hsts_header() {
    let server = TestServer::with_public_url(Assets::default(), Some("https://feedback.example.com")).await;
    for path in [
        "/healthz",
        "/gone",
        "/v1/nodes/door",
        "/v1/nodes/gone",
        "/feedback",
        "/loader/x.js",
    ] {
        let response = server.get(path).await;
        assert_eq!(
            response.headers()["strict-transport-security"],
            "max-age=31536000",
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_request_names_one_host() {
    let server = TestServer::start().await;
    let host = server.address.strip_prefix("http://").unwrap();
    for (lines, status) in [
        (format!("GET /v1/nodes/door HTTP/1.1\r\nhost: {host}"), "200"),
        ("GET /healthz HTTP/1.0".to_owned(), "200"),
        ("GET /v1/nodes/door HTTP/1.1".to_owned(), "400"),
        ("GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b".to_owned(), "400"),
        ("GET /feedback HTTP/1.1\r\nhost: a\r\nHost: a".to_owned(), "400"),
        ("GET /v1/nodes/door HTTP/1.1\r\nhost: a/b".to_owned(), "400"),
        ("GET http://b/healthz HTTP/1.1\r\nhost: a".to_owned(), "400"),
    ] {
        let mut stream = TcpStream::connect(host).await.unwrap();
        let head = format!("{lines}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer.split(' ').nth(1), Some(status), "{lines}: {answer}");
        assert_eq!(
            answer.contains("\"code\":\"invalid_host\""),
            status == "400",
            "{answer}"
        );
        assert!(answer.contains("x-content-type-options: nosniff"), "{answer}");
    }
}

#[tokio::test]
async fn a_healthy_server_says_so() {
    let server = TestServer::start().await;
    let response = server.get("/healthz").await;
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.text().await.unwrap(),
        r#"{"status":"ok","server":"pulsen"}"#
    );
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
