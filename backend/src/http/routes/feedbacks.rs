//! `/v1/feedbacks`: submissions (docs/api.md#feedback).

use crate::feedback::{Evidence, Submission, check};
use crate::flows::LoadedFlow;
use crate::http::body::FeedbackBody;
use crate::http::fault::Fault;
use crate::http::problem::Problem;
use crate::http::state::AppState;
use crate::random::random_id;
use crate::records::{FeedbackNode, LinkSignature, Unavailability};
use crate::store::{CheckedSubmission, IdempotentRequest, SubmissionReceipt};
use crate::time::now;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::{JoinError, spawn_blocking};
use tracing::error;

/// The response to a stored submission.
#[derive(Serialize)]
pub(in crate::http) struct SubmissionResponse {
    /// The feedback's id.
    id: String,
    /// The token of the chat if the flow ended in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_token_string: Option<String>,
}

/// `POST /v1/feedbacks`: stores a complete feedback, or with `X-COMPLETED: true` a partial one, and responds after the
/// commit. A repeat with the same `Idempotency-Key` gets the first response.
///
/// # Errors
/// 422 with each invalid value or answer, for a foreign `X-FID` and for a key that was used for another request; 400 for a
/// body that is not JSON, for a key that is not a UUID, and with code 13045 for a second feedback where the node accepts
/// one; 403 where the node takes no feedback now or not by this link; 413; 429; 503.
pub(in crate::http) async fn create(
    State(app): State<Arc<AppState>>,
    headers: HeaderMap,
    FeedbackBody { value, weight }: FeedbackBody,
) -> Result<Json<SubmissionResponse>, Problem> {
    let submission = Submission::read(&headers, value)?;
    let device_id = submission.feedback.device_id.clone();
    app.admission.rates.count_device(&device_id)?;
    let key = submission.key.clone();
    let invalid = match prepare(&app, submission).await {
        Ok(submission) => return Ok(respond(&app, store(&app, submission, weight).await?)),
        // The database is away: to ask it again would double the wait.
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

/// Finds the node and the flow of a submission, and checks the submission against them.
async fn prepare(app: &AppState, submission: Submission) -> Result<CheckedSubmission, Problem> {
    let (node, flow) = find_target(app, &submission).await?;
    let signature = node.check_signature(submission.signature.as_deref());
    if node.refuses_signature(&signature) {
        return Err(Problem::NodeUnavailable(Unavailability::InvalidSignature));
    }
    let created_offline = submission.feedback.created_offline;
    if let Some(reason) = node.refusal_of(submission.created_at, created_offline, now()) {
        return Err(Problem::NodeUnavailable(reason));
    }
    let evidence = gather_evidence(app, &submission, &node.id, signature).await?;
    let new_id = random_id()?;
    // Answers of a megabyte, or a slow pattern, must not hold up the other requests of this thread. No more checks at once
    // than there are processors: they would only compete.
    let _turn = app.admission.checks.acquire().await.map_err(|_| Problem::Busy)?;
    let checked = spawn_blocking(move || check(submission, &node, &flow, evidence, new_id)).await;
    Ok(checked.map_err(task_failed)??)
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
    Ok(Evidence {
        signature,
        widget,
        customer,
    })
}

/// Stores a submission. It keeps its weight until the writer is done with it, also if the visitor hangs up before.
async fn store(
    app: &AppState,
    submission: CheckedSubmission,
    weight: OwnedSemaphorePermit,
) -> Result<SubmissionReceipt, Problem> {
    let store = Arc::clone(&app.store);
    let stored = tokio::spawn(async move {
        let stored = store.submit(submission).await;
        drop(weight);
        stored
    });
    Ok(stored.await.map_err(task_failed)??)
}

fn task_failed(error: JoinError) -> Problem {
    error!(%error, "a task of a submission failed");
    Problem::Internal
}

async fn find_target(
    app: &AppState,
    submission: &Submission,
) -> Result<(FeedbackNode, Arc<LoadedFlow>), Problem> {
    let feedback = &submission.feedback;
    let target = app.store.target(&feedback.node_id, &feedback.flow_id).await?;
    let target = target.ok_or_else(|| Fault::at("/node_id", "unknown_node", "there is no such node"))?;
    if !target.has_flow {
        return Err(Fault::at("/flow_id", "unknown_flow", "the node has no such flow").into());
    }
    let flow = match feedback.flow_revision {
        None => app.flows.newest(&app.store, &feedback.flow_id).await?,
        Some(revision) => {
            app.flows
                .revision(&app.store, &feedback.flow_id, revision)
                .await?
        }
    };
    let unknown_revision = || {
        let detail = "the flow has no such revision";
        Fault::at("/flow_revision", "unknown_revision", detail)
    };
    Ok((target.node, flow.ok_or_else(unknown_revision)?))
}

fn respond(app: &AppState, receipt: SubmissionReceipt) -> Json<SubmissionResponse> {
    let chat_token_string = receipt
        .chat_epoch
        .map(|epoch| app.chat_tokens.token(&receipt.id, epoch));
    Json(SubmissionResponse {
        id: receipt.id,
        chat_token_string,
    })
}
