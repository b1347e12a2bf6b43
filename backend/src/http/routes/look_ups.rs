//! `/v1/flows/{flow_id}/requests` and `/v1/proxy/integration`: look-ups of answers (docs/api.md#look-ups).

use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::connectors::{LookUpFailure, LookedUp};
use crate::feedback::{answer_hash, signature_header};
use crate::flows::LoadedFlow;
use crate::http::body::JsonBody;
use crate::http::flow_target::{FlowTarget, find_flow_target};
use crate::http::look_up_body::{LookUpBody, Shape};
use crate::http::openapi::headers::SignatureHeader;
use crate::http::openapi::problems::{
    ConnectorFailed, InvalidJson, NodeUnavailable, NotFound, TooMuchStored, Unprocessable,
};
use crate::http::openapi::shapes::{BindingRequest, LookUpRequest};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::outgoing::CallFailure;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use base::input::fault::{Fault, FaultKey};
use base::random::random_id;
use base::records::{Connector, TemplateValues};
use engine::{Flow, Question};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use store::Binding;
use tracing::warn;
use utoipa::ToSchema;

/// What was looked up.
#[derive(Serialize, ToSchema)]
#[schema(as = LookedUp)]
struct LookUpResponse {
    /// Texts for other questions of the flow.
    responses: Vec<FilledQuestion>,
    /// Names what the server keeps for the feedback; absent if that is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    binding_id: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct FilledQuestion {
    question_id: String,
    input: String,
}

/// Looks up what follows from the answer to a `dynamic_request`.
///
/// # Errors
/// 404 for an unknown flow; 422 for a question that is not looked up, and for an answer that is not valid; 403 where the node
/// takes no feedback now or not by this link; 429; 502 and 504 `connector_failed`; 503.
#[utoipa::path(
    post,
    path = "/v1/flows/{flow_id}/requests",
    operation_id = "look_up_request",
    tag = "Look-ups",
    params(SignatureHeader),
    request_body = LookUpRequest,
    responses(
        (status = 200, description = "texts for other questions, none where nothing was found", body = LookUpResponse),
        InvalidJson, Unprocessable, NotFound, NodeUnavailable, ConnectorFailed, TooMuchStored,
    ),
)]
pub(in crate::http) async fn create_request(
    State(app): State<Arc<AppState>>,
    Path(flow_id): Path<String>,
    Extension(client): Extension<ClientAddress>,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    let mut body = LookUpBody::read(body, Shape::Request)?;
    if body.flow_id.as_ref().is_some_and(|named| *named != flow_id) {
        return Err(Fault::at(
            "/flow_id",
            FaultKey::UnknownFlow,
            "another flow than that of the path",
        )
        .into());
    }
    body.flow_id = Some(flow_id);
    look_up(&app, client, &headers, body).await
}

/// Looks up what follows from the answer to a question with a `bindingModel`, and from the answers to others.
///
/// # Errors
/// Those of [`create_request`].
#[utoipa::path(
    post,
    path = "/v1/proxy/integration",
    operation_id = "look_up_binding",
    tag = "Look-ups",
    params(SignatureHeader),
    request_body = BindingRequest,
    responses(
        (status = 200, description = "texts for other questions, none where nothing was found", body = LookUpResponse),
        InvalidJson, Unprocessable, NotFound, NodeUnavailable, ConnectorFailed, TooMuchStored,
    ),
)]
pub(in crate::http) async fn create_binding(
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    look_up(&app, client, &headers, LookUpBody::read(body, Shape::Binding)?).await
}

async fn look_up(
    app: &AppState,
    ClientAddress(client): ClientAddress,
    headers: &HeaderMap,
    body: LookUpBody,
) -> Result<Response, Problem> {
    let device_id = body.device_id.as_deref();
    app.admission.rates.count_look_up(client, device_id).await?;
    if let Some(device_id) = device_id {
        app.admission.rates.count_device(device_id).await?;
    }
    let (node_id, flow) = find_flow(app, &body, headers).await?;
    let question = find_question(&flow.flow, &body)?;
    let answer = find_answer(question, &body)?;
    let values = TemplateValues {
        answer,
        answers: &body.answers,
        flow_id: &flow.flow.id,
        question_id: &question.id,
        node_id: &node_id,
    };
    let connector = find_connector(app, question, &values).await?;
    let found = app.connectors.look_up(&connector, &values).await;
    let LookedUp { answers, data } = found.map_err(|failure| failed(&connector.id, &failure, &body))?;
    let binding_id = match data.zip(device_id) {
        Some((data, device_id)) => {
            let data = Value::Object(data).to_string();
            app.admission.rates.count_stored_text(client, data.len()).await?;
            Some(keep(app, &values, device_id, data).await?)
        }
        None => None,
    };
    let response = LookUpResponse {
        responses: fill(&flow.flow, answers),
        binding_id,
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(response)).into_response())
}

/// Finds the flow of the question, and the node whose visitor asks: the rules of a node hold for look-ups as for feedback.
async fn find_flow(
    app: &AppState,
    body: &LookUpBody,
    headers: &HeaderMap,
) -> Result<(String, Arc<LoadedFlow>), Problem> {
    let flow_id = match &body.flow_id {
        Some(flow_id) => flow_id.clone(),
        None => {
            let found = app.store.flow_of_looked_up_question(&body.question_id).await?;
            let detail = "name the flow: the question is in none, or in several";
            found.ok_or_else(|| Fault::at("/flow_id", FaultKey::Required, detail))?
        }
    };
    if app.store.newest_revision(&flow_id).await?.is_none() {
        return Err(Problem::NotFound("flow"));
    }
    let node_id = match &body.node_id {
        Some(node_id) => node_id.clone(),
        None => {
            let found = app.store.only_node_of_flow(&flow_id).await?;
            let detail = "name the node: the flow belongs to none, or to several";
            found.ok_or_else(|| Fault::at("/node_id", FaultKey::Required, detail))?
        }
    };
    let FlowTarget { node, flow, .. } =
        find_flow_target(app, &node_id, &flow_id, body.flow_revision, false).await?;
    let signature = node.check_signature(signature_header(headers));
    match app.unavailability_of(&node, &signature).await? {
        Some(reason) => Err(reason.into()),
        None => Ok((node_id, flow)),
    }
}

fn find_question<'a>(flow: &'a Flow, body: &LookUpBody) -> Result<&'a Question, Fault> {
    let pointer = body.shape.question_pointer();
    let question = flow.question(&body.question_id).ok_or_else(|| {
        Fault::at(
            pointer,
            FaultKey::UnknownQuestion,
            "the flow has no such question",
        )
    })?;
    let fits = match body.shape {
        Shape::Request => question.is_dynamic_request(),
        Shape::Binding => question.is_looked_up() && !question.is_dynamic_request(),
    };
    if fits {
        Ok(question)
    } else {
        Err(Fault::at(
            pointer,
            FaultKey::NotLookedUp,
            body.shape.expected_question(),
        ))
    }
}

/// Returns the answer that is looked up. It must be one that the visitor could continue with.
fn find_answer<'a>(question: &Question, body: &'a LookUpBody) -> Result<&'a str, Fault> {
    let (pointer, answer) = match body.shape {
        Shape::Request => ("/answer".to_owned(), body.answer.as_deref()),
        Shape::Binding => {
            let name = if question.key.is_empty() {
                &question.id
            } else {
                &question.key
            };
            let answer = body
                .answers
                .get(&**name)
                .or_else(|| body.answers.get(&*question.id));
            (body.shape.answer_pointer(name), answer.map(String::as_str))
        }
    };
    let answer = answer.map(str::trim).unwrap_or_default();
    match question.validate_text(answer, engine::native()) {
        None => Ok(answer),
        Some(message) => Err(Fault {
            pointer,
            question_id: Some(question.id.to_string()),
            key: FaultKey::of_answer(message.key.name()),
            params: message.params.iter().collect(),
            detail: None,
        }),
    }
}

async fn find_connector(
    app: &AppState,
    question: &Question,
    values: &TemplateValues<'_>,
) -> Result<Connector, Problem> {
    let id = question.binding_model.as_deref().unwrap_or_default();
    let Some(connector) = app.store.connector(id).await? else {
        warn!(connector = id, "look-up failed: unknown connector");
        return Err(Problem::ConnectorFailed);
    };
    if !connector.serves_flow(values.flow_id) {
        warn!(
            connector = id,
            flow = values.flow_id,
            "look-up failed: connector not allowed for this flow"
        );
        return Err(Problem::ConnectorFailed);
    }
    if !connector.serves_node(values.node_id) {
        let detail = "the look-up of this question is not for visitors of this node";
        return Err(Fault::at("/node_id", FaultKey::NotLookedUp, detail).into());
    }
    Ok(connector)
}

/// Logs why a look-up failed, without anything of the visitor, who learns only that it did.
fn failed(connector_id: &str, failure: &LookUpFailure, body: &LookUpBody) -> Problem {
    if let LookUpFailure::UnfitValue = failure {
        return Fault::at(
            &body.shape.answer_pointer(""),
            FaultKey::InvalidAnswer,
            "it cannot be looked up",
        )
        .into();
    }
    warn!(connector = connector_id, %failure, "look-up failed");
    match failure {
        LookUpFailure::Call(CallFailure::Busy) => Problem::Busy,
        LookUpFailure::Call(CallFailure::TimedOut(_)) => Problem::ConnectorTooSlow,
        _ => Problem::ConnectorFailed,
    }
}

/// Keeps data for the feedback with this answer, and returns its id.
async fn keep(
    app: &AppState,
    values: &TemplateValues<'_>,
    device_id: &str,
    data: String,
) -> Result<String, Problem> {
    let id = random_id()?;
    let binding = Binding {
        id: id.clone(),
        device_id: device_id.to_owned(),
        node_id: values.node_id.to_owned(),
        flow_id: values.flow_id.to_owned(),
        question_id: values.question_id.to_owned(),
        answer_hash: answer_hash(values.answer),
        data,
    };
    app.store.add_binding(binding).await?;
    Ok(id)
}

/// Names the questions of a flow that were found by their id or key; others do not belong to it.
fn fill(flow: &Flow, answers: Vec<(String, String)>) -> Vec<FilledQuestion> {
    let question_id = |name: &str| {
        let at = flow
            .element_of_question(name)
            .or_else(|| flow.element_of_question_key(name))?;
        let question = flow.element(at)?.question.as_deref()?;
        Some(question.id.to_string())
    };
    let filled = answers.into_iter().filter_map(|(name, input)| {
        Some(FilledQuestion {
            question_id: question_id(&name)?,
            input,
        })
    });
    filled.collect()
}
