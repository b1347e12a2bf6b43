//! What staff may do by their tokens and sessions (docs/staff.md#tokens).

use super::problem::Problem;
use super::record_scope::RecordUse;
use super::staff_body::check_when_complete;
use super::staff_credentials::Credentials;
use super::staff_refusals::CallerName;
use super::staff_rights::{is_for_people, needed_right, needs_confirmation};
use crate::admission::{ArrivalError, ClientAddress};
use crate::application::AppState;
use crate::staff::{Caller, StaffRefusal};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{FromRequestParts, MatchedPath, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base::records::RecordKind;
use base::rights::Right;
use base::time::now;
use std::net::IpAddr;
use std::sync::Arc;
use store::{ActBy, NodeScope, Session, StaffMember, TokenHolder};
use tracing::warn;
use url::form_urlencoded;

/// The member of staff who sent a request. A handler with this parameter is for staff only.
#[derive(Clone)]
pub(super) struct Staff {
    member: Arc<StaffMember>,
    /// `None`: a token.
    session: Option<Arc<Session>>,
}

/// Lets a request of staff through if its token is valid or its session in force, has the right that the call needs, and is for the node of what the
/// path names. Its response has the name of the caller.
pub(super) async fn admit_staff(
    State(app): State<Arc<AppState>>,
    route: MatchedPath,
    path: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let client = request.extensions().get::<ClientAddress>();
    let network = client.and_then(|client| client.0);
    let credentials = Arc::new(Credentials::of(&app, request.headers(), request.uri())?);
    let staff = identify(&app, &credentials, network).await?;
    let may_wait = asks_to_wait(request.uri());
    let method = request.method().clone();
    let mut response = match staff.enter_call(&app, path, (&method, route.as_str())).await {
        Ok(()) => {
            let (app, credentials) = (Arc::clone(&app), Arc::clone(&credentials));
            let mut request = check_when_complete(request, async move {
                let staff = identify(&app, &credentials, network).await;
                staff.map(|_| ()).map_err(|problem| match problem {
                    Problem::NotSignedIn => ArrivalError::SessionEnded,
                    Problem::Unauthorized => ArrivalError::TokenEnded,
                    _ => ArrivalError::Unchecked,
                })
            });
            request.extensions_mut().insert(staff.clone());
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    if may_wait {
        // Who has lost their token or session while the request waited does not get what it waited for.
        identify(&app, &credentials, network).await?;
    }
    let name = CallerName(staff.name().to_owned());
    response.extensions_mut().insert(name);
    Ok(response)
}

/// Returns whose token or session a request has. That there is nobody is written down.
async fn identify(
    app: &AppState,
    credentials: &Credentials,
    network: Option<IpAddr>,
) -> Result<Staff, Problem> {
    holder(app, credentials).await?.map_err(|(refusal, token)| {
        let token = token.as_deref();
        refusal.note(Caller { token, network }, &app.network_hashes);
        match refusal {
            StaffRefusal::NoSession => Problem::NotSignedIn,
            _ => Problem::Unauthorized,
        }
    })
}

/// Returns whether the response may come late (docs/staff.md#changes-of-the-inbox).
fn asks_to_wait(uri: &Uri) -> bool {
    let query = uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "wait")
}

/// Returns whose token or session a request has, or why there is nobody, with the name of a token that is not in force.
async fn holder(
    app: &AppState,
    credentials: &Credentials,
) -> Result<Result<Staff, (StaffRefusal, Option<String>)>, Problem> {
    // The index compares hashes, so the time taken says nothing about what they are of.
    let token = match credentials {
        Credentials::Token(hash) => app.store.token_holder(hash).await?,
        Credentials::Session(hash) => {
            let session = app.store.session(hash).await?.map(Arc::new);
            let staff = session.map(|session| Staff {
                member: Arc::new(session.user.member()),
                session: Some(session),
            });
            return Ok(staff.ok_or((StaffRefusal::NoSession, None)));
        }
        Credentials::Nothing => return Ok(Err((StaffRefusal::NoToken, None))),
    };
    Ok(match token {
        TokenHolder::Member(member) => Ok(Staff {
            member: Arc::new(member),
            session: None,
        }),
        TokenHolder::Expired(name) => Err((StaffRefusal::ExpiredToken, Some(name))),
        TokenHolder::Revoked(name) => Err((StaffRefusal::RevokedToken, Some(name))),
        TokenHolder::Nobody => Err((StaffRefusal::UnknownToken, None)),
    })
}

impl Staff {
    /// Returns the name of the person or the token.
    pub(super) fn name(&self) -> &str {
        &self.member.name
    }

    /// Returns who does something now.
    pub(super) fn by(&self) -> ActBy {
        ActBy {
            staff: self.name().to_owned(),
            at: now(),
        }
    }

    /// Returns whether it is this person.
    pub(super) fn is_person(&self, id: &str) -> bool {
        self.session.as_ref().is_some_and(|session| session.user.id == id)
    }

    /// Counts a change as so many more than the one that its call is.
    ///
    /// # Errors
    /// 429.
    pub(super) async fn count_more(&self, app: &AppState, changes: usize) -> Result<(), Problem> {
        for _ in 0..changes {
            app.admission.rates.count_staff(self.counted_as()).await?;
        }
        Ok(())
    }

    /// Returns what the changes of this member count for. People can change their name.
    fn counted_as(&self) -> &str {
        match &self.session {
            Some(session) => &session.user.id,
            None => self.name(),
        }
    }

    /// Returns what names this member as the owner of what they keep. People can change their name.
    pub(super) fn owner(&self) -> String {
        match &self.session {
            Some(session) => format!("person:{}", session.user.id),
            None => format!("token:{}", self.name()),
        }
    }

    /// Returns the nodes that the token is for.
    pub(super) fn scope(&self) -> &NodeScope {
        &self.member.nodes
    }

    /// Returns whether the token has a right.
    pub(super) fn may(&self, right: Right) -> bool {
        self.member.rights.include(right)
    }

    /// Returns the nodes that a list is about: the one that a query asks for, or all that the token is for.
    ///
    /// # Errors
    /// 403 `not_in_scope` if the token is not for that node.
    pub(super) fn nodes(&self, asked: Option<&str>) -> Result<NodeScope, Problem> {
        let Some(node_id) = asked else {
            return Ok(self.member.nodes.clone());
        };
        self.enter(node_id)?;
        Ok(NodeScope::of(node_id))
    }

    /// As [`Staff::nodes`], for the node that is named in the address.
    ///
    /// # Errors
    /// 403 `not_in_scope` if the token is not for that node; 404 if there is no such node.
    pub(super) async fn listed_nodes(
        &self,
        app: &AppState,
        asked: Option<&str>,
    ) -> Result<NodeScope, Problem> {
        let nodes = self.nodes(asked)?;
        if let Some(node_id) = asked {
            let node = app.store.node_with_chat(node_id).await?;
            node.ok_or(Problem::NotFound("node"))?;
        }
        Ok(nodes)
    }

    /// Checks that the token is for a node.
    ///
    /// # Errors
    /// 403 `not_in_scope`.
    pub(super) fn enter(&self, node_id: &str) -> Result<(), Problem> {
        if self.member.nodes.includes(node_id) {
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
            None if self.member.nodes == NodeScope::All => Ok(()),
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

    /// Checks that the token allows a call: that it has the right, does not change too much too fast, and is for the node of
    /// what the path names.
    ///
    /// # Errors
    /// 403 `second_factor_needed`, `right_missing`, `person_needed`, `not_in_scope`, `confirmation_needed`; 404; 429.
    async fn enter_call(
        &self,
        app: &AppState,
        path: Result<RawPathParams, RawPathParamsRejection>,
        (method, route): (&Method, &str),
    ) -> Result<(), Problem> {
        let right = needed_right(method, route).ok_or(Problem::Internal)?;
        let session = self.session.as_deref();
        if app.requires_second_factor && session.is_some_and(Session::lacks_second_factor) {
            return Err(Problem::SecondFactorNeeded);
        }
        if !self.may(right) {
            return Err(Problem::RightMissing(right));
        }
        if self.session.is_none() && is_for_people(method, route) {
            return Err(Problem::PersonNeeded);
        }
        if !method.is_safe() {
            app.admission.rates.count_staff(self.counted_as()).await?;
        }
        // What is no text names nothing.
        let path = path.map_err(|_| Problem::NotFound("page or call"))?;
        for (name, id) in &path {
            self.enter_what_is_named(app, name, id).await?;
        }
        match &self.session {
            None => app.token_uses.note(&app.store, self.name()),
            Some(session) => {
                if needs_confirmation(method, route) && session.confirmed_until <= now() {
                    return Err(Problem::ConfirmationNeeded);
                }
                note_use(app, session);
            }
        }
        Ok(())
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
            // Of one member; its file also needs its nodes.
            "export_id" => {
                let export = app.store.export(id, now()).await?;
                let own = export.filter(|export| export.owner == self.owner());
                return own.map(drop).ok_or(Problem::NotFound("export"));
            }
            // A new one has no nodes yet.
            "webhook_id" => {
                let webhook = app.store.webhook(id).await?;
                return webhook.map_or(Ok(()), |webhook| self.enter_whole(&webhook.settings.nodes));
            }
            // Of all nodes, and only for those who are for all.
            "person_id" | "token_name" => return self.enter_all_of(None),
            // Belongs to the node, or to the webhook, that is named before it.
            "device_id" | "address_id" | "delivery_id" => return Ok(()),
            // Of all nodes; the answer is about those that the token is for, or the handler of records decides.
            "flow_id" | "question" | "revision" => return Ok(()),
            "widget_code" => {
                return self
                    .enter_record(app, (RecordKind::Widget, id), RecordUse::See)
                    .await;
            }
            "connector_id" => {
                return self
                    .enter_record(app, (RecordKind::Connector, id), RecordUse::See)
                    .await;
            }
            // A route with a parameter that is not known here would be open to every token.
            _ => return Err(Problem::Internal),
        };
        self.enter(&node_id.ok_or(Problem::NotFound(what))?)
    }
}

/// Has the use of a session written down, seldom. Returns at once.
pub(super) fn note_use(app: &AppState, session: &Arc<Session>) {
    let at = now();
    if !session.is_use_due(at) {
        return;
    }
    let (store, session) = (Arc::clone(&app.store), Arc::clone(session));
    tokio::spawn(async move {
        if let Err(error) = store.note_session_use(&session, at).await {
            warn!(?error, "recording the use of a session failed");
        }
    });
}

impl<S: Sync> FromRequestParts<S> for Staff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get().cloned().ok_or(Problem::Unauthorized)
    }
}
