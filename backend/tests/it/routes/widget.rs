//! `/widget` and `/chat`: the pages of widgets and chats, and who may frame them.

use crate::pages::{boot, json_script};
use crate::server::{TestServer, import};
use crate::submission::{unhappy, with};
use backend::Assets;
use serde_json::{Value, json};

async fn server(public_url: Option<&str>) -> TestServer {
    let index = "<!doctype html><html lang=\"en\"><head></head><body></body></html>";
    let unread = "<html><head></head></html>";
    let assets = Assets::from_files([
        ("index.html".to_owned(), index),
        ("unread.html".to_owned(), unread),
    ]);
    TestServer::with_public_url(assets, public_url).await
}

#[tokio::test]
async fn the_frame_holds_everything_that_it_needs() {
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
    let flow: Value = serde_json::from_str(json_script(&html, "flow").unwrap()).unwrap();
    assert_eq!(flow, get("/v1/flows/visit").await);
    assert_eq!(boot["flow"]["id"], "visit");
    assert_eq!(
        (&boot["language"], &boot["url_language"]),
        (&json!("en"), &json!("ar"))
    );
    assert_eq!(
        (&boot["api_base"], &boot["site_url"]),
        (&json!("."), &json!("https://pulsen.example/"))
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
async fn the_domains_of_a_node_may_frame_its_link_page_and_its_chats() {
    let server = server(None).await;
    let records = tempfile::tempdir().unwrap();
    std::fs::create_dir(records.path().join("nodes")).unwrap();
    let framed = json!({"id": "framed", "flow_id": "visit", "enabled_domains": ["shop.example"]});
    std::fs::write(records.path().join("nodes/n.json"), framed.to_string()).unwrap();
    import(records.path(), server.data.path());
    let policy = async |path: &str| {
        let response = server.get(path).await;
        let headers = response.headers();
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap().to_owned());
        (
            text("content-security-policy").unwrap(),
            text("cross-origin-embedder-policy"),
            text("cross-origin-resource-policy").unwrap(),
        )
    };
    let by_shop = "; frame-ancestors 'self' http://shop.example:* https://shop.example:* http://*.shop.example:* \
                   https://*.shop.example:*";

    let page = "/feedback?node_id=framed";
    assert!(
        !server
            .get(page)
            .await
            .text()
            .await
            .unwrap()
            .contains("shop.example")
    );
    let chat_of = async |node_id: &str| {
        let submission = with(unhappy(node_id), "node_id", node_id);
        let receipt: Value = server
            .submit(&submission)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        format!(
            "/chat?feedback_id={}",
            receipt["id"].as_str().expect("a feedback with a chat")
        )
    };
    for path in [
        page,
        &page.replace("feedback?", "web_feedback?"),
        &chat_of("framed").await,
    ] {
        let (policy, embedder, resource) = policy(path).await;
        assert!(policy.ends_with(by_shop), "{path}: {policy}");
        assert_eq!(
            (embedder.as_deref(), resource.as_str()),
            (Some("credentialless"), "cross-origin")
        );
    }
    let own = [
        "/feedback?node_id=door",
        &chat_of("door").await,
        "/chat?feedback_id=unknown",
        "/feedback?node_id=unknown",
    ];
    for path in own {
        let (policy, embedder, resource) = policy(path).await;
        assert!(policy.ends_with("; frame-ancestors 'self'"), "{path}: {policy}");
        assert_eq!((embedder, resource.as_str()), (None, "same-origin"));
    }
}

#[tokio::test]
async fn a_widget_on_a_page_of_its_own_is_only_the_loader() {
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
            html.contains(r#"<script async src="loader/PSN-TEST001.js"></script>"#),
            "{html}"
        );
    }
}

#[tokio::test]
async fn the_page_that_counts_unread_replies_has_its_own_policy() {
    let server = server(None).await;
    let response = server.get("/widget/unread?code=PSN-TEST001").await;
    assert_eq!(response.status(), 200);
    let headers = response.headers();
    assert_eq!(headers["cross-origin-embedder-policy"], "credentialless");
    assert_eq!(headers["cross-origin-resource-policy"], "cross-origin");
    assert_eq!(
        headers["content-security-policy"].to_str().unwrap(),
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' https:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self' http://example.com:* https://example.com:* http://*.example.com:* https://*.example.com:*"
    );
    let html = response.text().await.unwrap();
    assert_eq!(
        html,
        "<html lang=\"en\" dir=\"ltr\" data-code=\"PSN-TEST001\" data-node=\"door\" data-scheme=\"light\" \
         data-open=\"Open the conversation\" data-close=\"Close\" data-picture=\"Picture\"><head></head></html>"
    );
    let arabic = server.get("/widget/unread?code=PSN-TEST001&lang=ar").await;
    let html = arabic.text().await.unwrap();
    assert!(html.starts_with("<html lang=\"ar\" dir=\"rtl\""), "{html}");
    assert!(html.contains("data-close=\"إغلاق\""), "{html}");
    let empty = server.get("/widget/unread").await;
    assert_eq!(
        (empty.status(), empty.text().await.unwrap().contains("script")),
        (200.try_into().unwrap(), false)
    );
    for code in ["PSN-GONE001", "x", "%22%3E"] {
        assert_eq!(
            server.get(&format!("/widget/unread?code={code}")).await.status(),
            404
        );
    }
    let without_pages = TestServer::start().await;
    assert_eq!(
        without_pages
            .get("/widget/unread?code=PSN-TEST001")
            .await
            .status(),
        503
    );
}

#[tokio::test]
async fn the_page_without_a_code_is_empty_and_a_wrong_code_is_not_found() {
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
async fn the_address_of_a_chat_page_reaches_neither_caches_nor_other_sites() {
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
        let (language, url_language, home) = if path.contains("tr") {
            ("tr", json!("tr"), "Ana sayfaya git")
        } else {
            ("en", Value::Null, "Go to the home page")
        };
        assert_eq!(
            boot,
            json!({"route": "chat", "node": null, "flow": null, "language": language, "url_language": url_language,
                "api_base": ".", "site_url": "https://pulsen.example/", "home": home})
        );
    }
    assert_eq!(server.get("/chat/").await.status(), 302, "routes are exact");
}
