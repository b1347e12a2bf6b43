//! `/v1/counters`: counts steps of visitors, without anything about them (docs/results.md#counters).

use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::counters::{Step, objects};
use crate::http::openapi::problems::{InvalidQuery, NotFound};
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::security::FOR_ANY_SITE;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use base::records::is_widget_code;
use base::time::now;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// What is to be counted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct CountQuery {
    /// What the visitor has done.
    #[param(inline)]
    step: PageStep,
    /// The node.
    node_id: String,
    /// The flow that the page shows.
    flow_id: String,
    /// The code of the widget; none at a link page.
    widget_code: Option<String>,
}

/// A step that a page reports. That a widget was shown, its loader reports.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PageStep {
    /// The visitor sees the flow.
    Opened,
    /// The visitor has given the first answer.
    Started,
}

/// Counts that a visitor has opened a flow, or has begun to answer it.
///
/// Nothing is stored about the visitor. With `Sec-GPC: 1` or `DNT: 1`, for a node that takes no feedback now, and on a server that
/// does not count, nothing is counted.
///
/// # Errors
/// 400 for an invalid query, 404 for an unknown node or widget and for a flow that the node does not have, 429.
#[utoipa::path(
    post,
    path = "/v1/counters",
    operation_id = "count_step",
    tag = "Feedback",
    params(CountQuery),
    responses((status = 204, description = "done"), InvalidQuery, NotFound),
)]
pub(in crate::http) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    Parameters(query): Parameters<CountQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    // Beacons of a frame in a sandbox without an origin are no requests of the same origin.
    let done = (StatusCode::NO_CONTENT, FOR_ANY_SITE);
    let CountQuery {
        step,
        node_id,
        flow_id,
        widget_code,
    } = query;
    let Some(counter) = app.counter.as_ref().filter(|_| !objects(&headers)) else {
        return Ok(done);
    };
    app.admission.rates.count_step(client).await?;
    let target = app.store.target(&node_id, &flow_id).await?;
    let target = target.ok_or(Problem::NotFound("node"))?;
    let flow = target.flow.ok_or(Problem::NotFound("flow of this node"))?;
    if app.revision_life.is_over(flow.dropped_at) {
        return Err(Problem::NotFound("flow of this node"));
    }
    if let Some(code) = &widget_code {
        let widget = app.store.widget_rules(code, &node_id).await?;
        widget.ok_or(Problem::NotFound("widget of this node"))?;
    }
    if target.node.unavailability_at(now()).is_some() {
        return Ok(done);
    }
    let step = match step {
        PageStep::Opened => Step::Opened,
        PageStep::Started => Step::Started,
    };
    counter.count(step, &node_id, &flow_id, widget_code.as_deref());
    Ok(done)
}

/// Counts that a widget was shown, with the flow that its node has now. Too many of one address are not counted: the request is a
/// part of a host page, whose console should not report it. Nothing is counted for nobody, and for a node that takes no feedback now.
///
/// # Errors
/// 404 for an unknown widget, 503.
pub(super) async fn count_shown(
    app: &AppState,
    code: &str,
    counted_for: Option<ClientAddress>,
    headers: &HeaderMap,
) -> Result<(), Problem> {
    let widget = if is_widget_code(code) {
        app.store.widget(code).await?
    } else {
        None
    };
    let widget = widget.ok_or(Problem::NotFound("widget"))?;
    let counter = app.counter.as_ref().filter(|_| !objects(headers));
    let (Some(counter), Some(ClientAddress(client))) = (counter, counted_for) else {
        return Ok(());
    };
    let is_too_often = app.admission.rates.count_step(client).await.is_err();
    let moment = now();
    let node = app.store.node(&widget.node_id).await?;
    let open = node.filter(|node| !is_too_often && node.unavailability_at(moment).is_none());
    if let Some(node) = open {
        counter.count(Step::Shown, &node.id, node.flow_id_at(moment), Some(code));
    }
    Ok(())
}
