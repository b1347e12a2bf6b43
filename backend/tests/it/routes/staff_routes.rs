//! Every route of staff, with a request that it takes.

pub(super) const EXPORT: &str = "/v1/staff/feedbacks/export";

pub(super) const TREND: &str = "/v1/staff/flows/{flow_id}/questions/{question}/trend";

pub(super) const WORDS: &str = "/v1/staff/flows/{flow_id}/questions/{question}/words";

pub(super) const CROSS_TABLE: &str = "/v1/staff/flows/{flow_id}/cross_table";

pub(super) const SUMMARY: &str = "/v1/staff/flows/{flow_id}/summary";

pub(super) const DRAFT: &str = "/v1/staff/flows/{flow_id}/draft";

/// A survey of another product.
pub(super) const SURVEY: &str = r#"{"pages": [{"elements": [{"type": "text", "name": "q"}]}]}"#;

/// About what is sent with them: open to all nodes.
pub(super) const OF_NO_NODE: &[&str] = &["/v1/staff/check", "/v1/staff/convert"];

pub(super) const EXPORTS: &str = "/v1/staff/exports";

/// Whether a path names what belongs to one member of staff: there is no such thing for others.
pub(super) fn is_of_one_member(path: &str) -> bool {
    path.contains("{export_id}")
}

/// The records of the scene, all of the node `files`.
pub(super) const OWN_FLOW: &str = r#"{"id": "own", "states": [{"id": "only", "isInitialState": true, "elements": [{"id": "e-text",
    "type": "question", "order": 1, "question": {"id": "text", "key": "text", "style": "text", "body": {"en": "Anything?"}}}]}]}"#;
pub(super) const OWN_NODE: &str = r#"{"id": "files", "flow_id": "files"}"#;
pub(super) const OWN_WIDGET: &str = r#"{"code": "PSN-OWN0001", "node_id": "files"}"#;
pub(super) const OWN_CONNECTOR: &str = r#"{"id": "own", "url": "https://own.example/", "data": {"x": "/x"}}"#;

/// Connectors are for those who are for all nodes.
pub(super) fn is_of_all_nodes(path: &str) -> bool {
    path.starts_with("/v1/staff/connectors/")
}

pub(super) const COUNTS: &str = "/v1/staff/chats/counts";

/// Each of its chats has a result of its own, also one of another node.
pub(super) const BULK: &str = "/v1/staff/chats/bulk";

pub(super) const SERVER: &str = "/v1/staff/server";

pub(super) const PEOPLE: &str = "/v1/staff/people";

pub(super) const TOKENS: &str = "/v1/staff/tokens";

/// Every route of staff that takes a token, with a body that its handler takes. What stands in braces is of the node `files`.
pub(super) const ROUTES: &[(&str, &str, &str)] = &[
    ("GET", "/v1/staff/feedbacks", ""),
    ("GET", "/v1/staff/feedbacks/{stored_id}", ""),
    (
        "POST",
        "/v1/staff/feedbacks/{stored_id}/review",
        r#"{"review": "done"}"#,
    ),
    ("POST", "/v1/staff/feedbacks/{stored_id}/tag", r#"{"add": ["t"]}"#),
    (
        "POST",
        "/v1/staff/feedbacks/{stored_id}/notes",
        r#"{"body": "Hm"}"#,
    ),
    ("GET", "/v1/staff/nodes/{node_id}/tags", ""),
    ("GET", "/v1/staff/unsubscriptions", ""),
    ("GET", "/v1/staff/devices", ""),
    ("GET", "/v1/staff/audit", ""),
    ("GET", "/v1/staff/colleagues", ""),
    ("GET", "/v1/staff/blocked_devices", ""),
    ("PUT", "/v1/staff/blocked_devices/{node_id}/{device_id}", ""),
    ("DELETE", "/v1/staff/blocked_devices/{node_id}/{device_id}", ""),
    ("GET", "/v1/staff/blocked_addresses", ""),
    ("DELETE", "/v1/staff/blocked_addresses/{node_id}/{address_id}", ""),
    ("GET", "/v1/staff/canned_replies", ""),
    (
        "PUT",
        "/v1/staff/canned_replies/{canned_reply_id}",
        r#"{"node_id": "files", "title": "t", "body": "b"}"#,
    ),
    ("DELETE", "/v1/staff/canned_replies/{canned_reply_id}", ""),
    ("GET", "/v1/staff/webhooks", ""),
    ("GET", "/v1/staff/webhooks/{webhook_id}", ""),
    (
        "PUT",
        "/v1/staff/webhooks/{webhook_id}",
        r#"{"url": "https://localhost:9/", "events": ["chat.rated"], "nodes": ["files"]}"#,
    ),
    ("POST", "/v1/staff/webhooks/{webhook_id}/test", ""),
    ("POST", "/v1/staff/webhooks/{webhook_id}/rotate_secret", "{}"),
    ("GET", "/v1/staff/webhooks/{webhook_id}/deliveries", ""),
    (
        "POST",
        "/v1/staff/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
        "",
    ),
    (
        "POST",
        "/v1/staff/webhooks/{webhook_id}/replay_dead",
        r#"{"since": "2026-11-21T10:20:30Z"}"#,
    ),
    ("DELETE", "/v1/staff/webhooks/{webhook_id}", ""),
    ("GET", "/v1/staff/chats", ""),
    ("GET", COUNTS, ""),
    (
        "POST",
        BULK,
        r#"{"feedback_ids": ["f"], "act": {"kind": "close"}}"#,
    ),
    ("GET", "/v1/staff/chats/{feedback_id}", ""),
    ("GET", "/v1/staff/chats/{feedback_id}/transcript", ""),
    (
        "POST",
        "/v1/staff/chats/{feedback_id}/messages",
        r#"{"body": "Hi"}"#,
    ),
    ("POST", "/v1/staff/chats/{feedback_id}/notes", r#"{"body": "Hm"}"#),
    ("POST", "/v1/staff/chats/{feedback_id}/read", r#"{"cursor": "1"}"#),
    ("POST", "/v1/staff/chats/{feedback_id}/claim", ""),
    ("POST", "/v1/staff/chats/{feedback_id}/assign", "{}"),
    ("POST", "/v1/staff/chats/{feedback_id}/accept", ""),
    ("POST", "/v1/staff/chats/{feedback_id}/close", ""),
    ("POST", "/v1/staff/chats/{feedback_id}/reopen", ""),
    (
        "POST",
        "/v1/staff/chats/{feedback_id}/revoke_token",
        r#"{"token_epoch": 7}"#,
    ),
    ("POST", "/v1/staff/chats/{feedback_id}/snooze", "{}"),
    ("POST", "/v1/staff/chats/{feedback_id}/block_device", ""),
    ("POST", "/v1/staff/chats/{feedback_id}/block_sender", ""),
    ("GET", "/v1/staff/uploads/{upload_id}", ""),
    ("GET", "/v1/staff/erasures/{erasure_id}", ""),
    ("GET", "/v1/staff/customers/{customer_id}/data", ""),
    (
        "POST",
        "/v1/staff/erasures",
        r#"{"device_id": "nobody's", "node_id": "files"}"#,
    ),
    ("GET", SERVER, ""),
    ("GET", PEOPLE, ""),
    ("GET", TOKENS, ""),
    ("GET", SUMMARY, ""),
    ("GET", TREND, ""),
    ("GET", WORDS, ""),
    ("GET", CROSS_TABLE, ""),
    ("GET", DRAFT, ""),
    ("PUT", DRAFT, r#"{"id": "files"}"#),
    (
        "PATCH",
        DRAFT,
        r#"[{"op": "add", "path": "/name", "value": "n"}]"#,
    ),
    ("DELETE", DRAFT, ""),
    ("POST", "/v1/staff/check", "{}"),
    ("POST", "/v1/staff/convert", SURVEY),
    ("POST", EXPORTS, ""),
    ("GET", EXPORTS, ""),
    ("GET", "/v1/staff/exports/{export_id}", ""),
    ("GET", "/v1/staff/exports/{export_id}/file", ""),
    ("DELETE", "/v1/staff/exports/{export_id}", ""),
    ("POST", "/v1/staff/pull", OWN_NODE),
    // After the audit, in which it is.
    ("GET", EXPORT, ""),
    ("GET", "/v1/staff/flows", ""),
    ("GET", "/v1/staff/flows/{flow_id}", ""),
    ("GET", "/v1/staff/flows/{flow_id}/revisions", ""),
    ("GET", "/v1/staff/flows/{flow_id}/revisions/{revision}", ""),
    ("GET", "/v1/staff/flows/{flow_id}/diff", ""),
    ("PUT", "/v1/staff/flows/{flow_id}", OWN_FLOW),
    (
        "POST",
        "/v1/staff/flows/{flow_id}/revisions/{revision}/restore",
        "",
    ),
    ("GET", "/v1/staff/nodes", ""),
    ("GET", "/v1/staff/nodes/{node_id}", ""),
    ("GET", "/v1/staff/nodes/{node_id}/revisions", ""),
    ("GET", "/v1/staff/nodes/{node_id}/revisions/{revision}", ""),
    ("GET", "/v1/staff/nodes/{node_id}/diff", ""),
    ("PUT", "/v1/staff/nodes/{node_id}", OWN_NODE),
    (
        "POST",
        "/v1/staff/nodes/{node_id}/revisions/{revision}/restore",
        "",
    ),
    ("GET", "/v1/staff/widgets", ""),
    ("GET", "/v1/staff/widgets/{widget_code}", ""),
    ("GET", "/v1/staff/widgets/{widget_code}/revisions", ""),
    ("GET", "/v1/staff/widgets/{widget_code}/revisions/{revision}", ""),
    ("GET", "/v1/staff/widgets/{widget_code}/diff", ""),
    ("PUT", "/v1/staff/widgets/{widget_code}", OWN_WIDGET),
    (
        "POST",
        "/v1/staff/widgets/{widget_code}/revisions/{revision}/restore",
        "",
    ),
    ("GET", "/v1/staff/connectors", ""),
    ("GET", "/v1/staff/connectors/{connector_id}", ""),
    ("GET", "/v1/staff/connectors/{connector_id}/revisions", ""),
    (
        "GET",
        "/v1/staff/connectors/{connector_id}/revisions/{revision}",
        "",
    ),
    ("GET", "/v1/staff/connectors/{connector_id}/diff", ""),
    ("PUT", "/v1/staff/connectors/{connector_id}", OWN_CONNECTOR),
    (
        "POST",
        "/v1/staff/connectors/{connector_id}/revisions/{revision}/restore",
        "",
    ),
    ("POST", "/v1/staff/flows/{flow_id}/publish", "{}"),
    ("DELETE", "/v1/staff/widgets/{widget_code}", ""),
    ("DELETE", "/v1/staff/nodes/{node_id}", ""),
    ("DELETE", "/v1/staff/flows/{flow_id}", ""),
    ("DELETE", "/v1/staff/connectors/{connector_id}", ""),
];

/// Returns the parameters that a route needs.
pub(super) fn needed_parameters(path: &str) -> &'static [(&'static str, &'static str)] {
    match path.trim_end_matches("?node_id=files") {
        EXPORT => &[("format", "ndjson")],
        TREND => &[("by", "day")],
        CROSS_TABLE => &[("row", "mood"), ("column", "recommend")],
        "/v1/staff/check" => &[("kind", "flow")],
        "/v1/staff/pull" => &[("kind", "node")],
        path if path.ends_with("/diff") => &[("to", "newest")],
        _ => &[],
    }
}
