//! People who are signed in, and how they become so (docs/staff.md#sessions).

use super::problem::Problem;
use super::session_cookie::SessionCookie;
use super::staff_access::note_use;
use super::staff_credentials::{Credentials, is_of_own_page};
use super::staff_refusals::CallerName;
use crate::accounts::{CONFIRMATION_LIFE, browser_words};
use crate::application::AppState;
use crate::staff::hash_token;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{InvalidHeaderValue, SET_COOKIE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{AppendHeaders, Response};
use base::random::{random_id, random_secret};
use base::time::{Millis, now};
use std::ops::Deref;
use std::sync::Arc;
use store::{ActBy, NewSession, Session, User};

/// The session of the person who sent a request. A handler with this parameter is for people only.
#[derive(Clone)]
pub(super) struct SignedIn(pub(super) Arc<Session>);

/// A browser in which somebody signs in.
pub(super) struct Browser {
    cookie: SessionCookie,
    words: String,
    /// The hash of the session that it has had before.
    earlier: Option<String>,
    /// By which it is known where somebody has signed in before.
    mark: Option<String>,
}

/// A session that is about to begin, with the cookies that the browser gets.
pub(super) struct Beginning {
    pub(super) session: NewSession,
    pub(super) cookies: Cookies,
}

/// The headers that set cookies.
pub(super) type Cookies = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;

/// Refuses requests that are not of a page of this server.
pub(super) async fn admit_own_pages(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    if is_of_own_page(&app, request.headers()) {
        Ok(next.run(request).await)
    } else {
        Err(Problem::ForeignOrigin)
    }
}

/// Lets a request of a person through whose session is in force.
pub(super) async fn admit_person(
    State(app): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let Credentials::Session(hash) = Credentials::of(&app, request.headers(), request.uri())? else {
        return Err(Problem::NotSignedIn);
    };
    let session = app.store.session(&hash).await?.ok_or(Problem::NotSignedIn)?;
    if !request.method().is_safe() {
        app.admission.rates.count_staff(&session.user.id).await?;
    }
    let session = Arc::new(session);
    note_use(&app, &session);
    let name = CallerName(session.user.name.clone());
    request.extensions_mut().insert(SignedIn(session));
    let mut response = next.run(request).await;
    response.extensions_mut().insert(name);
    Ok(response)
}

impl SignedIn {
    /// Returns who does something now.
    pub(super) fn by(&self) -> ActBy {
        ActBy {
            staff: self.user.name.clone(),
            at: now(),
        }
    }

    /// Checks that the person has confirmed lately who they are.
    ///
    /// # Errors
    /// 403 `confirmation_needed`.
    pub(super) fn is_confirmed(&self) -> Result<(), Problem> {
        if self.confirmed_until > now() {
            Ok(())
        } else {
            Err(Problem::ConfirmationNeeded)
        }
    }
}

impl Deref for SignedIn {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.0
    }
}

impl<S: Sync> FromRequestParts<S> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get().cloned().ok_or(Problem::NotSignedIn)
    }
}

impl Browser {
    /// Reads the headers of a request.
    pub(super) fn of(app: &AppState, headers: &HeaderMap) -> Self {
        let cookie = SessionCookie::of(app, headers);
        let user_agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok());
        Self {
            cookie,
            words: browser_words(user_agent.unwrap_or_default()),
            earlier: cookie.read(headers).ok().flatten().map(hash_token),
            mark: cookie.read_mark(headers).map(str::to_owned),
        }
    }

    /// Returns the hash of the session that it has had before.
    pub(super) fn earlier(&self) -> Option<&str> {
        self.earlier.as_deref()
    }

    /// Returns what tells attempts of the person with this address in this browser from those of strangers.
    pub(super) fn known_as(&self, app: &AppState, email: &str) -> Option<&str> {
        app.accounts.known_browsers.id_of(self.mark.as_deref()?, email)
    }

    /// Makes a session of a person, in place of the one that the browser has had. Nobody can know its id before.
    pub(super) fn begin(&self, app: &AppState, user: &User, at: Millis) -> Result<Beginning, Problem> {
        let secret = random_secret()?;
        let mut cookies = vec![self.cookie.header(&secret)];
        if self.known_as(app, &user.email).is_none() {
            cookies.push(
                self.cookie
                    .mark_header(&app.accounts.known_browsers.mark(&user.email)?),
            );
        }
        Ok(Beginning {
            session: NewSession {
                hash: hash_token(&secret),
                id: random_id()?,
                user_id: user.id.clone(),
                browser: self.words.clone(),
                confirmed_until: at + CONFIRMATION_LIFE,
                replaces: self.earlier.clone(),
            },
            cookies: set_cookies(cookies)?,
        })
    }

    /// Returns the header that has the browser forget its session.
    pub(super) fn forget(&self) -> Result<Cookies, Problem> {
        set_cookies(vec![self.cookie.header("")])
    }
}

/// Returns the headers of some cookies.
pub(super) fn set_cookies(cookies: Vec<Result<HeaderValue, InvalidHeaderValue>>) -> Result<Cookies, Problem> {
    let cookies = cookies.into_iter().map(|cookie| Ok((SET_COOKIE, cookie?)));
    let cookies: Result<_, InvalidHeaderValue> = cookies.collect();
    Ok(AppendHeaders(cookies.map_err(|_| Problem::Internal)?))
}
