//! `/v1/staff/server`: how the server is, for those who run it (docs/staff.md#the-server).

use super::chats::NO_STORE;
use crate::application::AppState;
use crate::build_features::FEATURES;
use crate::condition::{Condition, ConditionCode as Code};
use crate::finding::{Finding, Verdict};
use crate::http::problem::Problem;
use crate::http::staff_access::Staff;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use base::build_feature::BuildFeature;
use base::time::{HOUR, Millis, now, to_rfc3339};
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
    #[schema(inline)]
    build: Build,
    #[schema(inline)]
    database: DatabaseKind,
    /// RFC 3339.
    started_at: String,
    /// The server's clock: RFC 3339.
    now: String,
    checks: Vec<ServerCheck>,
}

/// The systems that a program can work with.
#[derive(Serialize, ToSchema)]
struct Build {
    with: Vec<&'static str>,
    /// Those that the program leaves out.
    without: Vec<&'static str>,
}

/// What was looked at.
#[derive(Serialize, ToSchema)]
struct ServerCheck {
    /// Such as `database`.
    name: &'static str,
    code: Code,
    /// What the code counts: mails, deliveries, or free MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i64>,
    #[schema(inline)]
    state: CheckState,
    /// In English.
    message: String,
    /// What to do, in English. Absent if nothing is to be done.
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

impl Build {
    /// Of this program.
    fn this() -> Self {
        let (with, without): (Vec<_>, Vec<_>) = FEATURES.iter().partition(|feature| feature.is_in);
        let names =
            |features: Vec<&BuildFeature>| features.into_iter().map(|feature| feature.system).collect();
        Self {
            with: names(with),
            without: names(without),
        }
    }
}

impl From<Condition> for ServerCheck {
    fn from(condition: Condition) -> Self {
        let Condition {
            code,
            number,
            finding,
        } = condition;
        Self {
            name: finding.check,
            code,
            number,
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
    let mut conditions = app.start.configuration.clone();
    conditions.push(database(&app).await);
    conditions.extend(app.room.conditions());
    conditions.extend(redis(&app));
    conditions.extend(mails(&app).await);
    conditions.extend(deliveries(&app).await);
    let answer = ServerAnswer {
        version: env!("CARGO_PKG_VERSION"),
        build: Build::this(),
        database: app.store.kind(),
        started_at: to_rfc3339(app.start.at),
        now: to_rfc3339(now()),
        checks: conditions.into_iter().map(ServerCheck::from).collect(),
    };
    Ok((NO_STORE, Json(answer)))
}

async fn database(app: &AppState) -> Condition {
    const CHECK: &str = "database";
    match timeout(DATABASE_LIMIT, app.store.is_ready()).await {
        Ok(true) => Condition::new(Code::DatabaseReady, Finding::ok(CHECK, "it stores what is sent")),
        Ok(false) | Err(_) => Condition::new(
            Code::DatabaseUnavailable,
            Finding::fail(
                CHECK,
                "it does not store what is sent",
                "see the log, and run `pulsen doctor`; pages keep their feedback and send it again",
            ),
        ),
    }
}

fn redis(app: &AppState) -> Option<Condition> {
    const CHECK: &str = "redis";
    let redis = app.admission.redis()?;
    Some(match redis.is_connected() {
        true => Condition::new(Code::RedisReady, Finding::ok(CHECK, "it answers")),
        false => Condition::new(
            Code::RedisUnavailable,
            Finding::warn(
                CHECK,
                "it is unavailable",
                "servers continue without it, but see each other's changes late",
            ),
        ),
    })
}

async fn mails(app: &AppState) -> Option<Condition> {
    const CHECK: &str = "mail";
    app.mail.as_ref()?;
    let Ok(Ok(waiting)) = timeout(DATABASE_LIMIT, app.store.waiting_mails()).await else {
        return None;
    };
    Some(match is_late(waiting.oldest) {
        false => Condition::new(
            Code::MailPunctual,
            Finding::ok(CHECK, "no mail waits for more than an hour"),
        ),
        true => Condition::new(
            Code::MailLate,
            Finding::warn(
                CHECK,
                format!("{} mails wait, the oldest for more than an hour", waiting.number),
                "run `pulsen doctor`: it asks the mail server",
            ),
        )
        .of(waiting.number),
    })
}

async fn deliveries(app: &AppState) -> Option<Condition> {
    const CHECK: &str = "webhooks";
    let Ok(Ok(backlog)) = timeout(DATABASE_LIMIT, app.store.delivery_backlog()).await else {
        return None;
    };
    let (dead, waiting) = (backlog.dead, backlog.waiting);
    Some(if dead > 0 {
        let reason = format!("{dead} deliveries have failed for good");
        let advice = "see the webhooks: mend the receiver, then replay them";
        Condition::new(Code::DeliveriesFailed, Finding::warn(CHECK, reason, advice)).of(dead)
    } else if is_late(backlog.oldest) {
        let reason = format!("{waiting} deliveries wait, the oldest for more than an hour");
        let advice = "see the webhooks: a receiver does not answer";
        Condition::new(Code::DeliveriesLate, Finding::warn(CHECK, reason, advice)).of(waiting)
    } else {
        let finding = Finding::ok(CHECK, "no delivery has failed for good");
        Condition::new(Code::DeliveriesPunctual, finding)
    })
}

/// Returns whether something has been waiting for more than an hour.
fn is_late(oldest: Option<Millis>) -> bool {
    oldest.is_some_and(|oldest| oldest < now() - HOUR)
}
