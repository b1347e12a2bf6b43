//! A session as its person gets it.

use crate::application::AppState;
use crate::http::problem::Problem;
use base::rights::Right;
use base::roles::Role;
use base::time::{now, to_rfc3339};
use serde::Serialize;
use store::{NodeScope, Session};
use utoipa::ToSchema;

/// Who is signed in, and what they may do.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffSession)]
pub(super) struct SessionItem {
    user: PersonItem,
    /// What the role allows, at the nodes of the person.
    rights: Vec<Right>,
    /// Until when what needs a confirmation needs no other one; null: it needs one. RFC 3339.
    #[schema(required = true)]
    confirmed_until: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = StaffPerson)]
struct PersonItem {
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
        Ok(Self::new(&session.ok_or(Problem::NotSignedIn)?))
    }

    pub(super) fn new(session: &Session) -> Self {
        let user = &session.user;
        let nodes = match &user.nodes {
            NodeScope::All => None,
            NodeScope::Only(nodes) => Some(nodes.iter().cloned().collect()),
        };
        let is_confirmed = session.confirmed_until > now();
        Self {
            user: PersonItem {
                id: user.id.clone(),
                email: user.email.clone(),
                name: user.name.clone(),
                role: user.role,
                nodes,
                second_factor: user.second_factor.is_some(),
                has_password: user.password_hash.is_some(),
            },
            rights: user.role.rights().iter().collect(),
            confirmed_until: is_confirmed.then(|| to_rfc3339(session.confirmed_until)),
        }
    }
}
