//! `/staff`: the page of the console, its policy and its files.

use crate::server::TestServer;
use backend::Assets;
use std::collections::HashSet;

const INDEX: &str = r#"<meta name="has-users" content="{has_users}"><meta property="csp-nonce" nonce="{nonce}"><script src="./assets/index-1.js"></script>"#;

fn assets() -> Assets {
    let files = [
        ("console/index.html", INDEX),
        ("console/assets/index-1.js", "plain"),
        ("console/assets/index-1.js.br", "brotli"),
    ];
    Assets::from_files(files.map(|(path, text)| (path.to_owned(), text)))
}

#[tokio::test]
async fn every_path_shows_the_page_with_a_nonce_of_its_own() {
    let server = TestServer::with_assets(assets()).await;
    let mut nonces = HashSet::new();
    for path in [
        "/staff",
        "/staff/",
        "/staff/sign-in",
        "/staff/me",
        "/staff/flows/a/edit",
    ] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "text/html; charset=utf-8");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
        let policy = header("content-security-policy");
        let html = response.text().await.unwrap();
        let nonce = html
            .split_once("nonce=\"")
            .and_then(|(_, rest)| rest.split_once('"'))
            .unwrap()
            .0;
        assert!(nonce.len() >= 22, "{nonce}");
        assert_eq!(
            policy,
            format!(
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-{nonce}'; img-src 'self' \
                 blob: data: https:; connect-src 'self'; frame-src 'self'; worker-src 'self'; form-action 'self'; base-uri \
                 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
            )
        );
        assert!(html.contains(r#"src="/staff/assets/index-1.js""#), "{html}");
        assert!(html.contains(r#"name="has-users" content="false""#), "{html}");
        assert!(nonces.insert(nonce.to_owned()), "{path}");
    }
}

#[tokio::test]
async fn files_never_change_and_unknown_ones_are_no_pages() {
    let server = TestServer::with_assets(assets()).await;
    let response = server.get("/staff/assets/index-1.js").await;
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.headers()["cache-control"],
        "public, max-age=31536000, immutable"
    );
    assert_eq!(response.text().await.unwrap(), "plain");
    assert_eq!(server.get("/staff/assets/index-2.js").await.status(), 404);
    assert_eq!(server.get("/assets/index-1.js").await.status(), 404);
}

#[tokio::test]
async fn below_a_path_the_page_names_its_files_with_it() {
    let server = TestServer::with_public_url(assets(), Some("https://example.com/feedback")).await;
    let html = server.get("/staff/me").await.text().await.unwrap();
    assert!(
        html.contains(r#"src="/feedback/staff/assets/index-1.js""#),
        "{html}"
    );
}

#[tokio::test]
async fn a_server_without_the_build_says_so() {
    let server = TestServer::with_assets(Assets::default()).await;
    assert_eq!(server.get("/staff").await.status(), 503);
}
