//! `/loader`: the script of host pages.

use crate::import::import_into;
use crate::server::{TestServer, import};
use backend::Assets;
use reqwest::Response;
use serde_json::{Value, json};

const LOADER: &str = "(function(){start(__PSN_CONFIG__)})();";

fn assets() -> Assets {
    Assets::from_files([("loader/loader.js".to_owned(), LOADER)])
}

/// The configuration in a loader script.
async fn configuration_in(response: Response) -> Value {
    let script = response.text().await.unwrap();
    let json = script
        .strip_prefix("(function(){start(")
        .and_then(|rest| rest.strip_suffix(")})();"))
        .expect(&script);
    serde_json::from_str(json).unwrap()
}

#[tokio::test]
async fn the_script_holds_the_public_configuration() {
    let server = TestServer::with_assets(assets()).await;
    let response = server.get("/loader/PSN-TEST001.js").await;
    assert_eq!(response.status(), 200);
    let headers = response.headers();
    for (name, value) in [
        ("content-type", "text/javascript; charset=utf-8"),
        // It carries the address of the request, which any cache could give to others.
        ("cache-control", "no-store"),
        ("cross-origin-resource-policy", "cross-origin"),
        ("access-control-allow-origin", "*"),
        ("x-content-type-options", "nosniff"),
        ("vary", "accept-encoding"),
    ] {
        assert_eq!(headers[name], value, "{name}");
    }
    let mut public: Value = server
        .get("/v1/web_widgets/code/PSN-TEST001")
        .await
        .json()
        .await
        .unwrap();
    // White can hardly be seen on the color that the launcher has.
    public["font_color"] = json!("#000000");
    assert_eq!(
        configuration_in(response).await,
        json!({
            "code": "PSN-TEST001",
            "api_base": server.address,
            "shown": "shown-PSN-TEST001.js",
            "labels": {"open": "Open feedback", "close": "Close", "title": "Feedback"},
            "config": public,
        })
    );
}

#[tokio::test]
async fn the_script_is_compressed_and_not_sent_again_unchanged() {
    let server = TestServer::with_assets(assets()).await;
    let get = || {
        server
            .client
            .get(format!("{}/loader/PSN-TEST001.js", server.address))
    };
    for encoding in ["br", "gzip"] {
        let response = get().header("Accept-Encoding", encoding).send().await.unwrap();
        assert_eq!(response.headers()["content-encoding"], encoding);
        assert_ne!(response.bytes().await.unwrap().first(), Some(&b'('));
    }
    let tag = get().send().await.unwrap().headers()["etag"].clone();
    let again = get().header("If-None-Match", &tag).send().await.unwrap();
    assert_eq!(again.status(), 304);
    assert_eq!(again.headers()["cross-origin-resource-policy"], "cross-origin");

    // The next request gets an imported change.
    let records = tempfile::tempdir().unwrap();
    std::fs::create_dir(records.path().join("widgets")).unwrap();
    let changed = json!({"code": "PSN-TEST001", "node_id": "door", "size": 80});
    std::fs::write(records.path().join("widgets/w.json"), changed.to_string()).unwrap();
    import(records.path(), server.data.path());
    let changed = get().header("If-None-Match", &tag).send().await.unwrap();
    assert_eq!(changed.status(), 200);
    assert_eq!(configuration_in(changed).await["config"]["size"], 80);
}

#[tokio::test]
async fn the_script_has_the_question_that_stands_beside_the_launcher_while_a_tap_can_answer_it() {
    let server = TestServer::with_assets(assets()).await;
    let records = tempfile::tempdir().unwrap();
    let write = |name: &str, record: &Value| {
        let path = records.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, record.to_string()).unwrap();
    };
    let flow = |style: &str| {
        let question = json!({"id": "q", "style": style, "body": {"en": "How?"}});
        let elements = json!([{"id": "e", "type": "question", "question": question}]);
        json!({"id": "asked", "languages": [{"code": "en"}], "states": [{"id": "s", "elements": elements}]})
    };
    write("flows/f.json", &flow("star"));
    write("nodes/n.json", &json!({"id": "asked", "flow_id": "asked"}));
    let widget = json!({"code": "PSN-ASKED01", "node_id": "asked", "popover_question": true});
    write("widgets/w.json", &widget);
    import(records.path(), server.data.path());
    let question = async || {
        let script = server.get("/loader/PSN-ASKED01.js").await;
        configuration_in(script).await["config"]["question"].clone()
    };
    let expected = json!({"id": "q", "style": "star", "text": {"en": "How?"}, "scale": [1.0, 5.0]});
    assert_eq!(question().await, expected);

    // A flow that a tap cannot answer is refused, also without the file of the widget, until the widget does not ask for it.
    std::fs::remove_dir_all(records.path().join("widgets")).unwrap();
    write("flows/f.json", &flow("text"));
    let (code, _, errors) = import_into(records.path(), server.data.path());
    assert!(
        code == 1 && errors.contains("the widget `PSN-ASKED01` would not fit"),
        "{errors}"
    );
    assert_eq!(question().await, expected);
    write(
        "widgets/w.json",
        &json!({"code": "PSN-ASKED01", "node_id": "asked"}),
    );
    import(records.path(), server.data.path());
    assert_eq!(question().await, Value::Null);
}

#[tokio::test]
async fn the_script_names_the_address_that_visitors_use() {
    let server = TestServer::with_public_url(assets(), Some("https://feedback.example/")).await;
    let script = server.get("/loader/PSN-TEST001.js").await;
    assert_eq!(
        script.headers()["cache-control"],
        "public, max-age=60, stale-while-revalidate=86400"
    );
    assert_eq!(
        configuration_in(script).await["api_base"],
        "https://feedback.example"
    );

    let server = TestServer::with_assets(assets()).await;
    let from_host = async |host: &str| {
        let request = server
            .client
            .get(format!("{}/loader/PSN-TEST001.js", server.address));
        request.header("Host", host).send().await.unwrap()
    };
    assert_eq!(
        configuration_in(from_host("pulsen.example:81").await).await["api_base"],
        "http://pulsen.example:81"
    );
    let refused = from_host("evil.example/\"").await;
    assert_eq!(refused.status(), 400);
    let text = refused.text().await.unwrap();
    assert!(!text.contains("evil"), "{text}");
}

#[tokio::test]
async fn a_wrong_code_is_reported_on_the_console() {
    let server = TestServer::with_assets(assets()).await;
    for (path, words) in [
        (
            "/loader/PSN-GONE001.js",
            "There is no widget \\\"PSN-GONE001\\\".",
        ),
        (
            "/loader/psn-test001.js",
            "\\\"psn-test001\\\" is not a widget code",
        ),
        (
            "/loader/%22);alert(1)%3C.js",
            "\\\");alert(1)\\u003c\\\" is not a widget code",
        ),
    ] {
        let response = server.get(path).await;
        assert_eq!(
            response.status(),
            200,
            "browsers run no script with another status"
        );
        assert_eq!(response.headers()["cache-control"], "public, max-age=60");
        assert_eq!(
            response.headers()["content-type"],
            "text/javascript; charset=utf-8"
        );
        let text = response.text().await.unwrap();
        assert!(
            text.starts_with("console.error(\"[Pulsen] ") && text.contains(words),
            "{text}"
        );
        assert_eq!(text.lines().count(), 1);
    }
    // A host page that names a wrong address learns of that, and not of a policy that would have refused the right one.
    for path in [
        "/loader/PSN-TEST001",
        "/loader/loader.js.map",
        "/loader/interaction-0-abc.js",
        "/loader/",
        "/loader/PSN-TEST001.js/",
        "/v1/loader/PSN-TEST001.js",
    ] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(
            response.headers()["cross-origin-resource-policy"],
            "cross-origin",
            "{path}"
        );
    }
    let elsewhere = server.get("/loaders/PSN-TEST001.js").await;
    assert_eq!(
        elsewhere.headers()["cross-origin-resource-policy"],
        "cross-origin"
    );
}

#[tokio::test]
async fn a_server_without_the_loader_says_so() {
    let server = TestServer::start().await;
    let response = server.get("/loader/PSN-TEST001.js").await;
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert!(response.text().await.unwrap().starts_with("console.error("));
}

#[tokio::test]
async fn the_interaction_is_immutable_and_serves_other_builds() {
    let files = ["interaction-1-abcd1234.js", "interaction-1-abcd1234.js.br"];
    let files = files.map(|name| (format!("loader/{name}"), name.as_bytes().to_vec()));
    let server = TestServer::with_assets(Assets::from_files(files)).await;
    for (name, cache) in [
        ("interaction-1-abcd1234.js", "public, max-age=31536000, immutable"),
        // Of an older build: a page that has been open for long gets the present one, under a name that is not its own.
        ("interaction-1-0ld0ld0l.js", "public, max-age=60"),
    ] {
        let address = format!("{}/loader/{name}", server.address);
        let response = server.client.get(&address).send().await.unwrap();
        assert_eq!(response.status(), 200);
        for (name, value) in [
            ("content-type", "text/javascript; charset=utf-8"),
            ("cache-control", cache),
            ("cross-origin-resource-policy", "cross-origin"),
            ("access-control-allow-origin", "*"),
            ("vary", "accept-encoding"),
        ] {
            assert_eq!(response.headers()[name], value, "{name}");
        }
        assert_eq!(response.text().await.unwrap(), "interaction-1-abcd1234.js");
        let compressed = server.client.get(&address).header("Accept-Encoding", "br");
        assert_eq!(
            compressed.send().await.unwrap().headers()["content-encoding"],
            "br"
        );
    }
    // A core of another version would not work with it.
    let response = server.get("/loader/interaction-2-abcd1234.js").await;
    assert_eq!(response.status(), 404);
}

#[tokio::test]
async fn labels_come_in_each_language_for_any_site() {
    let server = TestServer::with_assets(assets()).await;
    for (language, title) in [
        ("tr", "Geri bildirim"),
        ("tr-tr", "Geri bildirim"),
        ("xx", "Feedback"),
    ] {
        let response = server.get(&format!("/loader/labels-{language}.js")).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["access-control-allow-origin"], "*");
        assert_eq!(
            response.headers()["content-type"],
            "text/javascript; charset=utf-8"
        );
        let module = response.text().await.unwrap();
        assert!(
            module.starts_with("export default {") && module.contains(title),
            "{module}"
        );
    }
}
