//! `/v1/feedbacks`: submissions (specification, sections 3.5, 4.3 and 7; `wire.md`, "HTTP details").

use crate::feedback::{Fault, Submission, Unreadable, check};
use crate::flows::LoadedFlow;
use crate::http::body::JsonBody;
use crate::http::problem::Problem;
use crate::http::state::App;
use crate::random::random_id;
use crate::records::FeedbackNode;
use crate::store::{Answer, NewFeedback, Refused};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use std::sync::Arc;

/// What a stored submission is answered with.
#[derive(Serialize)]
pub(in crate::http) struct Created {
    id: String,
    /// Where the flow ended in a chat: the right to take part in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_token_string: Option<String>,
}

/// `POST /v1/feedbacks`: stores a complete feedback, or with `X-COMPLETED: true` a partial one, and answers after the
/// commit. A repeat with the same `Idempotency-Key` gets the first answer.
///
/// # Errors
/// 422 naming each wrong value or answer, a foreign `X-FID` or a key that was used for another request; 400 for no
/// JSON, for a key that is no UUID, and with code 13045 for a second feedback where a node takes one; 413; 503.
pub(in crate::http) async fn create(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Json<Created>, Problem> {
    let submission = Submission::read(&headers, body)?;
    let device_id = submission.feedback.device_id.clone();
    let key = submission.key.clone();

    let refused = match accept(&app, submission).await {
        Ok(feedback) => match app.store.submit(feedback).await? {
            Ok(answer) => return Ok(Json(created(&app, answer))),
            Err(refused) => return Err(refused.into()),
        },
        Err(problem) => problem,
    };
    // What the first try stored was right then, by the newest flow of then: its repeat gets the same answer, even if
    // it would be refused by now. Only looked up here because the writer looks for itself.
    if let Some(key) = key
        && let Some((fingerprint, answer)) = app.store.answered_before(&device_id, &key).await?
    {
        let same = fingerprint == key.fingerprint;
        return if same {
            Ok(Json(created(&app, answer)))
        } else {
            Err(Problem::IdempotencyMismatch)
        };
    }
    Err(refused)
}

/// Finds the node and the flow that a submission names and checks it against them.
async fn accept(app: &App, submission: Submission) -> Result<NewFeedback, Problem> {
    let (node, flow) = find_target(app, &submission).await?;
    Ok(check(submission, &node, &flow, random_id()?)?)
}

async fn find_target(app: &App, submission: &Submission) -> Result<(FeedbackNode, Arc<LoadedFlow>), Problem> {
    let feedback = &submission.feedback;
    let unknown = |pointer, key, detail| Problem::Unprocessable(vec![Fault::at(pointer, key, detail)]);

    let target = app.store.target(&feedback.node_id, &feedback.flow_id).await?;
    let target = target.ok_or_else(|| unknown("/node_id", "unknown_node", "there is no such node"))?;
    if !target.has_flow {
        return Err(unknown("/flow_id", "unknown_flow", "the node has no such flow"));
    }
    let flow = match feedback.flow_revision {
        None => app.flows.newest(&app.store, &feedback.flow_id).await?,
        Some(revision) => {
            app.flows
                .revision(&app.store, &feedback.flow_id, revision)
                .await?
        }
    };
    let flow = flow.ok_or_else(|| {
        unknown(
            "/flow_revision",
            "unknown_revision",
            "the flow has no such revision",
        )
    })?;
    Ok((target.node, flow))
}

fn created(app: &App, answer: Answer) -> Created {
    let chat_token_string = answer
        .chat_epoch
        .map(|epoch| app.chat_tokens.token(&answer.id, epoch));
    Created {
        id: answer.id,
        chat_token_string,
    }
}

impl From<Unreadable> for Problem {
    fn from(unreadable: Unreadable) -> Self {
        match unreadable {
            Unreadable::Body(faults) => Self::Unprocessable(faults),
            Unreadable::Key => Self::InvalidKey,
        }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::OtherRequest => Self::IdempotencyMismatch,
            Refused::AlreadyComplete => Self::AlreadyComplete,
            Refused::Foreign => {
                let detail = "X-FID names no partial feedback of this device for this node and flow";
                Self::Unprocessable(vec![Fault::at("", "foreign_feedback", detail)])
            }
        }
    }
}
