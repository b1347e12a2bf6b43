//! `/v1/feedbacks`: submissions (docs/api.md#feedback).

use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::feedback::{Evidence, Submission, SubmissionCheck, SubmittedFeedback, named_bindings};
use crate::http::body::FeedbackBody;
use crate::http::flow_target::{FlowTarget, find_flow_target};
use crate::http::openapi::headers::{CompletionHeaders, IdempotencyHeader, SignatureHeader, TrackingHeaders};
use crate::http::openapi::problems::{
    AlreadyComplete, DeviceBlocked, InvalidJson, KeyRefused, NoRoom, NodeUnavailable, TooMuchStored,
    Unprocessable,
};
use crate::http::problem::Problem;
use crate::rate_limits::TooManyRequests;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};
use base::panics::TaskError;
use base::random::ordered_id;
use base::records::LinkSignature;
use base::time::now;
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Arc;
use store::{CheckedSubmission, FeedbackStatus, IdempotentRequest, NewFeedback, SubmissionReceipt};
use tokio::task::{JoinError, spawn_blocking};
use tracing::error;
use utoipa::ToSchema;

/// Most bytes of a submission that is checked on the thread that serves other requests too, unless its flow is slow. That
/// takes less than passing it to another thread.
const QUICK_WEIGHT: usize = 8 * 1024;

/// The response to a stored submission.
#[derive(Serialize, ToSchema)]
#[schema(as = StoredFeedback)]
pub(in crate::http) struct SubmissionResponse {
    /// The feedback's id.
    id: String,
    /// The token of the chat if the flow ended in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_token_string: Option<String>,
    /// The token that begins the chat which the end of the flow offers, if it does (docs/api.md#beginning-a-chat).
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_start_token: Option<String>,
}

/// Stores a feedback.
///
/// It is complete, or with `X-COMPLETED: true` partial, and the response comes after the commit. A repeat with
/// the same `Idempotency-Key` gets the first response.
///
/// # Errors
/// 422 with each invalid value or answer, for a foreign `X-FID` and for a key that was used for another request; 400 for a
/// body that is not JSON, for a key that is not a UUID of versions 1 to 5, and with code 13045 for a second feedback where the node accepts
/// one; 403 where the node takes no feedback now, not by this link, or not from this device; 413; 429; 503.
#[utoipa::path(
    post,
    path = "/v1/feedbacks",
    operation_id = "submit_feedback",
    tag = "Feedback",
    params(IdempotencyHeader, CompletionHeaders, SignatureHeader, TrackingHeaders),
    request_body = SubmittedFeedback,
    responses(
        (status = 200, description = "stored", body = SubmissionResponse),
        InvalidJson, Unprocessable, KeyRefused, AlreadyComplete, NodeUnavailable, DeviceBlocked, TooMuchStored,
        NoRoom,
    ),
)]
pub(in crate::http) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    headers: HeaderMap,
    FeedbackBody { json, weight }: FeedbackBody,
) -> Result<Json<SubmissionResponse>, Problem> {
    app.room.check_feedback(json.len())?;
    let submission = Submission::read(&headers, &json)?;
    drop(json);
    let device_id = submission.feedback.device_id.clone();
    app.admission.rates.count_device(&device_id).await?;
    let key = submission.key.clone();
    let invalid = match prepare(&app, client, submission, weight.num_permits()).await {
        Ok(mut submission) => {
            count(&app, client, &submission).await?;
            let bytes = weight.num_permits();
            app.admission.rates.count_stored_text(client, bytes).await?;
            submission.weight = Some(Arc::new(weight));
            return Ok(respond(&app, app.store.submit(submission).await?));
        }
        // The database is unavailable: to ask it again would double the wait.
        Err(problem @ (Problem::Busy | Problem::Internal)) => return Err(problem),
        Err(problem) => problem,
    };
    // A submission that is invalid today may have been valid, and stored, under an earlier revision of the flow: then its
    // repeat gets the first response. For valid submissions the writer decides this.
    let Some(key) = key else { return Err(invalid) };
    match app.store.classify_submission(&device_id, &key).await? {
        IdempotentRequest::New => Err(invalid),
        IdempotentRequest::Repeat(receipt) => Ok(respond(&app, receipt)),
        IdempotentRequest::KeyReused => Err(Problem::IdempotencyMismatch),
    }
}

/// Reads a submission as [`create`] does, and stores nothing (bench/ingest.mjs).
#[cfg(feature = "bench")]
pub(in crate::http) async fn parse_only(
    headers: HeaderMap,
    FeedbackBody { json, weight }: FeedbackBody,
) -> Result<Json<SubmissionResponse>, Problem> {
    let submission = Submission::read(&headers, &json)?;
    drop((submission, weight));
    Ok(Json(SubmissionResponse {
        id: ordered_id(now())?,
        chat_token_string: None,
        chat_start_token: None,
    }))
}

/// Finds the node and the flow of a submission, and checks the submission against them. `weight` is its bytes.
async fn prepare(
    app: &AppState,
    client: Option<IpAddr>,
    submission: Submission,
    weight: usize,
) -> Result<CheckedSubmission, Problem> {
    let feedback = &submission.feedback;
    let created_offline = feedback.created_offline;
    let FlowTarget {
        node,
        chat,
        flow,
        newest,
    } = find_flow_target(
        app,
        &feedback.node_id,
        &feedback.flow_id,
        feedback.flow_revision,
        created_offline,
    )
    .await?;
    let signature = node.check_signature(submission.signature.as_deref());
    if node.refuses_signature(&signature) {
        return Err(Problem::InvalidSignature);
    }
    let received_at = now();
    if let Some(reason) = node.refusal_of(submission.created_at, created_offline, received_at) {
        return Err(reason.into());
    }
    let named = named_bindings(&submission.feedback.responses);
    let bindings = app.store.bindings(&named).await?;
    let evidence = gather_evidence(app, &submission, &node.id, signature).await?;
    let device_hash = app.device_hashes.hash(&feedback.device_id);
    let is_quick = weight <= QUICK_WEIGHT && flow.is_quick_to_check;
    let check = SubmissionCheck {
        node,
        chat,
        flow,
        newest,
        evidence,
        phone_keys: app.phone_keys.clone(),
        bindings,
        new_id: ordered_id(received_at)?,
        device_hash,
        client,
        address_hashes: app.address_hashes.clone(),
        received_at,
    };
    if is_quick {
        return Ok(check.run(submission)?);
    }
    // Answers of a megabyte, or a slow pattern, must not hold up the other requests of this thread. No more checks at once
    // than there are processors: they would only compete.
    let _turn = app.admission.checks.acquire().await.map_err(|_| Problem::Busy)?;
    let checked = spawn_blocking(move || check.run(submission)).await;
    Ok(checked.map_err(task_failed)??)
}

/// Counts complete feedback, and the chats that begin with it, so that nobody fills a node's list and queue in no time.
async fn count(
    app: &AppState,
    client: Option<IpAddr>,
    submission: &CheckedSubmission,
) -> Result<(), TooManyRequests> {
    let NewFeedback {
        status,
        node_id,
        chat_epoch,
        ..
    } = &submission.feedback;
    if *status == FeedbackStatus::Partial {
        return Ok(());
    }
    app.admission.rates.count_feedback(client, node_id).await?;
    if chat_epoch.is_some() {
        app.admission.rates.count_new_chat(client, node_id).await?;
    }
    Ok(())
}

/// Finds what is known about the sender. Widget and customer are looked up only where the submission names them.
async fn gather_evidence(
    app: &AppState,
    submission: &Submission,
    node_id: &str,
    signature: LinkSignature,
) -> Result<Evidence, Problem> {
    let feedback = &submission.feedback;
    let widget = match &feedback.widget_code {
        Some(code) => app.store.widget_rules(code, node_id).await?,
        None => None,
    };
    let customer = match submission.customer_id() {
        Some(id) => {
            app.store
                .customer_of_device(id, node_id, &feedback.device_id)
                .await?
        }
        None => None,
    };
    let needs_signed = match &widget {
        Some(rules) => rules.needs_signed_attributes(),
        None => app.store.takes_only_signed(node_id).await?,
    };
    Ok(Evidence {
        signature,
        widget,
        needs_signed,
        customer,
    })
}

fn task_failed(error: JoinError) -> Problem {
    error!(error = %TaskError::from(error), "submission task failed");
    Problem::Internal
}

fn respond(app: &AppState, receipt: SubmissionReceipt) -> Json<SubmissionResponse> {
    let chat_token_string = receipt
        .chat_epoch
        .map(|epoch| app.chat_tokens.token(&receipt.id, epoch));
    let chat_start_token = receipt
        .offers_chat
        .then(|| app.chat_tokens.start_token(&receipt.id));
    Json(SubmissionResponse {
        id: receipt.id,
        chat_token_string,
        chat_start_token,
    })
}
