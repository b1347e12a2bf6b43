//! `/v1/staff/chats/bulk`: one act in many chats (docs/staff.md#acts-in-many-chats).

use super::chats::NO_STORE;
use super::staff_acts::assignee;
use crate::application::AppState;
use crate::http::body::JsonBody;
use crate::http::openapi::problems::{InvalidJson, Unprocessable};
use crate::http::problem::{Code, Problem};
use crate::http::snooze_time::snooze_time;
use crate::http::staff_access::Staff;
use crate::http::tag_changes::TagChanges;
use crate::staff::StaffRefusal;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use base::input::fault::{Fault, FaultKey};
use futures_util::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use store::{ChatAct, ChatActKind, FeedbackAct, FeedbackActKind, StaffChatState, StaffMember};
use utoipa::ToSchema;

/// Most chats of a request.
const MOST_CHATS: usize = 200;

/// How many chats of a request are one change for the rate limit.
const CHATS_OF_A_CHANGE: usize = 10;

/// How many acts of a request wait for the writer at the same time, which commits them together.
const AT_ONCE: usize = 20;

/// An act, and the chats in which it is carried out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BulkActs)]
struct BulkBody {
    #[schema(min_items = 1, max_items = 200)]
    feedback_ids: Vec<String>,
    act: BulkAct,
}

/// What staff do in many chats.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum BulkAct {
    /// Ends them.
    Close {},
    /// Takes those that nobody has.
    Claim {},
    /// Notes that staff have read all that is in them by then.
    Read {},
    /// Gives them to a member of staff; without a name, to nobody.
    Assign { name: Option<String> },
    /// Changes the tags of their feedback.
    Tag(TagChanges),
    /// Puts them off; without a time, no longer.
    Snooze { until: Option<String> },
}

/// What was done, in the order of the request.
#[derive(Serialize, ToSchema)]
#[schema(as = BulkResults)]
struct Results {
    items: Vec<BulkResult>,
}

/// The chat as staff have it then, or why the act was not carried out in it.
#[derive(Serialize, ToSchema)]
struct BulkResult {
    feedback_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    chat: Option<StaffChatState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<BulkProblem>,
}

/// As the problem document of the act in this chat alone would say.
#[derive(Serialize, ToSchema)]
struct BulkProblem {
    status: u16,
    code: Code,
    title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

/// An act that can be carried out.
enum Act {
    OfChat(ChatActKind),
    /// Only in chats of nodes where this member has the right.
    Assign(StaffMember),
    OfFeedback(FeedbackActKind),
}

/// Carries an act out in up to 200 chats, in each by itself: one that refuses it delays no other.
///
/// A repeat gets the same response.
///
/// # Errors
/// 422 for an invalid act; 401, 403, 503. What concerns a single chat is in its result.
#[utoipa::path(
    post,
    path = "/v1/staff/chats/bulk",
    operation_id = "act_in_chats",
    tag = "Staff: chats",
    request_body = BulkBody,
    responses((status = 200, description = "what was done", body = Results), InvalidJson, Unprocessable),
)]
pub(in crate::http) async fn act(
    staff: Staff,
    State(app): State<Arc<AppState>>,
    body: JsonBody,
) -> Result<Response, Problem> {
    let BulkBody { feedback_ids, act } = body.read()?;
    if feedback_ids.is_empty() || feedback_ids.len() > MOST_CHATS {
        let detail = format!("1 to {MOST_CHATS} chats are expected");
        return Err(Fault::at("/feedback_ids", FaultKey::LengthBetween, detail).into());
    }
    staff
        .count_more(&app, (feedback_ids.len() - 1) / CHATS_OF_A_CHANGE)
        .await?;
    let act = act.read(&app).await?;
    let nodes = app.store.nodes_of_chats(&feedback_ids).await?;
    let results = stream::iter(feedback_ids)
        .map(|feedback_id| one(&app, &staff, &act, &nodes, feedback_id))
        .buffered(AT_ONCE);
    let items: Vec<BulkResult> = results.collect().await;
    let is_out_of_scope = |result: &BulkResult| {
        let problem = result.problem.as_ref();
        problem.is_some_and(|problem| matches!(problem.code, Code::Word("not_in_scope")))
    };
    let is_refused = items.iter().any(is_out_of_scope);
    let mut response = (NO_STORE, Json(Results { items })).into_response();
    if is_refused {
        // Written down as that of a single call.
        response.extensions_mut().insert(StaffRefusal::NotInScope);
    }
    Ok(response)
}

async fn one(
    app: &AppState,
    staff: &Staff,
    act: &Act,
    nodes: &HashMap<String, String>,
    feedback_id: String,
) -> BulkResult {
    let node_id = nodes.get(&feedback_id).map(String::as_str);
    let (chat, problem) = match carry_out(app, staff, act, node_id, &feedback_id).await {
        Ok(chat) => (Some(chat), None),
        Err(problem) => (None, Some(BulkProblem::from(problem))),
    };
    BulkResult {
        feedback_id,
        chat,
        problem,
    }
}

async fn carry_out(
    app: &AppState,
    staff: &Staff,
    act: &Act,
    node_id: Option<&str>,
    feedback_id: &str,
) -> Result<StaffChatState, Problem> {
    let node_id = node_id.ok_or(Problem::NotFound("chat"))?;
    staff.enter(node_id)?;
    let (feedback_id, by) = (feedback_id.to_owned(), staff.by());
    let kind = match act {
        Act::OfFeedback(kind) => {
            let act = FeedbackAct {
                feedback_id: feedback_id.clone(),
                by,
                kind: kind.clone(),
            };
            app.store.act_on_feedback(act).await?;
            let chat = app.store.staff_chat_state(&feedback_id).await?;
            return chat.ok_or(Problem::NotFound("chat"));
        }
        Act::Assign(member) => ChatActKind::Assign {
            to: Some(assignee(Some(member), node_id, "/act/name")?),
        },
        Act::OfChat(kind) => kind.clone(),
    };
    let act = ChatAct {
        feedback_id,
        by,
        kind,
    };
    Ok(app.store.act_on_chat(act).await?)
}

impl BulkAct {
    /// Reads what is the same for all chats.
    async fn read(self, app: &AppState) -> Result<Act, Problem> {
        Ok(Act::OfChat(match self {
            Self::Close {} => ChatActKind::Close,
            Self::Claim {} => ChatActKind::Claim,
            Self::Read {} => ChatActKind::Read { position: i64::MAX },
            Self::Assign { name: None } => ChatActKind::Assign { to: None },
            Self::Assign { name: Some(name) } => {
                let member = app.store.staff_member_named(&name).await?;
                let member = member.ok_or_else(|| {
                    let detail = "there is no member of staff with this name";
                    Fault::at("/act/name", FaultKey::UnknownStaff, detail)
                })?;
                return Ok(Act::Assign(member));
            }
            Self::Tag(changes) => return Ok(Act::OfFeedback(changes.act("/act")?)),
            Self::Snooze { until } => ChatActKind::Snooze {
                until: snooze_time(until.as_deref(), "/act/until")?,
            },
        }))
    }
}

impl From<Problem> for BulkProblem {
    fn from(problem: Problem) -> Self {
        let summary = problem.summary();
        Self {
            status: summary.status.as_u16(),
            code: summary.code,
            title: summary.title,
            detail: summary.detail,
        }
    }
}
