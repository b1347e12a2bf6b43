//! `/widget` and `/chat`: the pages around chats and widgets, and who may frame them.

use crate::server::{TestServer, import};
use backend::Assets;
use serde_json::{Value, json};

async fn server(public_url: Option<&str>) -> TestServer {
    let index = "<!doctype html><html lang=\"en\"><head></head><body></body></html>";
    let assets = Assets::from_files([("index.html".to_owned(), index)]);
    TestServer::with_public_url(assets, public_url).await
}

fn boot(html: &str) -> Value {
    let (_, rest) = html
        .split_once(r#"<script type="application/json" id="boot">"#)
        .expect(html);
    serde_json::from_str(rest.split_once("</script>").expect(html).0).unwrap()
}

#[tokio::test]
async fn the_frame_has_all_that_it_needs() {
    let server = server(None).await;
    let response = server.get("/widget?code=PSN-TEST001&frame=1&lang=ar").await;
    assert_eq!(response.status(), 200);
    let headers = response.headers();
    assert_eq!(headers["cross-origin-embedder-policy"], "credentialless");
    assert_eq!(headers["cross-origin-resource-policy"], "cross-origin");
    assert_eq!(headers["cache-control"], "no-cache");
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.ends_with(
            "; frame-ancestors 'self' http://example.com:* https://example.com:* http://*.example.com:* \
             https://*.example.com:*"
        ),
        "{policy}"
    );
    assert!(policy.contains("; connect-src 'self';"), "{policy}");
    let html = response.text().await.unwrap();
    assert!(
        html.contains(r#"<html lang="en" dir="ltr">"#),
        "the widget's own language comes first: {html}"
    );
    assert!(!html.contains("CONFIDENTIAL"), "{html}");
    let boot = boot(&html);
    let get = async |path: &str| server.get(path).await.json::<Value>().await.unwrap();
    assert_eq!(boot["route"], "widget");
    assert_eq!(boot["widget"], get("/v1/web_widgets/code/PSN-TEST001").await);
    assert_eq!(boot["node"], get("/v1/nodes/door").await);
    assert_eq!(boot["flow"], get("/v1/flows/visit").await);
    assert_eq!(
        (&boot["language"], &boot["api_base"], &boot["site_url"]),
        (&json!("ar"), &json!(""), &json!("https://pulsen.example/"))
    );
}

#[tokio::test]
async fn a_widget_without_domains_may_be_framed_anywhere() {
    let server = server(None).await;
    let records = tempfile::tempdir().unwrap();
    std::fs::create_dir(records.path().join("widgets")).unwrap();
    let open = json!({"code": "PSN-OPEN001", "node_id": "door", "enabled_domains": []});
    std::fs::write(records.path().join("widgets/w.json"), open.to_string()).unwrap();
    import(records.path(), server.data.path());
    let response = server.get("/widget?code=PSN-OPEN001&frame=1").await;
    let policy = response.headers()["content-security-policy"].to_str().unwrap();
    assert!(!policy.contains("frame-ancestors"), "{policy}");
}

#[tokio::test]
async fn a_widget_alone_is_the_loader_and_nothing_else() {
    for (public_url, frame) in [(None, ""), (Some("https://f.example"), " https://f.example")] {
        let server = server(public_url).await;
        let response = server.get("/widget?code=PSN-TEST001").await;
        assert_eq!(
            response.headers()["content-security-policy"].to_str().unwrap(),
            format!(
                "default-src 'none'; script-src 'self'; frame-src 'self'{frame}; img-src data:; base-uri 'none'; \
                 form-action 'none'; frame-ancestors 'self'"
            )
        );
        let html = response.text().await.unwrap();
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert!(
            html.contains(r#"<script async src="/loader/PSN-TEST001.js"></script>"#),
            "{html}"
        );
    }
}

#[tokio::test]
async fn without_a_code_nothing_is_rendered_and_a_wrong_one_is_not_found() {
    let server = server(None).await;
    for path in ["/widget", "/widget?code=", "/widget?frame=1"] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        assert!(!response.text().await.unwrap().contains("script"), "{path}");
    }
    for code in ["PSN-GONE001", "x", "%22%3E%3Cscript%3E"] {
        for frame in ["", "&frame=1"] {
            assert_eq!(
                server.get(&format!("/widget?code={code}{frame}")).await.status(),
                404,
                "{code}"
            );
        }
    }
}

#[tokio::test]
async fn the_chat_page_keeps_its_address_to_itself() {
    let server = server(None).await;
    for path in ["/chat", "/chat?feedback_id=a&token=SECRET&lang=tr"] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        let headers = response.headers();
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cache-control"], "no-store");
        assert!(!headers.contains_key("etag"));
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.ends_with("; frame-ancestors 'self'"), "{policy}");
        let html = response.text().await.unwrap();
        assert!(!html.contains("SECRET"));
        let boot = boot(&html);
        let language = if path.contains("tr") {
            json!("tr")
        } else {
            Value::Null
        };
        assert_eq!(
            boot,
            json!({"route": "chat", "node": null, "flow": null, "language": language, "api_base": "",
                "site_url": "https://pulsen.example/"})
        );
    }
    assert_eq!(server.get("/chat/").await.status(), 302, "routes are exact");
}
