//! The link pages: boot data, preloads, content security policy, assets.

use crate::import::records;
use crate::server::{TestServer, import};
use backend::Assets;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const INDEX: &str = r#"<!doctype html>
<html lang="en">
  <head>
    <title>Pulsen</title>
    <script type="module" src="./assets/index-1.js"></script>
  </head>
  <body><div id="app"></div></body>
</html>
"#;

const MANIFEST: &str = r#"{
    "index.html": {"file": "assets/index-1.js", "isEntry": true},
    "engine_wasm_bg.wasm": {"file": "assets/engine-1.wasm"},
    "src/texts/languages/ar.page.js": {"file": "assets/ar-1.js", "isDynamicEntry": true}
}"#;

pub(crate) async fn server() -> TestServer {
    let files = [
        ("index.html", INDEX),
        (".vite/manifest.json", MANIFEST),
        ("assets/index-1.js", "plain"),
        ("assets/index-1.js.br", "brotli"),
        ("assets/index-1.js.gz", "gzip"),
        ("assets/engine-1.wasm", "engine"),
    ];
    TestServer::with_assets(Assets::from_files(
        files.map(|(path, text)| (path.to_owned(), text)),
    ))
    .await
}

/// The text of a JSON script of a page.
pub(crate) fn json_script<'a>(html: &'a str, id: &str) -> Option<&'a str> {
    let tag = format!(r#"<script type="application/json" id="{id}">"#);
    let (_, rest) = html.split_once(&tag)?;
    Some(rest.split_once("</script>")?.0)
}

/// The boot data of a page.
pub(crate) fn boot(html: &str) -> Value {
    serde_json::from_str(json_script(html, "boot").expect(html)).unwrap()
}

#[tokio::test]
async fn a_page_holds_everything_that_its_first_question_needs() {
    let server = server().await;
    for route in ["feedback", "web_feedback"] {
        let response = server.get(&format!("/{route}?node_id=door&lang=en")).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
        let html = response.text().await.unwrap();
        assert!(html.contains(r#"<html lang="en" dir="ltr">"#), "{html}");
        assert!(!html.contains("ar-1.js"), "only the catalog of its language");
        assert!(!html.contains("CONFIDENTIAL"));
        let boot = boot(&html);
        assert_eq!(boot["route"], route);
        assert_eq!(
            boot["node"],
            server.get("/v1/nodes/door").await.json::<Value>().await.unwrap()
        );
        let flow = server.get("/v1/flows/visit").await.text().await.unwrap();
        assert_eq!(json_script(&html, "flow"), Some(flow.as_str()), "the same text");
        assert_eq!(
            boot["flow"],
            json!({
                "id": "visit", "revision": 1, "isPreview": false, "isSingleElementPreview": false,
                "styles": ["radio", "textarea", "email", "score"], "languages": ["en", "ar"],
            })
        );
        assert_eq!(
            (&boot["language"], &boot["url_language"], &boot["api_base"]),
            (&json!("en"), &json!("en"), &json!("."))
        );
        assert_eq!(boot.get("error"), None);
    }
}

#[tokio::test]
async fn a_preview_has_a_flow_and_no_node() {
    let server = server().await;
    for route in ["web_flow_preview", "flow_preview"] {
        let html = server
            .get(&format!("/{route}?flow_id=visit"))
            .await
            .text()
            .await
            .unwrap();
        let boot = boot(&html);
        assert_eq!(
            (
                &boot["route"],
                &boot["node"],
                &boot["language"],
                &boot["url_language"]
            ),
            (&json!(route), &Value::Null, &json!("en"), &Value::Null)
        );
        assert_eq!(boot["flow"]["id"], "visit");
        assert!(json_script(&html, "flow").is_some());
    }
}

#[tokio::test]
async fn the_language_of_the_address_sets_direction_and_catalog() {
    let server = server().await;
    let html = server
        .get("/feedback?node_id=door&lang=AR")
        .await
        .text()
        .await
        .unwrap();
    assert!(html.contains(r#"<html lang="ar" dir="rtl">"#), "{html}");
    assert!(html.contains(r#"<link rel="modulepreload" href="assets/ar-1.js">"#));
    assert_eq!(
        (&boot(&html)["language"], &boot(&html)["url_language"]),
        (&json!("ar"), &json!("AR"))
    );
    let html = server
        .get("/feedback?node_id=door&lang=%22%3E%3Cscript%3E")
        .await
        .text()
        .await
        .unwrap();
    assert!(
        html.contains(r#"<html lang="en" dir="ltr">"#),
        "the flow has no such language"
    );
    assert_eq!(
        (&boot(&html)["language"], &boot(&html)["url_language"]),
        (&json!("en"), &json!("\"><script>"))
    );
}

#[tokio::test]
async fn a_page_without_a_flow_is_in_the_language_of_its_visitor() {
    let server = server().await;
    let get = |path: &str| {
        let request = server.client.get(format!("{}{path}", server.address));
        request.header("Accept-Language", "fr-CA,fr;q=0.8").send()
    };
    for (path, lang) in [
        ("/feedback?node_id=gone", "fr-ca"),
        ("/feedback?node_id=gone&lang=pt-BR", "pt-br"),
        ("/chat", "fr-ca"),
        ("/chat?lang=he", "he"),
    ] {
        let page = get(path).await.unwrap();
        let mut varies = page.headers().get_all("vary").iter();
        assert!(varies.any(|vary| vary == "accept-language"), "{path}");
        let html = page.text().await.unwrap();
        assert!(html.contains(&format!("<html lang=\"{lang}\"")), "{path}: {html}");
    }
}

#[tokio::test]
async fn no_text_ends_a_script() {
    let server = server().await;
    let html = server
        .get("/feedback?node_id=door&lang=%3C/script%3E")
        .await
        .text()
        .await
        .unwrap();
    assert_eq!(
        html.matches("</script>").count(),
        5,
        "those of the entry, the boot data, the first view, the watch and the flow"
    );
    let flow: Value = serde_json::from_str(json_script(&html, "flow").unwrap()).unwrap();
    assert_eq!(
        flow["states"][0]["elements"][0]["question"]["body"]["en"],
        "How was it? </script><b>"
    );
}

#[tokio::test]
async fn the_policy_allows_the_servers_and_the_operators_styles() {
    let server = server().await;
    let response = server.get("/feedback?node_id=door").await;
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    let html = response.text().await.unwrap();
    let (_, watch) = html.split_once("<script>").unwrap();
    let (watch, _) = watch.split_once("</script>").unwrap();
    let watch = BASE64_STANDARD.encode(Sha256::digest(watch));
    let expected = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{watch}'; \
         style-src 'self' https://cdn.example/door.css https://cdn.example/thanks.css; img-src 'self' https: data: blob:; \
         font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    );
    assert_eq!(policy, expected);
}

#[tokio::test]
async fn a_page_without_its_parameter_is_empty() {
    let server = server().await;
    for path in [
        "/feedback",
        "/feedback?node_id=",
        "/web_feedback?flow_id=visit",
        "/flow_preview",
        "/web_flow_preview?node_id=door",
    ] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        assert!(
            response.headers()["content-security-policy"]
                .to_str()
                .unwrap()
                .starts_with("default-src 'none'")
        );
        let html = response.text().await.unwrap();
        assert!(
            !html.contains("script") && !html.contains("boot"),
            "{path}: {html}"
        );
    }
}

#[tokio::test]
async fn an_unknown_node_or_flow_is_not_found() {
    let server = server().await;
    for path in ["/feedback?node_id=gone", "/flow_preview?flow_id=gone"] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 404, "{path}");
        let html = response.text().await.unwrap();
        let boot = boot(&html);
        assert_eq!(
            (&boot["error"], &boot["flow"]),
            (&json!("not_found"), &Value::Null)
        );
        assert_eq!(json_script(&html, "flow"), None);
    }
}

#[tokio::test]
async fn an_unchanged_page_is_not_sent_again() {
    let server = server().await;
    let address = format!("{}/feedback?node_id=door", server.address);
    let first = server.client.get(&address).send().await.unwrap();
    assert_eq!(first.headers()["cache-control"], "no-cache");
    let again = server
        .client
        .get(&address)
        .header("If-None-Match", first.headers()["etag"].clone());
    let again = again.send().await.unwrap();
    assert_eq!(again.status(), 304);
    assert_eq!(again.text().await.unwrap(), "");
}

#[tokio::test]
async fn a_page_in_memory_changes_with_every_import_and_with_every_visitor() {
    let server = server().await;
    let page = async |query: &str| {
        let response = server.get(&format!("/feedback?node_id=door{query}")).await;
        let etag = response.headers()["etag"].clone();
        (etag, boot(&response.text().await.unwrap()))
    };
    let (first, _) = page("").await;
    assert_eq!(page("").await.0, first);
    for (query, language) in [("&lang=ar", "ar"), ("&lang=xx", "en"), ("&lang=en", "en")] {
        let (etag, boot) = page(query).await;
        assert_ne!(etag, first, "{query}");
        assert_eq!(boot["language"], language);
        assert_eq!(boot["url_language"], query.trim_start_matches("&lang="));
    }
    let node = |name: &str| format!(r#"{{"id": "door", "flow_id": "visit", "name": "{name}"}}"#);
    for name in ["Changed", "Changed again"] {
        let files = [("nodes/door.json", node(name))];
        let folder = records(&files.each_ref().map(|(path, text)| (*path, text.as_str())));
        import(folder.path(), server.data.path());
        assert_eq!(page("").await.1["node"]["name"], name);
    }
    let mut flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    flow["name"] = "Changed".into();
    let folder = records(&[("flows/visit.json", &flow.to_string())]);
    import(folder.path(), server.data.path());
    assert_eq!(page("").await.1["flow"]["revision"], 2);
}

#[tokio::test]
async fn pages_are_compressed() {
    let server = server().await;
    for encoding in ["br", "gzip"] {
        let request = server
            .client
            .get(format!("{}/feedback?node_id=door", server.address));
        let response = request.header("Accept-Encoding", encoding).send().await.unwrap();
        assert_eq!(response.headers()["content-encoding"], encoding);
    }
}

#[tokio::test]
async fn assets_come_in_the_best_encoding_and_never_expire() {
    let server = server().await;
    for (accepts, encoding, content) in [
        ("gzip, br", Some("br"), "brotli"),
        ("gzip", Some("gzip"), "gzip"),
        ("identity", None, "plain"),
    ] {
        let request = server.client.get(format!("{}/assets/index-1.js", server.address));
        let response = request.header("Accept-Encoding", accepts).send().await.unwrap();
        let headers = response.headers();
        assert_eq!(
            headers
                .get("content-encoding")
                .map(|value| value.to_str().unwrap()),
            encoding
        );
        assert_eq!(headers["content-type"], "text/javascript; charset=utf-8");
        assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
        assert_eq!(headers["vary"], "accept-encoding");
        assert_eq!(response.text().await.unwrap(), content);
    }
    assert_eq!(
        server.get("/assets/engine-1.wasm").await.headers()["content-type"],
        "application/wasm"
    );
    for path in [
        "/assets/gone.js",
        "/assets/../index.html",
        "/assets/..%2Findex.html",
        "/assets/%2e%2e/.vite/manifest.json",
    ] {
        assert_ne!(server.get(path).await.status(), 200, "{path}");
    }
}

#[tokio::test]
async fn a_server_without_the_widgets_build_says_so() {
    let server = TestServer::start().await;
    let response = server.get("/feedback?node_id=door").await;
    assert_eq!(response.status(), 503);
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "no_pages");
}
