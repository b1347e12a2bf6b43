//! `/v1/staff/tokens`: the tokens of programs, for those who manage people (docs/staff.md#tokens-over-http).

use super::accounts::profile::check_name;
use super::chats::NO_STORE;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::list::{List, ListLimit};
use crate::http::openapi::problems::{
    InvalidJson, InvalidQuery, NotAnOwner, NotFound, TokenRefused, Unprocessable,
};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::http::staff_scope::ScopeFields;
use crate::staff::{DEFAULT_DAYS, MOST_DAYS, avatar, expiry, hash_token, new_token};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::rights::Right;
use base::time::{now, to_rfc3339};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use store::{NewStaffToken, NodeScope, StaffTokenRow, TokenRefusal, WriteError};
use utoipa::{IntoParams, ToSchema};

/// The query of [`list`].
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ListQuery {
    /// `next_cursor` of the previous part.
    after: Option<String>,
    /// Most items of a part: 50 unless it is there, and at most 200.
    limit: Option<u32>,
}

/// Whether a token is in force.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TokenState {
    InForce,
    Expired,
    Revoked,
}

/// A token. Times are RFC 3339.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffToken)]
struct TokenItem {
    /// What customers see.
    name: String,
    state: TokenState,
    rights: Vec<Right>,
    /// Null: all nodes, also later ones.
    #[schema(required = true)]
    nodes: Option<Vec<String>>,
    /// The address of a picture that customers see.
    #[schema(required = true)]
    avatar: Option<String>,
    created_at: String,
    expires_at: String,
    #[schema(required = true)]
    revoked_at: Option<String>,
    /// Noted at most once a minute; null: never.
    #[schema(required = true)]
    last_used_at: Option<String>,
}

/// A token that was created.
#[derive(Serialize, ToSchema)]
struct AddedStaffToken {
    token: TokenItem,
    /// What its holder sends. It is shown this once.
    secret: String,
}

/// A token to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StaffTokenBody)]
struct TokenBody {
    name: String,
    /// At least one.
    rights: BTreeSet<Right>,
    /// Absent or null: all, also later ones.
    nodes: Option<Vec<String>>,
    /// Until it expires, 1 to 366; 90 unless it is there.
    days: Option<u16>,
    /// The address of a picture that customers see, beginning with `https://`.
    avatar: Option<String>,
}

/// Lists all tokens by their names, also those that are no longer in force.
///
/// # Errors
/// 403 without the right to manage all nodes; 400, 401.
#[utoipa::path(
    get,
    path = "/v1/staff/tokens",
    operation_id = "list_tokens",
    tag = "Staff: accounts",
    params(ListQuery),
    responses((status = 200, description = "a part of the list", body = List<TokenItem>), InvalidQuery),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    staff.enter_all_of(None)?;
    let limit = ListLimit::new(query.limit);
    let after = query.after.as_deref();
    let rows = app.store.staff_tokens_after(after, limit.rows()).await?;
    let list = List::from_rows(rows, limit, |row| row.member.name.clone(), TokenItem::from);
    Ok((NO_STORE, Json(list)))
}

/// Creates a token, whose secret is in the response, this once. Only people do that: a token cannot live on in others.
///
/// # Errors
/// 409 `name_taken`, `too_many_tokens`; 422 for what is no name, right, node or picture; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/tokens",
    operation_id = "add_token",
    tag = "Staff: accounts",
    request_body = TokenBody,
    responses(
        (status = 201, description = "created", body = AddedStaffToken),
        InvalidJson, Unprocessable, NotAnOwner, TokenRefused,
    ),
)]
pub(in crate::http) async fn add(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    staff.enter_all_of(None)?;
    let body: TokenBody = body.read()?;
    let (secret, by) = (new_token()?, staff.by());
    let token = NewStaffToken {
        name: check_name(&body.name)?,
        hash: hash_token(&secret),
        expires_at: expiry(by.at, body.days()?),
        avatar: body.avatar.as_deref().map(check_avatar).transpose()?,
        rights: body.rights()?.iter().copied().collect(),
        nodes: ScopeFields::new(body.nodes, None).read()?.unwrap_or_default(),
    };
    let name = token.name.clone();
    app.store.add_staff_token(token, &by).await?;
    let token = app.store.staff_token(&name).await?.ok_or(Problem::Internal)?;
    let added = AddedStaffToken {
        token: token.into(),
        secret,
    };
    Ok((StatusCode::CREATED, NO_STORE, Json(added)))
}

/// Revokes a token at once. A repeat gets the same response.
///
/// # Errors
/// 404 for a name that no token has had; 401, 403, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/tokens/{token_name}",
    operation_id = "revoke_staff_token",
    tag = "Staff: accounts",
    responses((status = 204, description = "not in force, now or before"), NotFound, NotAnOwner),
)]
pub(in crate::http) async fn revoke(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let token = app.store.staff_token(&name).await?;
    token.ok_or(Problem::NotFound("token"))?;
    match app.store.revoke_staff_token(&name, &staff.by()).await {
        Ok(()) | Err(WriteError::Refused(TokenRefusal::NotInForce(_))) => Ok(StatusCode::NO_CONTENT),
        Err(error) => Err(error.into()),
    }
}

impl TokenBody {
    fn days(&self) -> Result<u16, Fault> {
        let days = self.days.unwrap_or(DEFAULT_DAYS);
        if (1..=MOST_DAYS).contains(&days) {
            return Ok(days);
        }
        let detail = format!("1 to {MOST_DAYS} days are expected");
        Err(Fault::at("/days", FaultKey::NumberBetween, detail))
    }

    fn rights(&self) -> Result<&BTreeSet<Right>, Fault> {
        if self.rights.is_empty() {
            return Err(Fault::at(
                "/rights",
                FaultKey::Required,
                "at least one right is expected",
            ));
        }
        Ok(&self.rights)
    }
}

fn check_avatar(text: &str) -> Result<String, Fault> {
    avatar(text).map_err(|fault| Fault::at("/avatar", FaultKey::InvalidUrl, fault.to_string()))
}

impl From<StaffTokenRow> for TokenItem {
    fn from(row: StaffTokenRow) -> Self {
        Self {
            state: match row.revoked_at {
                Some(_) => TokenState::Revoked,
                None if row.expires_at <= now() => TokenState::Expired,
                None => TokenState::InForce,
            },
            name: row.member.name,
            rights: row.member.rights.iter().collect(),
            nodes: match row.member.nodes {
                NodeScope::All => None,
                NodeScope::Only(nodes) => Some(nodes.into_iter().collect()),
            },
            avatar: row.avatar,
            created_at: to_rfc3339(row.created_at),
            expires_at: to_rfc3339(row.expires_at),
            revoked_at: row.revoked_at.map(to_rfc3339),
            last_used_at: row.last_used_at.map(to_rfc3339),
        }
    }
}
