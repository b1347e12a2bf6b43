//! Visits and look-ups of customers (docs/api.md#customers).

use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::feedback::signature_header;
use crate::http::body::JsonBody;
use crate::http::openapi::customers::{KnownCustomer, VisitBody, Visitor};
use crate::http::openapi::headers::SignatureHeader;
use crate::http::openapi::problems::{
    InvalidJson, InvalidQuery, NotFound, NotSigned, TooMuchStored, Unprocessable,
};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use base::customers::{Fields, Proof, Visit, verified_customer};
use base::input::fault::{Fault, FaultKey};
use base::random::random_id;
use base::records::WidgetRules;
use base::time::{now, to_rfc3339};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use store::CustomerVisit;
use utoipa::IntoParams;

/// The query of [`show`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ShowQuery {
    /// Of a signed link.
    signature: Option<String>,
}

/// Stores what is known about a visitor.
///
/// Nobody is looked up by what the client claims, because a response that depended on it would tell one visitor
/// about another. The fields are in the response only as far as a signature of this request proves them.
///
/// # Errors
/// 404 for an unknown node, 403 without a valid signature where the node needs one, 422 with each field that is wrong, for
/// attributes that must be signed and are not, and for a signature that is not valid; 429, 503.
#[utoipa::path(
    post,
    path = "/v2/web_widgets/{node_id}/customers/visit",
    operation_id = "visit",
    tag = "Customers",
    params(SignatureHeader),
    request_body = VisitBody,
    responses(
        (status = 200, description = "the id of the visitor, and what is proven", body = Visitor),
        InvalidJson, Unprocessable, NotFound, NotSigned, TooMuchStored,
    ),
)]
pub(in crate::http) async fn visit(
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    Path(node_id): Path<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let visit = Visit::read(body)?;
    if let Some(device_id) = &visit.device_id {
        app.admission.rates.count_device(device_id).await?;
    }
    let node = app.store.node(&node_id).await?.ok_or(Problem::NotFound("node"))?;
    let signature = node.check_signature(signature_header(&headers));
    if node.refuses_signature(&signature) {
        return Err(Problem::InvalidSignature);
    }
    let rules = match &visit.widget_code {
        None => None,
        Some(code) => {
            let rules = app.store.widget_rules(code, &node.id).await?;
            let unknown = || {
                Fault::at(
                    "/widget_code",
                    FaultKey::UnknownWidget,
                    "the node has no such widget",
                )
            };
            Some(rules.ok_or_else(unknown)?)
        }
    };
    let needs_signed = match &rules {
        Some(rules) => rules.needs_signed_attributes(),
        None => app.store.takes_only_signed(&node.id).await?,
    };
    let by_host = visit.prove_attributes(rules.as_ref(), needs_signed)?;
    let by_link = signature.claims().and_then(Proof::of_link);
    let proof = both(by_link, by_host);
    let mut response = proof
        .as_ref()
        .map(|proof| proof.fields.clone())
        .unwrap_or_default();
    let given_at = match node
        .once_within()
        .max(rules.as_ref().and_then(WidgetRules::once_within))
    {
        Some(once_within) => {
            let customer = proof.as_ref().and_then(|proof| verified_customer(&proof.fields));
            let since = once_within.since(now());
            let device_id = visit.device_id.as_deref();
            app.store
                .last_complete(device_id, customer.as_deref(), &node.id, since)
                .await?
        }
        None => None,
    };
    let claimed_bytes = serde_json::to_string(&visit.claimed)?.len();
    app.admission
        .rates
        .count_stored_text(client, claimed_bytes)
        .await?;
    let stored = CustomerVisit {
        new_id: random_id()?,
        node_id: node.id,
        device_id: visit.device_id,
        known_id: visit.id,
        claimed: visit.claimed,
        proof,
        visited_at: now(),
    };
    let id = app.store.add_visit(stored).await?;
    response.insert("id".into(), id.into());
    if let Some(given_at) = given_at {
        response.insert("feedback_given_at".into(), to_rfc3339(given_at).into());
    }
    Ok(([(CACHE_CONTROL, "no-store")], Json(response)))
}

/// Shows what is known about a customer, to anyone who has a link that is signed for this customer.
///
/// For everybody else the id alone, whether or not there is such a customer.
///
/// # Errors
/// 404 for an unknown node.
#[utoipa::path(
    get,
    path = "/v1/nodes/{node_id}/customers/{creator_id}",
    operation_id = "show_customer",
    tag = "Customers",
    params(ShowQuery, SignatureHeader),
    responses(
        (status = 200, description = "the id, and what the caller may know", body = KnownCustomer),
        InvalidQuery, NotFound,
    ),
)]
pub(in crate::http) async fn show(
    State(app): State<Arc<AppState>>,
    Path((node_id, creator_id)): Path<(String, String)>,
    Parameters(query): Parameters<ShowQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let node = app.store.node(&node_id).await?.ok_or(Problem::NotFound("node"))?;
    let signature = node.check_signature(signature_header(&headers).or(query.signature.as_deref()));
    let mut fields = Fields::new();
    if let Some(claims) = signature.claims()
        && claims.customer.get("id").and_then(Value::as_str) == Some(creator_id.as_str())
    {
        if let Some(known) = app.store.customer(&creator_id, &node.id).await? {
            fields = known.claimed;
            fields.extend(known.proof.map(|proof| proof.fields).unwrap_or_default());
        }
        fields.extend(claims.customer.clone());
    }
    fields.insert("id".into(), creator_id.into());
    Ok(([(CACHE_CONTROL, "no-store")], Json(fields)))
}

/// Joins two proofs: the first counts before the second, and both only until one expires.
fn both(first: Option<Proof>, second: Option<Proof>) -> Option<Proof> {
    match (first, second) {
        (Some(first), Some(mut second)) => {
            second.fields.extend(first.fields);
            Some(Proof {
                until: first.until.min(second.until),
                ..second
            })
        }
        (first, second) => first.or(second),
    }
}
