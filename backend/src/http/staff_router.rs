//! All routes of staff (docs/staff.md#calls). What staff may do is decided here for all of them, before their handlers.

use super::accounts_router::accounts_router;
use super::compression::compression;
use super::openapi::problems::{InvalidQuery, NotStaff};
use super::openapi::{with_responses, with_security};
use super::query_names::{QueryNames, refuse_unknown_parameters};
use super::routes::{
    flow_drafts, records as record_routes, staff_acts, staff_audit, staff_blocked_addresses,
    staff_blocked_devices, staff_bulk, staff_canned_replies, staff_chat_counts, staff_chats, staff_checks,
    staff_colleagues, staff_cross_tables, staff_customers, staff_devices, staff_erasures, staff_exports,
    staff_feedbacks, staff_kept_exports, staff_messages, staff_people, staff_reviews, staff_server,
    staff_summaries, staff_tokens, staff_transcripts, staff_trends, staff_unsubscriptions,
    staff_webhook_deliveries, staff_webhooks, staff_words, uploads,
};
use super::staff_access::admit_staff;
use super::staff_refusals::note_refusals;
use super::staff_rights::{is_for_people, needed_right};
use crate::application::AppState;
use axum::Router;
use axum::middleware::from_fn_with_state;
use std::sync::Arc;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Builds the routes of staff. Parameters of their paths have the names that [`admit_staff`] knows.
pub(super) fn staff_router(app: &Arc<AppState>) -> Router<Arc<AppState>> {
    let names = Arc::new(QueryNames::new(&calls().merge(files()).into_openapi()));
    Router::from(calls())
        .layer(compression())
        .merge(Router::from(files()))
        .route_layer(from_fn_with_state(names, refuse_unknown_parameters))
        .route_layer(from_fn_with_state(Arc::clone(app), admit_staff))
        .merge(accounts_router(app))
        .route_layer(from_fn_with_state(Arc::clone(app), note_refusals))
}

/// Returns the description of the routes of staff.
pub(super) fn staff_description() -> OpenApi {
    let routes = calls().merge(files()).into_openapi();
    let routes = with_responses::<InvalidQuery>(with_responses::<NotStaff>(routes));
    with_security(routes, |method, path| {
        let schemes: &[&str] = match is_for_people(method, path) {
            true => &["session"],
            false => &["staff_token", "session"],
        };
        (schemes, needed_right(method, path).map(|right| right.into_str()))
    })
}

fn calls() -> OpenApiRouter<Arc<AppState>> {
    lists()
        .merge(chats())
        .merge(webhooks())
        .merge(people())
        .merge(records())
}

/// What is not compressed: files that are already, and many rows for those who store them anyway.
fn files() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(staff_exports::export))
        .routes(routes!(staff_kept_exports::show_file))
        .routes(routes!(staff_customers::show_data))
        .routes(routes!(uploads::show_to_staff))
}

fn lists() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(staff_feedbacks::list))
        .routes(routes!(staff_feedbacks::show))
        .routes(routes!(staff_reviews::review))
        .routes(routes!(staff_reviews::tag))
        .routes(routes!(staff_reviews::note))
        .routes(routes!(staff_reviews::list_tags))
        .routes(routes!(staff_summaries::show))
        .routes(routes!(staff_trends::show))
        .routes(routes!(staff_cross_tables::show))
        .routes(routes!(staff_words::show))
        .routes(routes!(staff_unsubscriptions::list))
        .routes(routes!(staff_devices::list))
        .routes(routes!(staff_audit::list))
        .routes(routes!(staff_colleagues::list))
        .routes(routes!(staff_kept_exports::list, staff_kept_exports::create))
        .routes(routes!(staff_kept_exports::show, staff_kept_exports::remove))
        .routes(routes!(staff_erasures::create))
        .routes(routes!(staff_erasures::show))
        .routes(routes!(staff_canned_replies::list))
        .routes(routes!(staff_canned_replies::put, staff_canned_replies::remove))
        .routes(routes!(staff_blocked_addresses::list))
        .routes(routes!(staff_blocked_addresses::unblock))
        .routes(routes!(staff_blocked_devices::list))
        .routes(routes!(
            staff_blocked_devices::block,
            staff_blocked_devices::unblock
        ))
}

fn chats() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(staff_chats::list))
        .routes(routes!(staff_chat_counts::show))
        .routes(routes!(staff_bulk::act))
        .routes(routes!(staff_chats::show))
        .routes(routes!(staff_transcripts::show))
        .routes(routes!(staff_messages::create))
        .routes(routes!(staff_messages::create_note))
        .routes(routes!(staff_acts::read))
        .routes(routes!(staff_acts::claim))
        .routes(routes!(staff_acts::assign))
        .routes(routes!(staff_acts::accept))
        .routes(routes!(staff_acts::close))
        .routes(routes!(staff_acts::reopen))
        .routes(routes!(staff_acts::revoke_token))
        .routes(routes!(staff_acts::snooze))
        .routes(routes!(staff_acts::block_device))
        .routes(routes!(staff_acts::block_sender))
}

fn records() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(staff_checks::check))
        .routes(routes!(staff_checks::convert_survey))
        .routes(routes!(
            flow_drafts::show,
            flow_drafts::put,
            flow_drafts::patch,
            flow_drafts::remove
        ))
        .routes(routes!(record_routes::publishing::publish))
        .routes(routes!(record_routes::pulling::pull))
        .merge(record_routes::flows::routes())
        .merge(record_routes::nodes::routes())
        .merge(record_routes::widgets::routes())
        .merge(record_routes::connectors::routes())
}

fn people() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(staff_server::show))
        .routes(routes!(staff_people::list, staff_people::add))
        .routes(routes!(staff_people::change))
        .routes(routes!(staff_people::make_link))
        .routes(routes!(staff_people::end_sessions))
        .routes(routes!(staff_tokens::list, staff_tokens::add))
        .routes(routes!(staff_tokens::revoke))
}

fn webhooks() -> OpenApiRouter<Arc<AppState>> {
    OpenApiRouter::default()
        .routes(routes!(staff_webhooks::list))
        .routes(routes!(
            staff_webhooks::show,
            staff_webhooks::put,
            staff_webhooks::remove
        ))
        .routes(routes!(staff_webhooks::rotate_secret))
        .routes(routes!(staff_webhooks::test))
        .routes(routes!(staff_webhook_deliveries::list))
        .routes(routes!(staff_webhook_deliveries::replay))
        .routes(routes!(staff_webhook_deliveries::replay_dead))
}
