//! What staff may do by their tokens (docs/staff.md#tokens).

use super::problem::Problem;
use super::state::AppState;
use crate::staff::hash_token;
use crate::store::{NodeScope, StaffMember};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

/// The member of staff who sent a request. A handler with this parameter is for staff only.
#[derive(Clone)]
pub(super) struct Staff(Arc<StaffMember>);

/// Lets a request of staff through if its token is valid, allows to change something where the request does, and is for the
/// node of what the path names.
pub(super) async fn admit_staff(
    State(app): State<Arc<AppState>>,
    path: Result<RawPathParams, RawPathParamsRejection>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let staff = Staff::of(&app, request.headers()).await?;
    if !request.method().is_safe() {
        if staff.0.is_read_only {
            return Err(Problem::ReadOnly);
        }
        app.admission.rates.count_staff(staff.name()).await?;
    }
    // What is no text names nothing.
    let path = path.map_err(|_| Problem::NotFound("page or call"))?;
    for (name, id) in &path {
        staff.enter_what_is_named(&app, name, id).await?;
    }
    app.token_uses.note(&app.store, &staff.0.name);
    request.extensions_mut().insert(staff);
    Ok(next.run(request).await)
}

impl Staff {
    /// Returns the name of the token.
    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the nodes that the token is for.
    pub(super) fn scope(&self) -> &NodeScope {
        &self.0.nodes
    }

    /// Returns the nodes that a list is about: the one that a query asks for, or all that the token is for.
    ///
    /// # Errors
    /// 403 `not_in_scope` if the token is not for that node.
    pub(super) fn nodes(&self, asked: Option<&str>) -> Result<NodeScope, Problem> {
        let Some(node_id) = asked else {
            return Ok(self.0.nodes.clone());
        };
        self.enter(node_id)?;
        Ok(NodeScope::of(node_id))
    }

    /// Checks that the token is for a node.
    ///
    /// # Errors
    /// 403 `not_in_scope`.
    pub(super) fn enter(&self, node_id: &str) -> Result<(), Problem> {
        if self.0.nodes.includes(node_id) {
            Ok(())
        } else {
            Err(Problem::NotInScope)
        }
    }

    /// Checks that the token is for a node, or for all if there is none.
    ///
    /// # Errors
    /// 403 `not_in_scope`.
    pub(super) fn enter_all_of(&self, node_id: Option<&str>) -> Result<(), Problem> {
        match node_id {
            Some(node_id) => self.enter(node_id),
            None if self.0.nodes == NodeScope::All => Ok(()),
            None => Err(Problem::NotInScope),
        }
    }

    /// Checks that the token is for each of these nodes.
    ///
    /// # Errors
    /// 403 `not_in_scope`.
    pub(super) fn enter_whole(&self, nodes: &NodeScope) -> Result<(), Problem> {
        match nodes {
            NodeScope::All => self.enter_all_of(None),
            NodeScope::Only(nodes) => nodes.iter().try_for_each(|node_id| self.enter(node_id)),
        }
    }

    /// Checks that the token is for the node of what a parameter of a path names.
    async fn enter_what_is_named(&self, app: &AppState, name: &str, id: &str) -> Result<(), Problem> {
        let (node_id, what) = match name {
            "node_id" => return self.enter(id),
            "feedback_id" => (app.store.node_id_of_chat(id).await?, "chat"),
            "stored_id" => (app.store.node_id_of_feedback(id).await?, "feedback"),
            "upload_id" => (app.store.node_id_of_upload(id).await?, "upload"),
            "customer_id" => (app.store.node_id_of_customer(id).await?, "customer"),
            // Only to change it, which for one that is for all nodes needs a token for all. A new one has no node yet.
            "canned_reply_id" => {
                let reply = app.store.canned_reply(id).await?;
                return reply.map_or(Ok(()), |reply| self.enter_all_of(reply.node_id.as_deref()));
            }
            "erasure_id" => {
                let erasure = app.store.erasure(id).await?.ok_or(Problem::NotFound("erasure"))?;
                return self.enter_whole(&erasure.nodes);
            }
            // A new one has no nodes yet.
            "webhook_id" => {
                let webhook = app.store.webhook(id).await?;
                return webhook.map_or(Ok(()), |webhook| self.enter_whole(&webhook.settings.nodes));
            }
            // Belongs to the node, or to the webhook, that is named before it.
            "device_id" | "address_id" | "delivery_id" => return Ok(()),
            // Of all nodes; the answer is about those that the token is for.
            "flow_id" => return Ok(()),
            // A route with a parameter that is not known here would be open to every token.
            _ => return Err(Problem::Internal),
        };
        self.enter(&node_id.ok_or(Problem::NotFound(what))?)
    }

    async fn of(app: &AppState, headers: &HeaderMap) -> Result<Self, Problem> {
        let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let (scheme, token) = header
            .and_then(|value| value.split_once(' '))
            .ok_or(Problem::Unauthorized)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(Problem::Unauthorized);
        }
        // The index compares hashes, so the time taken says nothing about the token.
        let member = app.store.staff_member(&hash_token(token.trim())).await?;
        Ok(Self(Arc::new(member.ok_or(Problem::Unauthorized)?)))
    }
}

impl<S: Sync> FromRequestParts<S> for Staff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get().cloned().ok_or(Problem::Unauthorized)
    }
}
