//! `/v1/staff/server`: how the server is, for those who run it (docs/staff.md#the-server).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::finding::{Finding, Verdict};
use crate::http::problem::Problem;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::time::{HOUR, now, to_rfc3339};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use store::DatabaseKind;
use tokio::time::timeout;
use utoipa::ToSchema;

/// How long the database may take for one look.
const DATABASE_LIMIT: Duration = Duration::from_secs(3);

/// How a server is.
#[derive(Serialize, ToSchema)]
struct ServerAnswer {
    version: &'static str,
    /// What is in the program, and what it leaves out.
    build: String,
    #[schema(inline)]
    database: DatabaseKind,
    /// RFC 3339.
    started_at: String,
    /// The server's clock: RFC 3339.
    now: String,
    checks: Vec<ServerCheck>,
}

/// What was looked at.
#[derive(Serialize, ToSchema)]
struct ServerCheck {
    /// Such as `database`.
    name: &'static str,
    #[schema(inline)]
    state: CheckState,
    message: String,
    /// What to do. Absent if nothing is to be done.
    #[serde(skip_serializing_if = "String::is_empty")]
    advice: String,
}

/// How serious it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum CheckState {
    Ok,
    /// It works, but not as well or as safely as it could.
    Warning,
    /// Visitors or staff cannot do something.
    Failed,
}

impl From<Finding> for ServerCheck {
    fn from(finding: Finding) -> Self {
        Self {
            name: finding.check,
            state: match finding.verdict {
                Verdict::Ok => CheckState::Ok,
                Verdict::Warn => CheckState::Warning,
                Verdict::Fail => CheckState::Failed,
            },
            message: finding.reason,
            advice: finding.advice,
        }
    }
}

/// Shows how the server that answers is: its version, its database, and what it knows to be wrong.
///
/// # Errors
/// 403 without the right to manage all nodes; 401.
#[utoipa::path(
    get,
    path = "/v1/staff/server",
    operation_id = "show_server",
    tag = "Staff: accounts",
    responses((status = 200, description = "the server", body = ServerAnswer)),
)]
pub(in crate::http) async fn show(
    staff: Staff,
    State(app): State<Arc<AppState>>,
) -> Result<impl IntoResponse, Problem> {
    staff.enter_all_of(None)?;
    let mut findings = app.start.configuration.clone();
    findings.push(database(&app).await);
    findings.extend(app.room.findings());
    findings.extend(redis(&app));
    findings.extend(mails(&app).await);
    findings.extend(deliveries(&app).await);
    let answer = ServerAnswer {
        version: env!("CARGO_PKG_VERSION"),
        build: crate::build_features::summary(),
        database: app.store.kind(),
        started_at: to_rfc3339(app.start.at),
        now: to_rfc3339(now()),
        checks: findings.into_iter().map(ServerCheck::from).collect(),
    };
    Ok((NO_STORE, Json(answer)))
}

async fn database(app: &AppState) -> Finding {
    const CHECK: &str = "database";
    match timeout(DATABASE_LIMIT, app.store.is_ready()).await {
        Ok(true) => Finding::ok(CHECK, "it stores what is sent"),
        Ok(false) | Err(_) => Finding::fail(
            CHECK,
            "it does not store what is sent",
            "see the log, and run `pulsen doctor`; pages keep their feedback and send it again",
        ),
    }
}

fn redis(app: &AppState) -> Option<Finding> {
    const CHECK: &str = "redis";
    let redis = app.admission.redis()?;
    Some(match redis.is_connected() {
        true => Finding::ok(CHECK, "it answers"),
        false => Finding::warn(
            CHECK,
            "it is unavailable",
            "servers continue without it, but see each other's changes late",
        ),
    })
}

async fn mails(app: &AppState) -> Option<Finding> {
    const CHECK: &str = "mail";
    app.mail.as_ref()?;
    let Ok(Ok(waiting)) = timeout(DATABASE_LIMIT, app.store.waiting_mails()).await else {
        return None;
    };
    let is_late = waiting.oldest.is_some_and(|oldest| oldest < now() - HOUR);
    Some(match is_late {
        false => Finding::ok(CHECK, "no mail waits for more than an hour"),
        true => Finding::warn(
            CHECK,
            format!("{} mails wait, the oldest for more than an hour", waiting.number),
            "run `pulsen doctor`: it asks the mail server",
        ),
    })
}

async fn deliveries(app: &AppState) -> Option<Finding> {
    const CHECK: &str = "webhooks";
    let Ok(Ok(backlog)) = timeout(DATABASE_LIMIT, app.store.delivery_backlog()).await else {
        return None;
    };
    let is_late = backlog.oldest.is_some_and(|oldest| oldest < now() - HOUR);
    Some(if backlog.dead > 0 {
        Finding::warn(
            CHECK,
            format!("{} deliveries have failed for good", backlog.dead),
            "see the webhooks: mend the receiver, then replay them",
        )
    } else if is_late {
        Finding::warn(
            CHECK,
            format!(
                "{} deliveries wait, the oldest for more than an hour",
                backlog.waiting
            ),
            "see the webhooks: a receiver does not answer",
        )
    } else {
        Finding::ok(CHECK, "no delivery has failed for good")
    })
}
