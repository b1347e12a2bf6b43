//! What a filter names: parameters, nodes, flows, questions, options (docs/results.md#filters).

use super::feedbacks::{accepted, refused};
use super::staff_exports::{import_shapes, shapes, shapes_answered, with_shapes};
use super::staff_results::{get, indexed};
use crate::process::{pulsen, run};
use crate::server::TestServer;
use crate::submission::with;
use serde_json::json;
use tokio::task::spawn_blocking;

/// Lists and results that feedback is chosen for, with what they need in front of a filter.
const CALLS: [&str; 3] = [
    "/v1/staff/feedbacks?",
    "/v1/staff/feedbacks/export?format=ndjson&",
    "/v1/staff/flows/shapes/summary?",
];

/// Returns how many feedbacks fit a filter, which all calls must agree about.
async fn count(server: &TestServer, filter: &str) -> usize {
    let [list, export, summary] = CALLS.map(|call| format!("{call}{filter}"));
    let listed = get(server, &list).await["items"].as_array().unwrap().len();
    let exported = server
        .get_as_staff(&export)
        .await
        .text()
        .await
        .unwrap()
        .lines()
        .count();
    let counted = get(server, &summary).await["complete"].as_u64().unwrap();
    assert_eq!((listed, listed as u64), (exported, counted), "{filter}");
    listed
}

#[tokio::test]
async fn questions_and_options_are_named_by_id_or_key() {
    let server = with_shapes().await;
    indexed(&server).await;
    for flow in ["", "&flow_id=shapes", "&flow_id=shapes&flow_revision=1"] {
        for (filter, expected) in [
            ("question_id=several", 1),
            ("question_id=several-key", 1),
            ("question_id=several-key&option_id=y-key", 1),
            ("question_id=several&option_id=y-key", 1),
            ("question_id=several-key&option_id=y", 1),
            ("question_id=several-key&option_id=x-key", 0),
            ("question_id=r1-key&option_id=x-key", 1),
            ("question_id=r1-key&option_id=y", 0),
            ("question_id=rows-key", 1),
            ("question_id=rows&option_id=y-key", 1),
            ("question_id=number-key&at_least=-2.5&at_most=-2.5", 1),
            ("question_id=number-key&at_least=0", 0),
            ("question_id=text-key&contains=quoted", 1),
        ] {
            let filter = format!("{filter}{flow}");
            assert_eq!(count(&server, &filter).await, expected, "{filter}");
        }
    }
}

#[tokio::test]
async fn a_key_covers_the_questions_of_all_revisions() {
    let server = with_shapes().await;
    let mut flow = shapes();
    let question = &mut flow["states"][0]["elements"][0]["question"];
    question["id"] = json!("several-2");
    import_shapes(&server, flow).await;
    let later = with(shapes_answered("several-2"), "flow_revision", 2);
    accepted(server.submit(&later)).await;
    indexed(&server).await;
    for (filter, expected) in [
        ("question_id=several-key", 2),
        ("question_id=several-key&option_id=y-key", 2),
        ("question_id=several-key&flow_id=shapes&flow_revision=2", 1),
        ("question_id=several", 1),
        ("question_id=several-2&option_id=y", 1),
    ] {
        assert_eq!(count(&server, filter).await, expected, "{filter}");
    }
}

#[tokio::test]
async fn filters_by_unknown_ids_get_404() {
    let server = with_shapes().await;
    for call in CALLS {
        for (filter, what) in [
            ("node_id=dsek", "node"),
            ("flow_id=shapes&flow_revision=2", "revision of this flow"),
            ("flow_id=shapes&flow_revision=0", "revision of this flow"),
            ("question_id=severl", "question"),
            ("question_id=mood&flow_id=shapes", "question"),
            ("question_id=several&option_id=z", "option of this question"),
            ("question_id=r1&option_id=several", "option of this question"),
            ("question_id=%25", "question"),
        ] {
            let path = format!("{call}{filter}");
            let request = server.client.get(format!("{}{path}", server.address));
            let (status, problem) = refused(request.bearer_auth(&server.staff_token)).await;
            let detail = format!("There is no such {what}.");
            assert_eq!((status, &problem["detail"]), (404, &json!(detail)), "{path}");
        }
    }
    for list in [
        "audit",
        "blocked_devices",
        "canned_replies",
        "chats",
        "devices",
        "unsubscriptions",
        "webhooks",
    ] {
        let response = server
            .get_as_staff(&format!("/v1/staff/{list}?node_id=dsek"))
            .await;
        assert_eq!(response.status(), 404, "{list}");
    }
    for call in ["feedbacks?flow_id=shaps", "flows/shaps/summary"] {
        let response = server.get_as_staff(&format!("/v1/staff/{call}")).await;
        assert_eq!(response.status(), 404, "{call}");
    }
}

#[tokio::test]
async fn a_filter_with_a_typing_error_is_refused() {
    let server = with_shapes().await;
    for call in CALLS {
        let request = server
            .client
            .get(format!("{}{call}statsu=partial", server.address));
        let (status, problem) = refused(request.bearer_auth(&server.staff_token)).await;
        assert_eq!(
            (status, &problem["code"]),
            (400, &json!("invalid_query")),
            "{call}"
        );
        let detail = problem["detail"].as_str().unwrap();
        assert!(
            detail.contains("`statsu`") && detail.contains("did you mean `status`?"),
            "{detail}"
        );
    }
    let summary = server
        .get_as_staff("/v1/staff/flows/shapes/summary?flow_id=visit")
        .await;
    assert_eq!(summary.status(), 400, "two flows");
    let (address, token) = (server.address.clone(), server.staff_token.clone());
    let ended = spawn_blocking(move || {
        let mut command = pulsen();
        command.args([
            "export",
            "--format",
            "ndjson",
            "--filter",
            "statsu=partial",
            "--server",
            &address,
        ]);
        run(command.env("PULSEN_STAFF_TOKEN", token))
    });
    let (code, printed, problem) = ended.await.unwrap();
    assert_eq!((code, printed.as_str()), (1, ""));
    assert!(problem.contains("did you mean `status`?"), "{problem}");
}
