//! Pages that come with the HTML of their first view (docs/api.md#first-paint).

use crate::import::records;
use crate::pages::json_script;
use crate::server::{TestServer, import};
use backend::Assets;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::Response;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const INDEX: &str = r#"<!doctype html>
<html lang="en">
  <head>
    <title>Pulsen</title>
    <script async type="module" crossorigin src="./assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/index-1.css">
  </head>
  <body><div id="app"></div></body>
</html>
"#;

const MANIFEST: &str = r#"{
    "index.html": {"file": "assets/index-1.js", "isEntry": true},
    "src/styles/dark.css": {"file": "assets/dark-1.css"}
}"#;

/// Shows the first text or the message, and does what a flow of a certain name is there for.
const SCRIPT: &str = "globalThis.prerender = text => {
    const { boot, view } = JSON.parse(text);
    const message = boot.error || boot.unavailable?.reason;
    if (!view) return JSON.stringify({ html: `<p>${boot.language} ${message}</p>`, styles: '' });
    if (boot.flow.id === 'throws') throw new Error('broken');
    if (boot.flow.id === 'hangs') for (;;);
    const html = `<p>${boot.language} ${view.elements[0].text}</p>`;
    const styles = boot.flow.id === 'ends' ? 'i{content:\"</style><script>\"}' : 'i{}';
    return JSON.stringify({ html: boot.flow.id === 'script' ? '<ScRipt>1</ScRipt>' : html, styles });
};";

async fn server() -> TestServer {
    server_with(&["prerender.js", "early.js", "early-frame.js"]).await
}

/// Starts a server whose build has these of the files for first paints.
async fn server_with(scripts: &[&str]) -> TestServer {
    let files = [
        ("index.html", INDEX),
        (".vite/manifest.json", MANIFEST),
        ("assets/index-1.js", "script"),
        ("assets/index-1.css", "b{}"),
        ("assets/dark-1.css", "u{}"),
    ];
    let of_first_paint = [
        ("prerender.js", SCRIPT),
        ("early.js", "early()"),
        ("early-frame.js", "inFrame()"),
    ];
    let of_first_paint = of_first_paint
        .into_iter()
        .filter(|(path, _)| scripts.contains(path));
    let files = files.into_iter().chain(of_first_paint);
    let server = TestServer::with_assets(Assets::from_files(
        files.map(|(path, text)| (path.to_owned(), text)),
    ))
    .await;
    let mut files = Vec::new();
    for id in ["plain", "throws", "hangs", "script", "ends"] {
        files.push((format!("flows/{id}.json"), flow(id, &json!({}))));
        files.push((format!("nodes/{id}.json"), node(id, id, &json!({}))));
    }
    import_all(&server, &files);
    server
}

fn import_all(server: &TestServer, files: &[(String, String)]) {
    let files: Vec<_> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    import(records(&files).path(), server.data.path());
}

/// A flow of one page with these fields.
fn flow(id: &str, page: &Value) -> String {
    let elements = json!([
        {"id": "e1", "type": "question", "question": {"id": "q1", "key": "k", "style": "text", "body": {"en": "How?"}}},
        {"id": "e2", "type": "submit", "order": 1, "body": {"en": "Send"}},
    ]);
    let state = json!({"id": "s", "name": "Start", "isInitialState": true, "elements": elements});
    let languages = json!([{"id": "l1", "code": "en", "name": "English"}]);
    json!({"id": id, "name": id, "languages": languages, "states": [merged(state, page)]}).to_string()
}

fn node(id: &str, flow_id: &str, fields: &Value) -> String {
    merged(json!({"id": id, "flow_id": flow_id}), fields).to_string()
}

fn merged(mut object: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        object[name] = value.clone();
    }
    object
}

fn policy(response: &Response) -> String {
    let policy = response.headers()["content-security-policy"].to_str();
    policy.unwrap().to_owned()
}

async fn html(server: &TestServer, path: &str) -> String {
    let response = server.get(path).await;
    assert_eq!(response.status(), 200, "{path}");
    response.text().await.unwrap()
}

fn between<'a>(html: &'a str, from: &str, to: &str) -> &'a str {
    html.split_once(from).expect(html).1.split_once(to).expect(html).0
}

fn source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// Asserts that a page is as if no server made first paints.
fn assert_plain(html: &str, path: &str) {
    assert!(html.contains(r#"<div id="app"></div>"#), "{path}: {html}");
    assert!(
        html.contains(r#"<link rel="stylesheet" crossorigin href="./assets/index-1.css">"#),
        "{path}"
    );
    assert!(
        !html.contains("<style>") && !html.contains("early()") && !html.contains("class=\"route"),
        "{path}"
    );
}

#[tokio::test]
async fn a_page_comes_with_the_html_of_its_first_view() {
    let server = server().await;
    for (path, route) in [
        ("/feedback?node_id=plain", "feedback"),
        ("/web_feedback?node_id=plain&lang=en", "web_feedback"),
        ("/web_flow_preview?flow_id=plain", "web_flow_preview"),
        ("/flow_preview?flow_id=plain", "flow_preview"),
    ] {
        let html = html(&server, path).await;
        let tag = format!(r#"<html lang="en" dir="ltr" class="route-{route}">"#);
        assert!(html.contains(&tag), "{html}");
        assert!(
            html.contains(r#"<div id="app" data-prerendered><p>en How?</p></div>"#),
            "{html}"
        );
        assert!(html.contains("<style>b{}i{}</style>"), "{html}");
        assert!(
            !html.contains("stylesheet"),
            "nothing is loaded before it is painted: {html}"
        );
        let early = html.find("<script>early()</script>").expect(&html);
        let preload = r#"<link rel="modulepreload" crossorigin href="./assets/index-1.js" data-start>"#;
        assert!(early < html.find(preload).expect(&html), "{html}");
        assert!(!html.contains(" src="), "started after the first paint: {html}");
        for id in ["boot", "view", "flow"] {
            assert!(json_script(&html, id).is_some(), "{id}: {html}");
        }
    }
}

#[tokio::test]
async fn the_frame_of_a_widget_comes_with_the_html_of_its_flow_and_an_early_script_of_its_own() {
    let server = server().await;
    let widget = |code: &str, fields: &Value| {
        let record = merged(json!({"code": code, "node_id": "plain"}), fields).to_string();
        (format!("widgets/{code}.json"), record)
    };
    import_all(
        &server,
        &[
            widget("PSN-PLAIN01", &json!({})),
            widget("PSN-ONCE001", &json!({"prevent_multiple_feedback": true})),
        ],
    );
    let response = server.get("/widget?code=PSN-PLAIN01&frame=1").await;
    let policy = policy(&response);
    let framed = response.text().await.unwrap();
    assert!(
        framed.contains(r#"<html lang="en" dir="ltr" class="route-widget">"#),
        "{framed}"
    );
    assert!(
        framed.contains(r#"<div id="app" data-prerendered><p>en How?</p></div>"#),
        "{framed}"
    );
    assert!(framed.contains("<script>inFrame()</script>"), "{framed}");
    assert!(!framed.contains("early()"), "{framed}");
    assert!(policy.contains(&source("inFrame()")), "{policy}");
    let once = "/widget?code=PSN-ONCE001&frame=1";
    assert_plain(&html(&server, once).await, once);
}

#[tokio::test]
async fn a_page_comes_with_the_html_of_its_message() {
    let server = server().await;
    let closed = node("closed", "plain", &json!({"status": "inactive"}));
    import_all(&server, &[("nodes/closed.json".to_owned(), closed)]);
    for (path, message) in [
        ("/feedback?node_id=gone", "not_found"),
        ("/web_flow_preview?flow_id=gone", "not_found"),
        ("/web_feedback?node_id=closed", "closed"),
    ] {
        let html = server.get(path).await.text().await.unwrap();
        let root = format!(r#"<div id="app" data-prerendered><p>en {message}</p></div>"#);
        assert!(html.contains(&root), "{path}: {html}");
        assert!(json_script(&html, "view").is_none(), "{html}");
    }
}

#[tokio::test]
async fn the_policy_allows_exactly_the_inline_elements() {
    let server = server().await;
    for path in ["/feedback?node_id=plain", "/feedback?node_id=ends"] {
        let response = server.get(path).await;
        let policy = policy(&response);
        let html = response.text().await.unwrap();
        let styles = between(&html, "<style>", "</style>");
        let start = html
            .rsplit_once("<script>")
            .unwrap()
            .1
            .split_once("</script>")
            .unwrap()
            .0;
        let scripts = format!(
            "script-src 'self' 'wasm-unsafe-eval' {} {};",
            source(start),
            source("early()")
        );
        assert!(policy.contains(&scripts), "{policy}");
        assert!(
            policy.contains(&format!("style-src 'self' {};", source(styles))),
            "{policy}"
        );
        assert!(!policy.contains("unsafe-inline"), "{policy}");
    }
    let html = html(&server, "/feedback?node_id=ends").await;
    assert_eq!(
        between(&html, "<style>", "</style>"),
        r#"b{}i{content:"<\/style><script>"}"#
    );
}

#[tokio::test]
async fn an_unchanged_page_keeps_its_policy() {
    let server = server().await;
    let address = format!("{}/feedback?node_id=plain", server.address);
    let first = server.client.get(&address).send().await.unwrap();
    let etag = first.headers()["etag"].clone();
    let again = server.client.get(&address).header("If-None-Match", etag);
    let again = again.send().await.unwrap();
    assert_eq!(again.status(), 304);
    assert_eq!(policy(&again), policy(&first));
    assert!(policy(&first).contains(&source("b{}i{}")));
}

#[tokio::test]
async fn a_page_that_cannot_be_painted_is_served_without() {
    let server = server().await;
    for id in ["throws", "hangs", "script"] {
        for _ in 0..2 {
            let path = format!("/feedback?node_id={id}");
            let response = server.get(&path).await;
            let policy = policy(&response);
            assert_plain(&response.text().await.unwrap(), &path);
            assert!(policy.contains("style-src 'self';"), "{policy}");
        }
        let path = format!("/feedback?node_id=plain&lang=en&after={id}");
        assert!(
            html(&server, &path).await.contains("data-prerendered>"),
            "after {id}"
        );
    }
}

#[tokio::test]
async fn pages_that_differ_by_visitor_or_are_styled_by_script_are_served_without() {
    let server = server().await;
    let pin = json!({"kiosk_pin": "2580"});
    let mut files = vec![
        ("flows/css.json".to_owned(), flow("css", &json!({"css": "p{}"}))),
        (
            "flows/sheet.json".to_owned(),
            flow("sheet", &json!({"cssUrl": "/own.css"})),
        ),
        ("nodes/css.json".to_owned(), node("css", "css", &json!({}))),
        ("nodes/sheet.json".to_owned(), node("sheet", "sheet", &json!({}))),
    ];
    for (id, fields) in [
        ("kiosk", &pin),
        ("only-once", &json!({"prevent_multiple_feedback": true})),
        ("leaving", &json!({"unsubscribe_visible": true})),
        ("styled", &json!({"css_url_react": "/own.css"})),
    ] {
        files.push((format!("nodes/{id}.json"), node(id, "plain", fields)));
    }
    import_all(&server, &files);
    for path in [
        "/feedback?node_id=kiosk&kiosk=1",
        "/feedback?node_id=only-once",
        "/feedback?node_id=leaving",
        "/feedback?node_id=styled",
        "/feedback?node_id=css",
        "/web_flow_preview?flow_id=sheet",
        "/widget?code=PSN-TEST001&frame=1",
        "/feedback?node_id=plain&lang=xx",
    ] {
        let response = server.get(path).await;
        assert_plain(&response.text().await.unwrap(), path);
    }
    let html = html(&server, "/feedback?node_id=kiosk").await;
    assert!(html.contains("data-prerendered>"), "not a kiosk: {html}");
}

#[tokio::test]
async fn a_page_with_answers_in_its_address_is_another_page() {
    let server = server().await;
    let answered = "/feedback?node_id=plain&responses=%7B%22k%22%3A%22x%22%7D";
    for _ in 0..2 {
        assert_plain(&html(&server, answered).await, answered);
        let html = html(&server, "/feedback?node_id=plain").await;
        assert!(html.contains("data-prerendered>"), "{html}");
    }
    let preview = "/web_flow_preview?flow_id=plain&responses=";
    assert_plain(&html(&server, preview).await, preview);
}

#[tokio::test]
async fn dark_pages_have_their_styles_in_them() {
    let server = server().await;
    for (theme, media, scheme) in [
        ("dark", "screen", "dark"),
        ("auto", "screen and (prefers-color-scheme: dark)", "light dark"),
    ] {
        let fields = json!({"theme": theme});
        import_all(
            &server,
            &[(format!("nodes/{theme}.json"), node(theme, "plain", &fields))],
        );
        let html = html(&server, &format!("/feedback?node_id={theme}")).await;
        let tag = format!(r#"<html lang="en" dir="ltr" data-theme="{theme}" class="route-feedback">"#);
        assert!(html.contains(&tag), "{html}");
        assert!(
            html.contains(&format!("<style>b{{}}@media {media}{{u{{}}}}i{{}}</style>")),
            "{html}"
        );
        assert!(
            html.contains(&format!(r#"<meta name="color-scheme" content="{scheme}">"#)),
            "{html}"
        );
        assert!(!html.contains("stylesheet"), "{html}");
    }
}

#[tokio::test]
async fn a_build_without_the_scripts_makes_no_first_paints() {
    for scripts in [
        &[][..],
        &["early.js", "early-frame.js"],
        &["prerender.js", "early.js"],
        &["prerender.js", "early-frame.js"],
    ] {
        let server = server_with(scripts).await;
        assert_plain(&html(&server, "/feedback?node_id=plain").await, "plain");
    }
}
