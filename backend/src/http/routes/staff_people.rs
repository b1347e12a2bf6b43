//! `/v1/staff/people`: the people who sign in, for those who manage them (docs/staff.md#people-over-http).

use super::accounts::profile::check_name;
use super::accounts::session_item::PersonItem;
use super::chats::NO_STORE;
use crate::accounts::{NewLink, account_email};
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::by_password::ByPassword;
use crate::http::list::{List, ListLimit};
use crate::http::openapi::problems::{
    InvalidJson, InvalidQuery, NoPasswords, NotAnOwner, NotFound, PersonRefused, Unprocessable,
};
use crate::http::own_address::staff_address;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use crate::http::staff_scope::ScopeFields;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use base::input::fault::{Fault, FaultKey};
use base::random::random_id;
use base::roles::Role;
use base::time::to_rfc3339;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{LinkKind, NewUser, User, UserChange};
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

/// Whether somebody can sign in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PersonState {
    CanSignIn,
    /// They have not chosen a password yet, and there is no single sign-on.
    NoPassword,
    Disabled,
}

/// A person, for those who manage people.
#[derive(Serialize, ToSchema)]
struct ManagedPerson {
    #[serde(flatten)]
    person: PersonItem,
    state: PersonState,
    /// RFC 3339.
    created_at: String,
}

/// A link by which a person chooses a password.
#[derive(Serialize, ToSchema)]
struct ManagedLink {
    kind: LinkKind,
    /// The address to give to the person. It is shown this once.
    url: String,
    /// The part of it that only the person may know.
    secret: String,
    /// RFC 3339.
    expires_at: String,
}

/// A person who was added, with their link.
#[derive(Serialize, ToSchema)]
struct AddedPerson {
    person: ManagedPerson,
    /// Null where people sign in by single sign-on only: they need none.
    #[schema(required = true)]
    link: Option<ManagedLink>,
}

/// A person to add.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PersonBody)]
struct AddBody {
    email: String,
    /// What customers see.
    name: String,
    role: Role,
    /// Absent or null: all, also later ones.
    nodes: Option<Vec<String>>,
}

/// What changes of a person. Absent or null: stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PersonChange)]
struct ChangeBody {
    name: Option<String>,
    role: Option<Role>,
    nodes: Option<Vec<String>>,
    /// `true`, instead of `nodes`: all, also later ones.
    all_nodes: Option<bool>,
    disabled: Option<bool>,
}

/// How a link is made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PersonLinkBody)]
struct LinkBody {
    /// `true`: they sign in without their second factor from now on.
    remove_second_factor: Option<bool>,
}

/// Lists the people who sign in, by their names.
///
/// # Errors
/// 403 without the right to manage all nodes; 400, 401.
#[utoipa::path(
    get,
    path = "/v1/staff/people",
    operation_id = "list_people",
    tag = "Staff: accounts",
    params(ListQuery),
    responses((status = 200, description = "a part of the list", body = List<ManagedPerson>), InvalidQuery),
)]
pub(in crate::http) async fn list(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Parameters(query): Parameters<ListQuery>,
) -> Result<impl IntoResponse, Problem> {
    staff.enter_all_of(None)?;
    let limit = ListLimit::new(query.limit);
    let users = app.store.people(query.after.as_deref(), limit.rows()).await?;
    let list = List::from_rows(
        users,
        limit,
        |user| user.name.clone(),
        |user| ManagedPerson::new(&app, &user),
    );
    Ok((NO_STORE, Json(list)))
}

/// Adds a person, and returns a link by which they choose their password: good once, for 30 minutes.
///
/// # Errors
/// 409 `email_taken`, `name_taken`, `too_many_people`; 422 for what is no address, name, role or node; 401, 403, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/people",
    operation_id = "add_person",
    tag = "Staff: accounts",
    request_body = AddBody,
    responses(
        (status = 201, description = "added", body = AddedPerson),
        InvalidJson, Unprocessable, NotAnOwner, PersonRefused,
    ),
)]
pub(in crate::http) async fn add(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    staff.enter_all_of(None)?;
    let body: AddBody = body.read()?;
    let email = account_email(&body.email).ok_or_else(|| {
        let detail = "an e-mail address is expected, such as ann@shop.example";
        Fault::at("/email", FaultKey::InvalidEmail, detail)
    })?;
    let user = NewUser {
        id: random_id()?,
        email,
        name: check_name(&body.name)?,
        role: body.role,
        nodes: ScopeFields::new(body.nodes, None).read()?.unwrap_or_default(),
    };
    let (id, by) = (user.id.clone(), staff.by());
    let has_passwords = app.accounts.has_passwords();
    let link = has_passwords.then(|| NewLink::new(by.at)).transpose()?;
    let stored = link.as_ref().map(|link| link.stored.clone());
    app.store.add_user(user, stored, &by).await?;
    let added = AddedPerson {
        person: ManagedPerson::new(&app, &load(&app, &id).await?),
        link: link
            .map(|link| ManagedLink::new(&app, &headers, &link, LinkKind::Welcome))
            .transpose()?,
    };
    Ok((StatusCode::CREATED, NO_STORE, Json(added)))
}

/// Changes a person. With another role, with other nodes, and when they are disabled, their sessions end.
///
/// # Errors
/// 404 for an unknown person; 409 `last_owner`, `name_taken`; 422 for what is no name, role or node; 401, 403, 503.
#[utoipa::path(
    patch,
    path = "/v1/staff/people/{person_id}",
    operation_id = "change_person",
    tag = "Staff: accounts",
    request_body = ChangeBody,
    responses(
        (status = 200, description = "changed", body = ManagedPerson),
        InvalidJson, Unprocessable, NotFound, NotAnOwner, PersonRefused,
    ),
)]
pub(in crate::http) async fn change(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let body: ChangeBody = body.read()?;
    let change = UserChange {
        name: body.name.as_deref().map(check_name).transpose()?,
        role: body.role,
        nodes: ScopeFields::new(body.nodes, body.all_nodes).read()?,
        is_disabled: body.disabled,
        may_end_owners: false,
        needs_password: app.accounts.single_sign_on.is_none(),
    };
    app.store.change_user(&id, change, &staff.by()).await?;
    Ok((NO_STORE, Json(ManagedPerson::new(&app, &load(&app, &id).await?))))
}

/// Makes a link by which a person chooses another password, in place of every earlier one.
///
/// # Errors
/// 404 for an unknown person; 409 `person_disabled`; 403 `no_passwords`; 401, 422, 503.
#[utoipa::path(
    post,
    path = "/v1/staff/people/{person_id}/link",
    operation_id = "make_person_link",
    tag = "Staff: accounts",
    request_body = LinkBody,
    responses(
        (status = 201, description = "the link", body = ManagedLink),
        InvalidJson, Unprocessable, NotFound, NotAnOwner, NoPasswords, PersonRefused,
    ),
)]
pub(in crate::http) async fn make_link(
    _: ByPassword,
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<impl IntoResponse, Problem> {
    let body: LinkBody = body.read()?;
    let without_factor = body.remove_second_factor.unwrap_or_default();
    if without_factor && app.requires_second_factor && staff.is_person(&id) {
        return Err(Problem::SecondFactorNeeded);
    }
    let by = staff.by();
    let link = NewLink::new(by.at)?;
    let stored = link.stored.clone();
    let kind = app.store.reset_user(&id, stored, without_factor, &by).await?;
    let link = ManagedLink::new(&app, &headers, &link, kind)?;
    Ok((StatusCode::CREATED, NO_STORE, Json(link)))
}

/// Ends all sessions of a person. A repeat gets the same response.
///
/// # Errors
/// 404 for an unknown person; 401, 403, 503.
#[utoipa::path(
    delete,
    path = "/v1/staff/people/{person_id}/sessions",
    operation_id = "end_person_sessions",
    tag = "Staff: accounts",
    responses((status = 204, description = "ended, now or before"), NotFound, NotAnOwner),
)]
pub(in crate::http) async fn end_sessions(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let user = load(&app, &id).await?;
    app.store.end_sessions_of(&user, &staff.by()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn load(app: &AppState, id: &str) -> Result<User, Problem> {
    app.store.user(id).await?.ok_or(Problem::NotFound("person"))
}

impl ManagedPerson {
    fn new(app: &AppState, user: &User) -> Self {
        let needs_password = app.accounts.single_sign_on.is_none();
        Self {
            person: PersonItem::new(user),
            state: if user.disabled_at.is_some() {
                PersonState::Disabled
            } else if needs_password && user.password_hash.is_none() {
                PersonState::NoPassword
            } else {
                PersonState::CanSignIn
            },
            created_at: to_rfc3339(user.created_at),
        }
    }
}

impl ManagedLink {
    fn new(app: &AppState, headers: &HeaderMap, link: &NewLink, kind: LinkKind) -> Result<Self, Problem> {
        let server = staff_address(app, headers).ok_or(Problem::Internal)?;
        Ok(Self {
            kind,
            url: link.address(&server, kind).into(),
            secret: link.secret().to_owned(),
            expires_at: to_rfc3339(link.stored.expires_at),
        })
    }
}
