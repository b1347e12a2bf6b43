//! Which right each call of staff needs (docs/staff.md#rights). A call that is not in the table is refused to everybody.

use axum::http::Method;
use base::rights::Right;

/// Method and path of each call, as the router has them.
const CALLS: &[(Right, &str, &str)] = &[
    (Right::Read, "GET", "/v1/staff/feedbacks"),
    (Right::Read, "GET", "/v1/staff/feedbacks/{stored_id}"),
    (Right::Read, "GET", "/v1/staff/flows/{flow_id}/summary"),
    (
        Right::Read,
        "GET",
        "/v1/staff/flows/{flow_id}/questions/{question}/trend",
    ),
    (Right::Read, "GET", "/v1/staff/flows/{flow_id}/cross_table"),
    (
        Right::Read,
        "GET",
        "/v1/staff/flows/{flow_id}/questions/{question}/words",
    ),
    (Right::Read, "GET", "/v1/staff/uploads/{upload_id}"),
    (Right::Read, "GET", "/v1/staff/unsubscriptions"),
    (Right::Read, "GET", "/v1/staff/devices"),
    (Right::Read, "GET", "/v1/staff/audit"),
    (Right::Read, "GET", "/v1/staff/colleagues"),
    (Right::Read, "GET", "/v1/staff/chats"),
    (Right::Read, "GET", "/v1/staff/chats/counts"),
    (Right::Read, "GET", "/v1/staff/chats/{feedback_id}"),
    (Right::Read, "GET", "/v1/staff/chats/{feedback_id}/transcript"),
    (Right::Read, "GET", "/v1/staff/canned_replies"),
    (Right::Read, "GET", "/v1/staff/blocked_devices"),
    (Right::Read, "GET", "/v1/staff/blocked_addresses"),
    (Right::Read, "GET", "/v1/staff/erasures/{erasure_id}"),
    // Without the paths of their addresses, which only those who manage them see.
    (Right::Read, "GET", "/v1/staff/webhooks"),
    (Right::Read, "GET", "/v1/staff/webhooks/{webhook_id}"),
    (Right::Read, "GET", "/v1/staff/webhooks/{webhook_id}/deliveries"),
    (Right::Read, "GET", "/v1/staff/flows"),
    (Right::Read, "GET", "/v1/staff/flows/{flow_id}"),
    (Right::Read, "GET", "/v1/staff/flows/{flow_id}/revisions"),
    (
        Right::Read,
        "GET",
        "/v1/staff/flows/{flow_id}/revisions/{revision}",
    ),
    (Right::Read, "GET", "/v1/staff/flows/{flow_id}/diff"),
    (Right::Read, "GET", "/v1/staff/nodes"),
    (Right::Read, "GET", "/v1/staff/nodes/{node_id}"),
    (Right::Read, "GET", "/v1/staff/nodes/{node_id}/revisions"),
    (
        Right::Read,
        "GET",
        "/v1/staff/nodes/{node_id}/revisions/{revision}",
    ),
    (Right::Read, "GET", "/v1/staff/nodes/{node_id}/diff"),
    (Right::Read, "GET", "/v1/staff/widgets"),
    (Right::Read, "GET", "/v1/staff/widgets/{widget_code}"),
    (Right::Read, "GET", "/v1/staff/widgets/{widget_code}/revisions"),
    (
        Right::Read,
        "GET",
        "/v1/staff/widgets/{widget_code}/revisions/{revision}",
    ),
    (Right::Read, "GET", "/v1/staff/widgets/{widget_code}/diff"),
    (Right::Read, "GET", "/v1/staff/connectors"),
    (Right::Read, "GET", "/v1/staff/connectors/{connector_id}"),
    (
        Right::Read,
        "GET",
        "/v1/staff/connectors/{connector_id}/revisions",
    ),
    (
        Right::Read,
        "GET",
        "/v1/staff/connectors/{connector_id}/revisions/{revision}",
    ),
    (Right::Read, "GET", "/v1/staff/connectors/{connector_id}/diff"),
    (Right::Read, "GET", "/v1/staff/flows/{flow_id}/draft"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/messages"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/notes"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/read"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/claim"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/assign"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/accept"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/close"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/reopen"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/revoke_token"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/snooze"),
    (Right::Chat, "POST", "/v1/staff/chats/bulk"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/block_device"),
    (Right::Chat, "POST", "/v1/staff/chats/{feedback_id}/block_sender"),
    (
        Right::Chat,
        "PUT",
        "/v1/staff/blocked_devices/{node_id}/{device_id}",
    ),
    (
        Right::Chat,
        "DELETE",
        "/v1/staff/blocked_devices/{node_id}/{device_id}",
    ),
    (
        Right::Chat,
        "DELETE",
        "/v1/staff/blocked_addresses/{node_id}/{address_id}",
    ),
    (Right::Read, "GET", "/v1/staff/nodes/{node_id}/tags"),
    (Right::Chat, "POST", "/v1/staff/feedbacks/{stored_id}/review"),
    (Right::Chat, "POST", "/v1/staff/feedbacks/{stored_id}/tag"),
    (Right::Chat, "POST", "/v1/staff/feedbacks/{stored_id}/notes"),
    (Right::Edit, "POST", "/v1/staff/flows/{flow_id}/publish"),
    (Right::Edit, "PUT", "/v1/staff/flows/{flow_id}"),
    (Right::Edit, "DELETE", "/v1/staff/flows/{flow_id}"),
    (
        Right::Edit,
        "POST",
        "/v1/staff/flows/{flow_id}/revisions/{revision}/restore",
    ),
    (Right::Edit, "PUT", "/v1/staff/nodes/{node_id}"),
    (Right::Edit, "DELETE", "/v1/staff/nodes/{node_id}"),
    (
        Right::Edit,
        "POST",
        "/v1/staff/nodes/{node_id}/revisions/{revision}/restore",
    ),
    (Right::Edit, "PUT", "/v1/staff/widgets/{widget_code}"),
    (Right::Edit, "DELETE", "/v1/staff/widgets/{widget_code}"),
    (
        Right::Edit,
        "POST",
        "/v1/staff/widgets/{widget_code}/revisions/{revision}/restore",
    ),
    (Right::Edit, "PUT", "/v1/staff/connectors/{connector_id}"),
    (Right::Edit, "DELETE", "/v1/staff/connectors/{connector_id}"),
    (
        Right::Edit,
        "POST",
        "/v1/staff/connectors/{connector_id}/revisions/{revision}/restore",
    ),
    (Right::Edit, "POST", "/v1/staff/check"),
    (Right::Edit, "POST", "/v1/staff/convert"),
    (Right::Edit, "POST", "/v1/staff/pull"),
    (Right::Edit, "PUT", "/v1/staff/flows/{flow_id}/draft"),
    (Right::Edit, "PATCH", "/v1/staff/flows/{flow_id}/draft"),
    (Right::Edit, "DELETE", "/v1/staff/flows/{flow_id}/draft"),
    (Right::Manage, "GET", "/v1/staff/server"),
    (Right::Manage, "GET", "/v1/staff/people"),
    (Right::Manage, "POST", "/v1/staff/people"),
    (Right::Manage, "PATCH", "/v1/staff/people/{person_id}"),
    (Right::Manage, "POST", "/v1/staff/people/{person_id}/link"),
    (Right::Manage, "DELETE", "/v1/staff/people/{person_id}/sessions"),
    (Right::Manage, "GET", "/v1/staff/tokens"),
    (Right::Manage, "POST", "/v1/staff/tokens"),
    (Right::Manage, "DELETE", "/v1/staff/tokens/{token_name}"),
    (Right::Export, "GET", "/v1/staff/feedbacks/export"),
    (Right::Export, "GET", "/v1/staff/customers/{customer_id}/data"),
    (Right::Export, "GET", "/v1/staff/exports"),
    (Right::Export, "POST", "/v1/staff/exports"),
    (Right::Export, "GET", "/v1/staff/exports/{export_id}"),
    (Right::Export, "DELETE", "/v1/staff/exports/{export_id}"),
    (Right::Export, "GET", "/v1/staff/exports/{export_id}/file"),
    (Right::Manage, "POST", "/v1/staff/erasures"),
    (Right::Manage, "PUT", "/v1/staff/canned_replies/{canned_reply_id}"),
    (
        Right::Manage,
        "DELETE",
        "/v1/staff/canned_replies/{canned_reply_id}",
    ),
    (Right::Manage, "PUT", "/v1/staff/webhooks/{webhook_id}"),
    (Right::Manage, "DELETE", "/v1/staff/webhooks/{webhook_id}"),
    (
        Right::Manage,
        "POST",
        "/v1/staff/webhooks/{webhook_id}/rotate_secret",
    ),
    (Right::Manage, "POST", "/v1/staff/webhooks/{webhook_id}/test"),
    (
        Right::Manage,
        "POST",
        "/v1/staff/webhooks/{webhook_id}/replay_dead",
    ),
    (
        Right::Manage,
        "POST",
        "/v1/staff/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    ),
];

/// The calls for which a person has to have confirmed within ten minutes who they are. A token needs no confirmation.
const CONFIRMED: &[(&str, &str)] = &[
    ("POST", "/v1/staff/erasures"),
    ("POST", "/v1/staff/webhooks/{webhook_id}/rotate_secret"),
];

/// The calls that only people make, who confirm them as well: by these a token could live on, or get more rights than it has.
const FOR_PEOPLE: &[(&str, &str)] = &[
    ("POST", "/v1/staff/people"),
    ("PATCH", "/v1/staff/people/{person_id}"),
    ("POST", "/v1/staff/people/{person_id}/link"),
    ("DELETE", "/v1/staff/people/{person_id}/sessions"),
    ("POST", "/v1/staff/tokens"),
    ("DELETE", "/v1/staff/tokens/{token_name}"),
];

/// Returns whether a call is for people only.
pub(super) fn is_for_people(method: &Method, route: &str) -> bool {
    FOR_PEOPLE.contains(&(method.as_str(), route))
}

/// Returns whether a person has to confirm who they are before a call.
pub(super) fn needs_confirmation(method: &Method, route: &str) -> bool {
    CONFIRMED.contains(&(method.as_str(), route)) || is_for_people(method, route)
}

/// Returns the right that a call needs, by its method and the path of its route; `None` for one that is not in the table.
pub(super) fn needed_right(method: &Method, route: &str) -> Option<Right> {
    // The router answers HEAD by the handler of GET.
    let method = if method == Method::HEAD {
        "GET"
    } else {
        method.as_str()
    };
    let mut calls = CALLS.iter();
    let call = calls.find(|(_, of_call, path)| *of_call == method && *path == route);
    call.map(|(right, ..)| *right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::staff_router::staff_description;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_has_each_call_once_and_no_other() {
        let description = serde_json::to_value(staff_description()).unwrap();
        let paths = description["paths"].as_object().unwrap();
        let described: BTreeSet<(String, String)> = paths
            .iter()
            .flat_map(|(path, item)| {
                let methods = item.as_object().unwrap().keys();
                methods.map(move |method| (method.to_uppercase(), path.clone()))
            })
            .collect();
        let listed = CALLS
            .iter()
            .map(|(_, method, path)| ((*method).to_owned(), (*path).to_owned()));
        assert_eq!(listed.collect::<BTreeSet<_>>(), described);
        assert_eq!(CALLS.len(), described.len());
        for (method, path) in CONFIRMED.iter().chain(FOR_PEOPLE) {
            assert!(
                described.contains(&((*method).to_owned(), (*path).to_owned())),
                "{path}"
            );
        }
    }

    #[test]
    fn routes_missing_from_the_table_are_forbidden() {
        assert_eq!(needed_right(&Method::HEAD, "/v1/staff/chats"), Some(Right::Read));
        assert_eq!(needed_right(&Method::POST, "/v1/staff/chats"), None);
        assert_eq!(needed_right(&Method::GET, "/v1/staff/chats/"), None);
    }
}
