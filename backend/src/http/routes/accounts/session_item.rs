//! A session as its person gets it.

use crate::application::AppState;
use crate::http::problem::Problem;
use base::rights::Right;
use base::roles::Role;
use base::time::{now, to_rfc3339};
use serde::Serialize;
use store::{NodeScope, Session, User};
use utoipa::ToSchema;

/// Who is signed in, and what they may do.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffSession)]
pub(super) struct SessionItem {
    user: PersonItem,
    /// Whether this server requires a second factor, and the person did not sign in by single sign-on. Until there is one, only calls about sessions and the own account are answered.
    second_factor_required: bool,
    /// What the role allows, at the nodes of the person.
    rights: Vec<Right>,
    /// Until when what needs a confirmation needs no other one; null: it needs one. RFC 3339.
    #[schema(required = true)]
    confirmed_until: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = StaffPerson)]
pub(in crate::http::routes) struct PersonItem {
    id: String,
    email: String,
    /// What customers see.
    name: String,
    role: Role,
    /// Null: all nodes, also later ones.
    #[schema(required = true)]
    nodes: Option<Vec<String>>,
    /// Whether signing in takes a code as well.
    second_factor: bool,
    /// Whether the person has chosen a password, by which they can confirm who they are.
    has_password: bool,
}

impl SessionItem {
    /// Reads a session again that has just begun or changed.
    pub(super) async fn load(app: &AppState, hash: &str) -> Result<Self, Problem> {
        let session = app.store.session(hash).await?;
        Ok(Self::new(app, &session.ok_or(Problem::NotSignedIn)?))
    }

    pub(super) fn new(app: &AppState, session: &Session) -> Self {
        let is_confirmed = session.confirmed_until > now();
        Self {
            user: PersonItem::new(&session.user),
            second_factor_required: app.requires_second_factor && !session.by_provider,
            rights: session.user.role.rights().iter().collect(),
            confirmed_until: is_confirmed.then(|| to_rfc3339(session.confirmed_until)),
        }
    }
}

impl PersonItem {
    pub(in crate::http::routes) fn new(user: &User) -> Self {
        Self {
            id: user.id.clone(),
            email: user.email.clone(),
            name: user.name.clone(),
            role: user.role,
            nodes: match &user.nodes {
                NodeScope::All => None,
                NodeScope::Only(nodes) => Some(nodes.iter().cloned().collect()),
            },
            second_factor: user.second_factor.is_some(),
            has_password: user.password_hash.is_some(),
        }
    }
}
