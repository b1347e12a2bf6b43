//! `/v1/staff/webhooks`: who is told what happens (docs/webhooks.md#calls).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::openapi::problems::{
    ConfirmationNeeded, InvalidJson, InvalidQuery, NotFound, TooManyWebhooks, Unprocessable,
};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::http::webhook_item::WebhookItem;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey, Faults};
use base::time::{Millis, now};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use store::{ActBy, EventType, NodeScope, Webhook, WebhookChange, WebhookChangeKind, WebhookSettings};
use url::Url;
use utoipa::{IntoParams, ToSchema};

/// Longest id, in characters.
const ID_LENGTH: usize = 64;

/// Longest address, in bytes.
const URL_LENGTH: usize = 2_048;

/// Longest description, in characters.
const DESCRIPTION_LENGTH: usize = 200;

/// Most nodes that a webhook names.
const MOST_NODES: usize = 1_000;

/// How long the secret before signs as well, unless staff say otherwise.
const OLD_SECRET_SECONDS: u32 = 24 * 60 * 60;

/// The longest time that they can choose.
const MOST_OLD_SECRET_SECONDS: u32 = 7 * 24 * 60 * 60;

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// Only of this node.
    node_id: Option<String>,
}

/// A webhook to store.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WebhookBody {
    url: String,
    events: BTreeSet<EventType>,
    /// Absent or null: all nodes, also later ones.
    nodes: Option<BTreeSet<String>>,
    enabled: Option<bool>,
    description: Option<String>,
}

/// How a secret is replaced.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SecretRotation)]
struct RotationBody {
    /// For how long the secret before signs as well.
    keep_old_seconds: Option<u32>,
}

#[derive(Serialize, ToSchema)]
struct WebhookList {
    items: Vec<WebhookItem>,
    /// Always null: there are few.
    #[schema(required = true)]
    next_cursor: Option<String>,
}

/// What came of a test.
#[derive(Serialize, ToSchema)]
#[schema(as = WebhookTest)]
struct TestItem {
    delivered: bool,
    /// Of the receiver's response; null if there was none.
    #[schema(required = true)]
    status: Option<u16>,
    #[schema(required = true)]
    error: Option<String>,
}

/// Lists the webhooks that the token is for, by their ids, or those of them that are notified of one node.
///
/// # Errors
/// 401 without a valid staff token, 403 for a node that it is not for.
#[utoipa::path(
    get,
    path = "/v1/staff/webhooks",
    operation_id = "list_webhooks",
    tag = "Staff: webhooks",
    params(ListQuery),
    responses((status = 200, description = "the list", body = WebhookList), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    let node_id = query.node_id.as_deref();
    staff.listed_nodes(&app, node_id).await?;
    let webhooks = app.store.webhooks().await?.into_iter();
    let items = webhooks
        .filter(|webhook| node_id.is_none_or(|node_id| webhook.settings.nodes.includes(node_id)))
        .filter(|webhook| staff.enter_whole(&webhook.settings.nodes).is_ok())
        .map(|webhook| WebhookItem::shown_to(&staff, webhook))
        .collect();
    let list = WebhookList {
        items,
        next_cursor: None,
    };
    Ok((NO_STORE, Json(list)))
}

/// Shows one webhook.
///
/// # Errors
/// 404 if there is none; 401, 403.
#[utoipa::path(
    get,
    path = "/v1/staff/webhooks/{webhook_id}",
    operation_id = "show_webhook",
    tag = "Staff: webhooks",
    responses((status = 200, description = "the webhook", body = WebhookItem), NotFound),
)]
pub(in crate::http) async fn show(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let webhook = existing(&app, &id).await?;
    Ok((NO_STORE, Json(WebhookItem::shown_to(&staff, webhook))))
}

/// Stores a webhook under this id, in place of the one that is there.
///
/// The answer holds the secret of a new one.
///
/// # Errors
/// 422 for an invalid id, address, list or description; 403 where the token is not for all of the nodes; 409
/// `too_many_webhooks`; 401, 503.
#[utoipa::path(
    put,
    path = "/v1/staff/webhooks/{webhook_id}",
    operation_id = "put_webhook",
    tag = "Staff: webhooks",
    request_body = WebhookBody,
    responses(
        (status = 200, description = "stored", body = WebhookItem),
        InvalidJson, Unprocessable, NotFound, TooManyWebhooks,
    ),
)]
pub(in crate::http) async fn put(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let body: WebhookBody = body.read()?;
    body.check(&id, &app)?;
    let settings = WebhookSettings {
        url: body.url,
        description: body.description,
        events: body.events,
        nodes: body.nodes.map_or(NodeScope::All, NodeScope::Only),
        is_enabled: body.enabled.unwrap_or(true),
    };
    staff.enter_whole(&settings.nodes)?;
    if let NodeScope::Only(nodes) = &settings.nodes {
        for node_id in nodes {
            if app.store.node(node_id).await?.is_none() {
                return Err(Fault::at(
                    "/nodes",
                    FaultKey::UnknownNode,
                    format!("there is no node `{node_id}`"),
                )
                .into());
            }
        }
    }
    change(&app, &staff, id, WebhookChangeKind::Put(settings)).await
}

/// Deletes a webhook with its deliveries.
///
/// A repeat gets the same response.
///
/// # Errors
/// 401, 403, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/webhooks/{webhook_id}",
    operation_id = "delete_webhook",
    tag = "Staff: webhooks",
    responses((status = 204, description = "deleted, now or before")),
)]
pub(in crate::http) async fn remove(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let change = change_by(&staff, id, WebhookChangeKind::Delete);
    app.store.change_webhook(change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives a webhook another secret, which the answer holds.
///
/// # Errors
/// 404 if there is no such webhook; 422 for too long a time; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/webhooks/{webhook_id}/rotate_secret",
    operation_id = "rotate_webhook_secret",
    tag = "Staff: webhooks",
    request_body = RotationBody,
    responses(
        (status = 200, description = "the webhook with its new secret", body = WebhookItem),
        InvalidJson, Unprocessable, NotFound, ConfirmationNeeded,
    ),
)]
pub(in crate::http) async fn rotate_secret(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let RotationBody { keep_old_seconds } = body.read()?;
    let seconds = keep_old_seconds.unwrap_or(OLD_SECRET_SECONDS);
    if seconds > MOST_OLD_SECRET_SECONDS {
        let detail = format!("at most {MOST_OLD_SECRET_SECONDS} seconds are expected");
        return Err(Fault::at("/keep_old_seconds", FaultKey::ValueMax, detail).into());
    }
    let old_until = now() + Millis::from(seconds) * 1000;
    change(&app, &staff, id, WebhookChangeKind::RotateSecret { old_until }).await
}

/// Calls the receiver with an event of the type `webhook.test`, and answers with what came of it.
///
/// # Errors
/// 404 if there is no such webhook; 401, 403.
#[utoipa::path(
    post,
    path = "/v1/staff/webhooks/{webhook_id}/test",
    operation_id = "test_webhook",
    tag = "Staff: webhooks",
    responses((status = 200, description = "what came of it", body = TestItem), NotFound),
)]
pub(in crate::http) async fn test(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let webhook = existing(&app, &id).await?;
    let outcome = app.webhooks.send_test(&webhook).await;
    let item = TestItem {
        delivered: outcome.error.is_none(),
        status: outcome.status,
        error: outcome.error,
    };
    Ok((NO_STORE, Json(item)))
}

/// Returns the webhook with this id.
pub(super) async fn existing(app: &AppState, id: &str) -> Result<Webhook, Problem> {
    app.store.webhook(id).await?.ok_or(Problem::NotFound("webhook"))
}

/// Returns who does something now.
pub(super) fn by(staff: &Staff) -> ActBy {
    ActBy {
        staff: staff.name().to_owned(),
        at: now(),
    }
}

fn change_by(staff: &Staff, id: String, kind: WebhookChangeKind) -> WebhookChange {
    WebhookChange {
        id,
        by: by(staff),
        scope: staff.scope().clone(),
        kind,
    }
}

async fn change(
    app: &AppState,
    staff: &Staff,
    id: String,
    kind: WebhookChangeKind,
) -> Result<impl IntoResponse + use<>, Problem> {
    let changed = app.store.change_webhook(change_by(staff, id, kind)).await?;
    let webhook = changed.webhook.ok_or(Problem::NotFound("webhook"))?;
    let secret = changed
        .has_new_secret
        .then(|| app.webhooks.secret(webhook.number, webhook.secrets.present));
    Ok((NO_STORE, Json(WebhookItem::new(webhook, secret))))
}

impl WebhookBody {
    fn check(&self, id: &str, app: &AppState) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
        if id.len() > ID_LENGTH || !id.chars().all(is_plain) {
            let detail = format!("an id has at most {ID_LENGTH} letters, digits, - and _ of ASCII");
            faults.push(Fault::at("", FaultKey::InvalidId, detail));
        }
        if let Err(reason) = self.check_url(app) {
            faults.push(Fault::at("/url", FaultKey::InvalidUrl, reason));
        }
        if self.events.is_empty() {
            faults.push(Fault::at(
                "/events",
                FaultKey::Required,
                "at least one event is expected",
            ));
        }
        match &self.nodes {
            Some(nodes) if nodes.is_empty() => {
                let detail = "at least one node is expected; without the list all are meant";
                faults.push(Fault::at("/nodes", FaultKey::Required, detail));
            }
            Some(nodes) if nodes.len() > MOST_NODES => {
                let detail = format!("at most {MOST_NODES} nodes are expected");
                faults.push(Fault::at("/nodes", FaultKey::LengthMax, detail));
            }
            _ => {}
        }
        let length = self.description.as_ref().map_or(0, |text| text.chars().count());
        if length > DESCRIPTION_LENGTH {
            let detail = format!("at most {DESCRIPTION_LENGTH} characters are expected");
            faults.push(Fault::at("/description", FaultKey::LengthMax, detail));
        }
        faults.into_result()
    }

    fn check_url(&self, app: &AppState) -> Result<(), String> {
        if self.url.len() > URL_LENGTH {
            return Err(format!("at most {URL_LENGTH} bytes are expected"));
        }
        let url = Url::parse(&self.url).map_err(|error| format!("this is no address: {error}"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err("an address without user and password is expected: receivers know the server by its signature".into());
        }
        app.webhooks.check(&url).map_err(|failure| failure.to_string())
    }
}
