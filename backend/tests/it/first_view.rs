//! What a page shows before its engine is there (docs/engine.md#first-view), and where its scripts do not arrive.

use crate::import::records;
use crate::pages::{json_script, server};
use crate::server::{TestServer, import};
use serde_json::{Value, json};

async fn html(server: &TestServer, path: &str) -> String {
    let response = server.get(path).await;
    assert_eq!(response.status(), 200, "{path}");
    response.text().await.unwrap()
}

fn view(html: &str) -> Option<Value> {
    Some(serde_json::from_str(json_script(html, "view")?).unwrap())
}

/// A flow of one page with this question before the button.
fn flow(question: &Value) -> String {
    let languages = json!([{"id": "l1", "code": "en", "name": "English"}]);
    let elements = json!([
        {"id": "e1", "type": "question", "question": question},
        {"id": "e2", "type": "submit", "order": 1, "body": {"en": "Send"}},
    ]);
    let states = json!([{"id": "s", "name": "Start", "isInitialState": true, "elements": elements}]);
    json!({"id": "other", "name": "Other", "languages": languages, "states": states}).to_string()
}

#[tokio::test]
async fn the_page_holds_the_engines_first_view() {
    let server = server().await;
    for path in [
        "/feedback?node_id=door",
        "/feedback?node_id=door&lang=ar",
        "/feedback?node_id=door&lang=xx",
        "/flow_preview?flow_id=visit",
        "/widget?code=PSN-TEST001&frame=1",
    ] {
        let html = html(&server, path).await;
        let view = view(&html).expect(path);
        let expected = if path.ends_with("ar") { "ar" } else { "en" };
        assert_eq!(view["language"], expected, "{path}");
        assert_eq!(view["style"], "normal");
        assert_eq!(view["elements"][0]["text"], "How was it? </script><b>", "{path}");
        assert!(
            !html.contains("rel=\"preload\""),
            "the first question does not wait for the engine: {path}"
        );
    }
}

#[tokio::test]
async fn a_new_revision_is_shown_at_once() {
    let server = server().await;
    let text =
        async || view(&html(&server, "/feedback?node_id=door").await).unwrap()["elements"][0]["text"].clone();
    assert_eq!(text().await, "How was it? </script><b>");
    let mut flow: Value = server.get("/v1/flows/visit").await.json().await.unwrap();
    flow["states"][0]["elements"][0]["question"]["body"]["en"] = "How was it today?".into();
    import(
        records(&[("flows/visit.json", &flow.to_string())]).path(),
        server.data.path(),
    );
    assert_eq!(text().await, "How was it today?");
}

#[tokio::test]
async fn visitor_specific_views_are_left_to_the_engine() {
    let server = server().await;
    let options = json!([{"id": "o1", "key": "a"}, {"id": "o2", "key": "b"}]);
    let random = json!({"id": "q1", "key": "group", "style": "random", "options": options});
    import(
        records(&[("flows/other.json", &flow(&random))]).path(),
        server.data.path(),
    );
    let html = html(&server, "/flow_preview?flow_id=other").await;
    assert_eq!(view(&html), None);
    assert!(html.contains(
        r#"<link rel="preload" as="fetch" type="application/wasm" crossorigin href="assets/engine-1.wasm">"#
    ));
}

#[tokio::test]
async fn a_page_whose_address_answers_questions_is_left_to_the_engine() {
    let server = server().await;
    let asked =
        json!({"id": "q1", "key": "mail", "style": "email", "prefill": "mail", "body": {"en": "Mail?"}});
    import(
        records(&[
            ("flows/other.json", &flow(&asked)),
            ("nodes/other.json", r#"{"id": "other", "flow_id": "other"}"#),
        ])
        .path(),
        server.data.path(),
    );
    let plain = "/feedback?node_id=other&utm_source=news";
    let answered = "/feedback?node_id=other&mail=ada@example.com";
    let preload = r#"<link rel="preload" as="fetch" type="application/wasm""#;
    // Neither page replaces the other, in whichever order they are asked for.
    for (path, has_view) in [(answered, false), (plain, true), (answered, false)] {
        let html = html(&server, path).await;
        assert_eq!(view(&html).is_some(), has_view, "{path}");
        assert_eq!(html.contains(preload), !has_view, "{path}");
        assert!(
            json_script(&html, "flow").is_some(),
            "the engine needs the flow: {path}"
        );
        assert!(!html.contains("ada@example.com"), "{path}");
    }
}

#[tokio::test]
async fn a_page_without_a_flow_has_no_view_either() {
    let server = server().await;
    import(
        records(&[(
            "nodes/closed.json",
            r#"{"id": "closed", "flow_id": "visit", "status": "inactive"}"#,
        )])
        .path(),
        server.data.path(),
    );
    let html = html(&server, "/feedback?node_id=closed").await;
    assert_eq!(view(&html), None);
    assert_eq!(json_script(&html, "flow"), None);
    assert!(!html.contains("application/wasm"), "nothing waits for an engine");
}

#[tokio::test]
async fn the_view_says_which_texts_are_in_another_language() {
    let server = server().await;
    let flow = flow(
        &json!({"id": "q1", "key": "k", "style": "text", "body": {"tr": "Nasıldı?", "en": "How was it?"}}),
    )
    .replace("\"code\":\"en\"", "\"code\":\"tr\"");
    import(records(&[("flows/other.json", &flow)]).path(), server.data.path());
    let view = view(&html(&server, "/flow_preview?flow_id=other").await).unwrap();
    assert_eq!(view["language"], "tr");
    assert_eq!(view["elements"][0].get("otherLanguages"), None);
    assert_eq!(view["elements"][1]["otherLanguages"], json!({"Send": "en"}));
}

#[tokio::test]
async fn a_large_first_page_is_left_to_the_engine() {
    let server = server().await;
    let options: Vec<Value> = (0..300)
        .map(|at| json!({"id": format!("o{at}"), "key": format!("k{at}"), "body": {"en": "x".repeat(300)}}))
        .collect();
    let large =
        json!({"id": "q1", "key": "many", "style": "dropdown", "body": {"en": "Which?"}, "options": options});
    import(
        records(&[("flows/other.json", &flow(&large))]).path(),
        server.data.path(),
    );
    assert_eq!(view(&html(&server, "/flow_preview?flow_id=other").await), None);
}

#[tokio::test]
async fn a_page_whose_scripts_do_not_run_says_so_in_its_language() {
    let server = server().await;
    let files = [
        ("nodes/tr.json", r#"{"id": "tr", "flow_id": "turkce"}"#.to_owned()),
        (
            "flows/turkce.json",
            flow(&json!({"id": "q1", "key": "k", "style": "text", "body": {"en": "?"}}))
                .replace("\"other\"", "\"turkce\"")
                .replace("\"code\":\"en\"", "\"code\":\"tr\""),
        ),
    ];
    import(
        records(&files.each_ref().map(|(path, text)| (*path, text.as_str()))).path(),
        server.data.path(),
    );
    for (path, without_script, not_loaded) in [
        (
            "/feedback?node_id=door",
            "needs JavaScript",
            "could not be loaded",
        ),
        ("/feedback?node_id=tr", "JavaScript gerekiyor", "yüklenemedi"),
    ] {
        let html = html(&server, path).await;
        let between = |from: &str, to: &str| {
            html.split_once(from)
                .unwrap()
                .1
                .split_once(to)
                .unwrap()
                .0
                .to_owned()
        };
        assert!(
            between("<noscript>", "</noscript>").contains(without_script),
            "{html}"
        );
        assert!(between("id=\"failure\"", "</div>").contains(not_loaded), "{html}");
    }
}
