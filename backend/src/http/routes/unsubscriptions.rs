//! `/v1/nodes/{node_id}/unsubscriptions`: who wants no more invitations (docs/api.md#unsubscriptions).

use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::feedback::{ID_LENGTH, signature_header};
use crate::http::body::JsonBody;
use crate::http::device_id::check_device_id;
use crate::http::openapi::headers::SignatureHeader;
use crate::http::openapi::problems::{InvalidJson, NotFound, NotSigned, TooMuchStored, Unprocessable};
use crate::http::path::Path;
use crate::http::problem::Problem;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};
use base::input::fault::{Fault, FaultKey, Faults};
use base::json::{drop_nulls, read};
use base::time::now;
use engine::TRACKING_PAIRS;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;
use store::{UnsubscribableChannel, Unsubscription};
use utoipa::ToSchema;

/// What somebody wants no more of.
#[derive(Deserialize, ToSchema)]
#[schema(as = UnsubscriptionBody)]
struct Body {
    channel: UnsubscribableChannel,
    /// The invitation's tracking pair, by the names of its parameters.
    #[serde(default)]
    #[schema(value_type = HashMap<String, String>)]
    tracking: Map<String, Value>,
    device_id: Option<String>,
}

/// What nobody is invited by any more.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Unsubscribed {
    channel: UnsubscribableChannel,
}

/// Stores that anyone who got an invitation wants no more of them on its channel.
///
/// A repeat changes nothing and gets the same response.
///
/// # Errors
/// 404 for an unknown node and for one that does not offer it, 403 without a valid signature where the node needs one, 422
/// for a channel without its tracking pair and for values that are too long, 429, 503.
#[utoipa::path(
    post,
    path = "/v1/nodes/{node_id}/unsubscriptions",
    operation_id = "unsubscribe",
    tag = "Customers",
    params(SignatureHeader),
    request_body = Body,
    responses(
        (status = 200, description = "stored, now or before", body = Unsubscribed),
        InvalidJson, Unprocessable, NotFound, NotSigned, TooMuchStored,
    ),
)]
pub(in crate::http) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    Path(node_id): Path<String>,
    headers: HeaderMap,
    JsonBody(mut body): JsonBody,
) -> Result<Json<Unsubscribed>, Problem> {
    drop_nulls(&mut body);
    let body: Body = read(body).map_err(Fault::from)?;
    body.device_id.as_deref().map_or(Ok(()), check_device_id)?;
    if let Some(device_id) = &body.device_id {
        app.admission.rates.count_device(device_id).await?;
    }
    let tracking = tracking_pair(body.channel, &body.tracking)?;
    let node = app.store.node(&node_id).await?.ok_or(Problem::NotFound("node"))?;
    if node.refuses_signature(&node.check_signature(signature_header(&headers))) {
        return Err(Problem::InvalidSignature);
    }
    if !node.unsubscribe_visible.unwrap_or(false) {
        return Err(Problem::NotFound("way to unsubscribe at this node"));
    }
    let tracking = Value::Object(tracking).to_string();
    app.admission
        .rates
        .count_stored_text(client, tracking.len())
        .await?;
    let unsubscription = Unsubscription {
        node_id: node.id,
        channel: body.channel,
        tracking,
        device_id: body.device_id,
        created_at: now(),
    };
    app.store.unsubscribe(unsubscription).await?;
    Ok(Json(Unsubscribed {
        channel: body.channel,
    }))
}

/// Returns the two parameters that belong to the channel, and nothing else.
fn tracking_pair(
    channel: UnsubscribableChannel,
    tracking: &Map<String, Value>,
) -> Result<Map<String, Value>, Faults> {
    let mut pair = Map::new();
    let mut faults = Faults::default();
    let names = TRACKING_PAIRS
        .iter()
        .find(|pair| pair.channel.map(UnsubscribableChannel::from) == Some(channel))
        .map(|pair| pair.parameters);
    for name in names.into_iter().flatten() {
        let pointer = format!("/tracking/{name}");
        match tracking.get(name) {
            Some(Value::String(value)) if value.len() > ID_LENGTH => {
                let detail = format!("at most {ID_LENGTH} bytes are expected");
                faults.push(Fault::at(&pointer, FaultKey::TooLong, detail));
            }
            Some(Value::String(value)) if !value.is_empty() => {
                pair.insert(name.into(), value.clone().into());
            }
            None | Some(Value::String(_)) => {
                let detail = "the invitation's parameter of this name is expected";
                faults.push(Fault::at(&pointer, FaultKey::Required, detail));
            }
            Some(_) => faults.push(Fault::at(&pointer, FaultKey::WrongType, "a text is expected")),
        }
    }
    faults.into_result().map(|()| pair)
}
