//! `/v1/staff/oidc`: signing in by the provider (docs/staff.md#single-sign-on). Browsers navigate here: whatever happens ends on a page
//! of the console.

use super::proof::{by, note_failure};
use crate::accounts::{
    ATTEMPT_LIFE, CONFIRMATION_LIFE, Identity, PROVIDER, Return, SignOnAttempt, SignOnFaultKind,
    SingleSignOn, staff_name,
};
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::http::console_path::console_path;
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::own_address::OwnAddress;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::routes::chats::NO_STORE;
use crate::http::session_cookie::SessionCookie;
use crate::http::signed_in::{Browser, Cookies, set_cookies};
use crate::server_address::ServerAddress;
use axum::Extension;
use axum::extract::State;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base::random::random_id;
use base::roles::Role;
use base::time::now;
use serde::Deserialize;
use std::sync::Arc;
use store::{ActBy, NewUser, NodeScope, User, UserChange, UserRefusal, WriteError};
use tracing::{info, warn};
use url::form_urlencoded::Serializer;
use utoipa::IntoParams;

/// Most names that are tried for somebody whose own one is taken.
const NAMES_TRIED: u32 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct StartParameters {
    /// The page of the console that is wanted, without `/staff`, such as `/me`. Other addresses are not led to.
    #[serde(rename = "return")]
    wanted: Option<String>,
    /// Whether the provider has to ask who it is, even if it knows.
    #[serde(default)]
    again: bool,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct CallbackParameters {
    /// What ties it to the sign-in that was begun in this browser.
    state: Option<String>,
    /// What the provider exchanges for its word.
    code: Option<String>,
    /// Why the provider does not give one.
    error: Option<String>,
    /// The provider (RFC 9207).
    iss: Option<String>,
}

/// Leads to the provider, where people prove who they are.
///
/// # Errors
/// 404 if no provider is configured. One that does not answer leads back to the sign-in page.
#[utoipa::path(
    get,
    path = "/v1/staff/oidc/start",
    operation_id = "start_single_sign_on",
    tag = "Staff: accounts",
    params(StartParameters),
    responses((status = 303, description = "to the provider, or to the sign-in page"), NotFound, InvalidQuery),
)]
pub(in crate::http) async fn start(
    State(app): State<Arc<AppState>>,
    Parameters(StartParameters { wanted, again }): Parameters<StartParameters>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let provider = provider_of(&app)?;
    let wanted = console_path(wanted.as_deref().unwrap_or_default());
    let earlier = Browser::of(&app, &headers).earlier().map(str::to_owned);
    let attempt = SignOnAttempt::begin(wanted, again, earlier, now())?;
    match provider.begin(&callback_address(&app, &headers), &attempt).await {
        Ok((address, cookie)) => {
            let cookie = SessionCookie::of(&app, &headers).attempt_header(&cookie);
            redirect(address.as_str(), set_cookies(vec![cookie])?)
        }
        Err(fault) => {
            warn!(%fault, "single sign-on cannot begin");
            to_sign_in(&app, &attempt.wanted, fault.kind())
        }
    }
}

/// Takes somebody back from the provider, and signs them in.
///
/// # Errors
/// 404 if no provider is configured. What fails otherwise leads to the sign-in page, which says why.
#[utoipa::path(
    get,
    path = "/v1/staff/oidc/callback",
    operation_id = "finish_single_sign_on",
    tag = "Staff: accounts",
    params(CallbackParameters),
    responses((status = 303, description = "to the page that was wanted, or to the sign-in page"), NotFound, InvalidQuery),
)]
pub(in crate::http) async fn callback(
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    Parameters(parameters): Parameters<CallbackParameters>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let provider = provider_of(&app)?;
    let came_back = Return {
        state: parameters.state,
        code: parameters.code,
        error: parameters.error,
        iss: parameters.iss,
    };
    let cookie = SessionCookie::of(&app, &headers);
    let attempt = cookie.read_attempt(&headers);
    let Some(attempt) = attempt.and_then(|attempt| provider.resume(attempt, &came_back)) else {
        // A page of another site may have led here: the attempt of this browser continues.
        return to_sign_in(&app, "/", SignOnFaultKind::Expired);
    };
    let mut response = match app.admission.rates.count_sign_on(client).await {
        Ok(()) => finish(&app, &headers, &attempt, &came_back).await?,
        Err(_) => to_sign_in(&app, &attempt.wanted, SignOnFaultKind::TooManyAttempts)?,
    };
    let forget = cookie.attempt_header("").map_err(|_| Problem::Internal)?;
    response.headers_mut().append(SET_COOKIE, forget);
    Ok(response)
}

/// Asks the provider who has come back, and begins their session.
async fn finish(
    app: &AppState,
    headers: &HeaderMap,
    attempt: &SignOnAttempt,
    came_back: &Return,
) -> Result<Response, Problem> {
    let refused = |kind| to_sign_in(app, &attempt.wanted, kind);
    let callback = callback_address(app, headers);
    let identity = match provider_of(app)?.identify(attempt, &callback, came_back).await {
        Ok(identity) => identity,
        Err(fault) => {
            info!(%fault, "single sign-on failed");
            return refused(fault.kind());
        }
    };
    let Some(user) = person_of(app, &identity).await? else {
        return refused(SignOnFaultKind::NoAccount);
    };
    let by = by(&user);
    let mut beginning = Browser::of(app, headers).begin(app, &user, by.at)?;
    // Who was asked by the provider just now needs no other confirmation.
    let asked_at = identity.authenticated_at.unwrap_or_default().min(by.at);
    beginning.session.confirmed_until = asked_at + CONFIRMATION_LIFE;
    // The browser does not send the cookie of its session when another site leads here.
    beginning.session.replaces.clone_from(&attempt.earlier);
    let spent = (attempt.spent(), attempt.begun_at + ATTEMPT_LIFE);
    let has_begun = app
        .store
        .sign_in_by_provider(beginning.session, (&spent.0, spent.1), &by)
        .await?;
    if !has_begun {
        return refused(SignOnFaultKind::Expired);
    }
    redirect(&page(app, &attempt.wanted), beginning.cookies)
}

/// Returns the person with the address, if they may sign in. With a claim for roles they are added, or get the role of today.
async fn person_of(app: &AppState, identity: &Identity) -> Result<Option<User>, Problem> {
    let known = app.store.user_by_email(&identity.email).await?;
    let by = ActBy {
        staff: PROVIDER.into(),
        at: now(),
    };
    match (known, identity.role) {
        (Some(user), _) if user.disabled_at.is_some() => {
            note_failure(app, &user);
            return Ok(None);
        }
        (Some(user), Some(role)) if user.role != role => {
            let change = UserChange {
                role: Some(role),
                // Who is an owner is decided at the provider.
                may_end_owners: true,
                ..UserChange::default()
            };
            app.store.change_user(&user.id, change, &by).await?;
        }
        (None, Some(role)) => add(app, identity, role, &by).await?,
        (known, _) => return Ok(known),
    }
    let user = app.store.user_by_email(&identity.email).await?;
    Ok(user.filter(|user| user.disabled_at.is_none()))
}

/// Adds a person, unless somebody else is just adding them: two tabs may sign in at the same time.
async fn add(app: &AppState, identity: &Identity, role: Role, by: &ActBy) -> Result<(), Problem> {
    loop {
        let user = NewUser {
            id: random_id()?,
            email: identity.email.clone(),
            name: free_name(app, identity).await?,
            role,
            nodes: NodeScope::All,
        };
        match app.store.add_user(user, None, by).await {
            Ok(()) | Err(WriteError::Refused(UserRefusal::EmailTaken(_))) => return Ok(()),
            // The next free name is another one, or there is none.
            Err(WriteError::Refused(UserRefusal::NameTaken(_))) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Returns a name that nobody has: that of the provider, or else the first part of the address, with a number if it is taken.
async fn free_name(app: &AppState, identity: &Identity) -> Result<String, Problem> {
    let of_address = identity.email.split('@').next().unwrap_or_default();
    let own = identity.name.as_deref().and_then(|name| staff_name(name).ok());
    let own = own.or_else(|| staff_name(of_address).ok()).unwrap_or("Staff");
    // There is room for the number.
    let own: String = own.chars().take(90).collect();
    for number in 1..=NAMES_TRIED {
        let name = if number == 1 {
            own.clone()
        } else {
            format!("{own} {number}")
        };
        if !app.store.is_name_taken(&name, "", now()).await? {
            return Ok(name);
        }
    }
    Ok(format!("{own} {}", random_id()?.split_at(6).0))
}

fn provider_of(app: &AppState) -> Result<&SingleSignOn, Problem> {
    let provider = app.accounts.single_sign_on.as_ref();
    provider.ok_or(Problem::NotFound("provider"))
}

/// Returns the address to which the provider leads back.
fn callback_address(app: &AppState, headers: &HeaderMap) -> String {
    format!("{}/v1/staff/oidc/callback", OwnAddress::of(headers).of_staff(app))
}

/// Returns the address of a page of the console.
fn page(app: &AppState, path: &str) -> String {
    let base = app.staff_address().map_or("", ServerAddress::path);
    format!("{base}/staff{path}")
}

/// Leads to the sign-in page, which says what went wrong.
fn to_sign_in(app: &AppState, wanted: &str, kind: SignOnFaultKind) -> Result<Response, Problem> {
    let mut query = Serializer::new(String::new());
    if wanted != "/" {
        query.append_pair("return", wanted);
    }
    query.append_pair("problem", kind.into_str());
    let address = page(app, &format!("/sign-in?{}", query.finish()));
    redirect(&address, set_cookies(Vec::new())?)
}

fn redirect(address: &str, cookies: Cookies) -> Result<Response, Problem> {
    let address = HeaderValue::try_from(address).map_err(|_| Problem::Internal)?;
    Ok((StatusCode::SEE_OTHER, cookies, NO_STORE, [(LOCATION, address)]).into_response())
}
