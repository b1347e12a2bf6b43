//! `/v1/customers/send_verification_token` and `/v1/customers/verify`: proves that a phone number is the visitor's
//! (docs/api.md#phone-verification).

use super::chats::NO_STORE;
use crate::admission::ClientAddress;
use crate::application::AppState;
use crate::connections::wide_network;
use crate::feedback::{ID_LENGTH, signature_header};
use crate::http::device_id::device_id;
use crate::http::fields_body::FieldsBody;
use crate::http::flow_target::{FlowTarget, find_flow_target};
use crate::http::openapi::headers::{OptionalDeviceHeader, SignatureHeader};
use crate::http::openapi::problems::{CodeExpired, InvalidFields, NodeUnavailable, NotTexted, Unprocessable};
use crate::http::openapi::shapes::{CodeRequest, TypedCode};
use crate::http::problem::Problem;
use crate::phone_verification::{CODE_LIFETIME, VerifiedNumber, random_code};
use crate::text_messages::code_message;
use axum::Json;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use base::code_limits::range_of;
use base::input::fault::{Fault, FaultKey};
use base::random::random_id;
use base::records::FeedbackNode;
use base::telemetry::{code_handled, code_refused};
use base::time::{Millis, now};
use engine::{Answer, Flow, contact_text};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use store::{
    AttemptedVerification, ClientHashes, CodeAttempt, NewVerification, SenderHashes, SentTooOften, WriteError,
};
use tracing::warn;
use utoipa::ToSchema;

/// The kind of address that codes are sent to.
const SMS: &str = "sms";

/// Longest number or code that is looked at, in bytes.
const SHORT_TEXT: usize = 32;

/// What a visitor asks for.
struct Wanted {
    /// In the format of E.164.
    address: String,
    device_id: String,
    question_id: String,
    /// Of the message; English for others than those that it is written in.
    language: Option<String>,
}

/// The response to a code that was sent.
#[derive(Serialize, ToSchema)]
struct SentCode {
    /// Names the verification when the code is checked.
    id: String,
    /// Seconds before another code may be requested.
    resend_after_in_seconds: u64,
}

/// Sends a code to a phone number.
///
/// Responds when the gateway has taken the message.
///
/// # Errors
/// 422 for what is missing or wrong: number, its country, device, node, question; 403 and 400 where the node takes no feedback now; 429
/// if too many codes were requested; 503 `no_text_messages` without a gateway, `text_message_failed` if the gateway does not
/// take the message, `busy`.
#[utoipa::path(
    post,
    path = "/v1/customers/send_verification_token",
    operation_id = "send_code",
    tag = "Phone numbers",
    params(OptionalDeviceHeader, SignatureHeader),
    request_body(content((CodeRequest = "application/json"), (CodeRequest = "multipart/form-data"))),
    responses(
        (status = 200, description = "sent", body = SentCode),
        InvalidFields, Unprocessable, NodeUnavailable, NotTexted,
    ),
)]
pub(in crate::http) async fn send(
    State(app): State<Arc<AppState>>,
    Extension(client): Extension<ClientAddress>,
    headers: HeaderMap,
    mut body: FieldsBody,
) -> Result<impl IntoResponse, Problem> {
    let target = target(&app, client, &headers, &mut body).await?;
    let wanted = read(&headers, &mut body)?;
    check_question(&target.flow.flow, &wanted)?;
    check_country(&target.node, &wanted)?;
    let text_messages = app.text_messages.as_ref().ok_or(Problem::NoTextMessages)?;
    app.admission.rates.count_device(&wanted.device_id).await?;
    // Before anything is counted: the visitor can try again at once.
    let place = text_messages.take_place().ok_or(Problem::Busy)?;
    let code = random_code()?;
    let verification = new_verification(&app, &target.node, &wanted, client, &code)?;
    let id = verification.id.clone();
    let added = app.store.add_verification(verification).await;
    let pause = added.inspect_err(|error| note_refusal(error, &target.node.id))?;
    let resend_after = Duration::from_millis(pause.unsigned_abs());
    let text = code_message(wanted.language.as_deref(), &code, target.node.name.as_deref());
    let sent = text_messages.send(place, &wanted.address, &text).await;
    code_handled(if sent.is_ok() { "sent" } else { "failed" });
    // It stays counted: it may have arrived after all.
    sent.map_err(|_| Problem::TextMessageFailed(resend_after))?;
    let response = SentCode {
        id,
        resend_after_in_seconds: resend_after.as_secs(),
    };
    Ok((NO_STORE, Json(response)))
}

/// The response to the right code.
#[derive(Serialize, ToSchema)]
struct VerifiedAddress {
    address: String,
    /// The proof, for the submission with this number.
    token: String,
}

/// Checks a code, and responds with the proof that the number is the visitor's.
///
/// Each attempt takes a try, so the right code can be sent again if the response was lost.
///
/// # Errors
/// 422 `wrong_code` with the number of tries that are left; 410 `code_expired` for a code that is too old, was tried too
/// often, or never existed; 429; 503.
#[utoipa::path(
    post,
    path = "/v1/customers/verify",
    operation_id = "check_code",
    tag = "Phone numbers",
    request_body(content((TypedCode = "application/json"), (TypedCode = "multipart/form-data"))),
    responses(
        (status = 200, description = "the proof, for the feedback with this number", body = VerifiedAddress),
        InvalidFields, Unprocessable, CodeExpired,
    ),
)]
pub(in crate::http) async fn verify(
    State(app): State<Arc<AppState>>,
    mut body: FieldsBody,
) -> Result<impl IntoResponse, Problem> {
    let verification_id = body.require("verification_id", ID_LENGTH)?;
    let code = body.require("token", SHORT_TEXT)?;
    let at = now();
    let attempt = CodeAttempt {
        verification_id: verification_id.clone(),
        code_hash: app.phone_keys.hash_code(&verification_id, &code),
        at,
    };
    let attempted = app.store.try_code(attempt).await?;
    let is_right = app
        .phone_keys
        .is_code(&code, &verification_id, &attempted.code_hash);
    code_handled(if is_right { "entered" } else { "wrong" });
    if !is_right {
        return Err(wrong_code(attempted.tries_left).into());
    }
    let token = prove(&app, &attempted, at);
    let address = attempted.address;
    Ok((NO_STORE, Json(VerifiedAddress { address, token })))
}

/// Finds the node and the flow, and checks that the node takes feedback from this visitor now.
async fn target(
    app: &AppState,
    ClientAddress(client): ClientAddress,
    headers: &HeaderMap,
    body: &mut FieldsBody,
) -> Result<FlowTarget, Problem> {
    let node_id = body.require("node_id", ID_LENGTH)?;
    let flow_id = match body.take("flow_id") {
        Some(flow_id) => flow_id,
        None => app
            .store
            .node(&node_id)
            .await?
            .map_or_else(String::new, |node| node.flow_id_at(now()).to_owned()),
    };
    let revision = body.take("flow_revision").map(|revision| revision.parse());
    let revision = revision.transpose().map_err(|_| {
        let detail = "the number of a revision is expected";
        Fault::at("/flow_revision", FaultKey::WrongType, detail)
    })?;
    let target = find_flow_target(app, &node_id, &flow_id, revision, false).await?;
    let signature = target.node.check_signature(signature_header(headers));
    let reason = app.unavailability_for(&target.node, &signature, client).await?;
    match reason {
        Some(reason) => Err(reason.into()),
        None => Ok(target),
    }
}

fn read(headers: &HeaderMap, body: &mut FieldsBody) -> Result<Wanted, Problem> {
    if body.take("kind").is_some_and(|kind| kind != SMS) {
        return Err(Fault::at("/kind", FaultKey::InvalidAnswer, "`sms` is the only kind").into());
    }
    let no_device = || {
        let detail = "the browser's random id is expected here or in X-Device-Id";
        Fault::at("/device_id", FaultKey::Required, detail)
    };
    Ok(Wanted {
        address: contact_text(&body.require("address", SHORT_TEXT)?),
        device_id: device_id(headers, body.take("device_id"))?.ok_or_else(no_device)?,
        question_id: body.require("question_id", ID_LENGTH)?,
        language: body.take("language"),
    })
}

/// Checks that the flow verifies a number at this question, and that this is one.
fn check_question(flow: &Flow, wanted: &Wanted) -> Result<(), Fault> {
    let question = flow
        .question(&wanted.question_id)
        .filter(|question| question.requires_verification())
        .ok_or_else(|| {
            let detail = "the flow has no such question of the style `phone_verification`";
            Fault::at("/question_id", FaultKey::UnknownQuestion, detail)
        })?;
    match question.validate(Some(&Answer::Phone(wanted.address.as_str().into())), 0) {
        Some(message) => {
            let detail = "a number such as +905321234567 is expected";
            Err(Fault::at(
                "/address",
                FaultKey::of_answer(message.key.name()),
                detail,
            ))
        }
        None => Ok(()),
    }
}

/// Checks that the node sends codes to numbers of this country.
fn check_country(node: &FeedbackNode, wanted: &Wanted) -> Result<(), Fault> {
    if node.sends_codes_to(&wanted.address) {
        return Ok(());
    }
    code_refused("country");
    let countries: Vec<&str> = node.code_countries().collect();
    let detail = match &countries[..] {
        [] => "a number of a country is expected".to_owned(),
        countries => format!(
            "a number of one of these countries is expected: {}",
            countries.join(", ")
        ),
    };
    Err(Fault::at("/address", FaultKey::PhoneCountry, detail))
}

/// Records which limit kept a code from being sent. What the brake refuses, an operator should look at.
fn note_refusal(error: &WriteError<SentTooOften>, node_id: &str) {
    /// The minute in which the log said so last.
    static TOLD_IN: AtomicI64 = AtomicI64::new(0);
    let WriteError::Refused(SentTooOften { limit, .. }) = error else {
        return;
    };
    code_refused(limit);
    let minute = now() / 60_000;
    if *limit == "brake" && TOLD_IN.swap(minute, Ordering::Relaxed) != minute {
        warn!(
            node_id,
            "verification codes limited: few sent codes are entered, so each network gets 3 per hour"
        );
    }
}

fn new_verification(
    app: &AppState,
    node: &FeedbackNode,
    wanted: &Wanted,
    ClientAddress(client): ClientAddress,
    code: &str,
) -> Result<NewVerification, Problem> {
    let id = random_id()?;
    let sent_at = now();
    let keys = &app.phone_keys;
    Ok(NewVerification {
        code_hash: keys.hash_code(&id, code),
        sender: SenderHashes {
            address: keys.hash_sender("number", &wanted.address),
            range: keys.hash_sender("range", range_of(&wanted.address)),
            device: keys.hash_sender("device", &wanted.device_id),
            client: client.map(|client| ClientHashes {
                address: keys.hash_sender("network address", &client.to_string()),
                network: keys.hash_sender("network", &wide_network(client).to_string()),
            }),
        },
        id,
        address: wanted.address.clone(),
        device_id: wanted.device_id.clone(),
        node_id: node.id.clone(),
        question_id: wanted.question_id.clone(),
        limits: app.send_limits,
        sent_at,
        expires_at: sent_at + CODE_LIFETIME,
    })
}

fn prove(app: &AppState, verification: &AttemptedVerification, at: Millis) -> String {
    let number = VerifiedNumber {
        address: &verification.address,
        device_id: &verification.device_id,
        node_id: &verification.node_id,
        question_id: &verification.question_id,
    };
    app.phone_keys.prove(&number, at)
}

fn wrong_code(tries_left: u32) -> Fault {
    let params = BTreeMap::from([("triesLeft", f64::from(tries_left))]);
    Fault {
        params,
        ..Fault::at(
            "/token",
            FaultKey::WrongCode,
            "this is not the code that was sent",
        )
    }
}
