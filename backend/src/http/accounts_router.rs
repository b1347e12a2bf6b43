//! The routes of people who sign in (docs/staff.md#people): what proves who they are, and what is their own. Only pages of this
//! server may call them, except those to which browsers navigate on the way to the provider of single sign-on and back.

use super::openapi::problems::{NotOwnPage, NotPerson};
use super::openapi::{with_responses, with_security};
use super::query_names::{QueryNames, refuse_unknown_parameters};
use super::routes::accounts::{
    confirmation, links, own_sessions, password, profile, second_factor, sessions, single_sign_on,
};
use super::signed_in::{admit_own_pages, admit_person};
use crate::application::AppState;
use axum::Router;
use axum::middleware::from_fn_with_state;
use std::sync::Arc;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Builds the routes.
pub(super) fn accounts_router(app: &Arc<AppState>) -> Router<Arc<AppState>> {
    let names = Arc::new(QueryNames::new(&accounts_description()));
    let own_pages = from_fn_with_state(Arc::clone(app), admit_own_pages);
    let person = from_fn_with_state(Arc::clone(app), admit_person);
    Router::from(of_anybody())
        .route_layer(own_pages)
        .merge(Router::from(of_person()).route_layer(person))
        .route_layer(from_fn_with_state(names, refuse_unknown_parameters))
        // Providers add parameters of their own.
        .merge(Router::from(of_browsers()))
}

/// Returns the description of the routes.
pub(super) fn accounts_description() -> OpenApi {
    let mut all = with_responses::<NotOwnPage>(of_anybody().into_openapi());
    let of_person = with_responses::<NotPerson>(of_person().into_openapi());
    all.merge(with_security(of_person, |_, _| (&["session"], None)));
    all.merge(of_browsers().into_openapi());
    all
}

/// What needs no session.
fn of_anybody() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(sessions::sign_in))
        .routes(routes!(links::show))
        .routes(routes!(links::use_link))
}

/// Where browsers go on the way to the provider and back, from pages of any site.
fn of_browsers() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(single_sign_on::start))
        .routes(routes!(single_sign_on::callback))
}

/// What a person does who is signed in.
fn of_person() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(sessions::show, sessions::sign_out))
        .routes(routes!(profile::rename))
        .routes(routes!(password::put))
        .routes(routes!(confirmation::create))
        .routes(routes!(own_sessions::list, own_sessions::end_others))
        .routes(routes!(own_sessions::end))
        .routes(routes!(
            second_factor::offer,
            second_factor::put,
            second_factor::remove
        ))
}
