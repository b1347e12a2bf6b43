//! `/v1/staff/links`: one-time links, by which people choose a password (docs/staff.md#people).

use super::profile::check_name;
use super::proof::{by, count_attempt, require_code};
use super::session_item::SessionItem;
use crate::accounts::check_password;
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::by_password::ByPassword;
use crate::http::openapi::problems::{InvalidJson, LinkNotValid, LinkRefused, NoPasswords, Unprocessable};
use crate::http::problem::Problem;
use crate::http::routes::chats::NO_STORE;
use crate::http::signed_in::Browser;
use crate::staff::hash_token;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use base::time::now;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{LinkKind, LinkUse};
use utoipa::ToSchema;

/// A link, by the secret in its fragment.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StaffLinkSecret)]
struct SecretBody {
    secret: String,
}

/// What a person chooses.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StaffLinkUse)]
struct UseBody {
    secret: String,
    /// 12 to 256 characters.
    password: String,
    /// Absent or null: as it is.
    name: Option<String>,
    /// The code of the second factor, or a recovery code, if the person has one.
    code: Option<String>,
}

/// Whose link it is, and what for.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffLink)]
struct LinkItem {
    kind: LinkKind,
    email: String,
    name: String,
}

/// Shows whose link it is.
///
/// # Errors
/// 404 `link_not_valid` if it was used, has expired, or never existed; 403 `no_passwords`.
#[utoipa::path(
    post,
    path = "/v1/staff/links/show",
    operation_id = "show_staff_link",
    tag = "Staff: accounts",
    request_body = SecretBody,
    responses(
        (status = 200, description = "a link that can be used", body = LinkItem),
        InvalidJson, Unprocessable, LinkNotValid, NoPasswords,
    ),
)]
pub(in crate::http) async fn show(
    _: ByPassword,
    State(app): State<Arc<AppState>>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let SecretBody { secret } = body.read()?;
    let link = app.store.link(&hash_token(&secret), now()).await?;
    let (user, kind) = link.ok_or(Problem::LinkNotValid)?;
    let item = LinkItem {
        kind,
        email: user.email,
        name: user.name,
    };
    Ok((NO_STORE, Json(item)))
}

/// Chooses a password by a link, and signs in. All other sessions of the person end.
///
/// # Errors
/// 404 `link_not_valid`; 401 `code_needed`, `wrong_code`; 409 `name_taken`; 422 for a password or a name that cannot be chosen; 403 `no_passwords`; 429; 503.
#[utoipa::path(
    post,
    path = "/v1/staff/links/use",
    operation_id = "use_staff_link",
    tag = "Staff: accounts",
    request_body = UseBody,
    responses(
        (status = 200, description = "signed in", body = SessionItem),
        InvalidJson, Unprocessable, LinkRefused, NoPasswords,
    ),
)]
pub(in crate::http) async fn use_link(
    _: ByPassword,
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let body: UseBody = body.read()?;
    let hash = hash_token(&body.secret);
    let link = app.store.link(&hash, now()).await?;
    let (user, _) = link.ok_or(Problem::LinkNotValid)?;
    let name = match &body.name {
        None => user.name.clone(),
        Some(name) => check_name(name)?,
    };
    check_password("/password", &body.password, &user.email)?;
    if app.store.is_name_taken(&name, &user.id, now()).await? {
        return Err(Problem::NameTaken);
    }
    count_attempt(&app, client, [&user.email, &hash]).await?;
    let password_hash = app.accounts.passwords.hash(body.password).await?;
    require_code(&app, &user, body.code.as_deref()).await?;
    let mut by = by(&user);
    by.staff.clone_from(&name);
    let beginning = Browser::of(&app, &headers).begin(&app, &user, by.at)?;
    let hash_of_session = beginning.session.hash.clone();
    let link = LinkUse {
        hash,
        password_hash,
        name,
        session: beginning.session,
    };
    if !app.store.use_link(link, &by).await? {
        return Err(Problem::LinkNotValid);
    }
    let item = SessionItem::load(&app, &hash_of_session).await?;
    Ok((beginning.cookies, NO_STORE, Json(item)))
}
