//! Verification codes when the gateway of text messages does not do what it should.

use super::feedbacks::{accepted, refused};
use super::phone_verifications::{phone_records, send, send_to, server};
use crate::process::pulsen;
use crate::process::{ServerProcess, run};
use crate::server::{TestServer, import};
use crate::submission::happy;
use crate::text_message_gateway::Behavior;
use serde_json::json;

#[tokio::test]
async fn a_gateway_failure_is_reported_and_counted() {
    let (server, gateway) = server().await;
    for (behavior, number) in [
        (Behavior::Fails, "+905321234560"),
        (Behavior::Redirects, "+905321234561"),
    ] {
        gateway.behave(behavior);
        let before = gateway.received().len();
        let (status, problem) = refused(send_to(&server, number, "d")).await;
        assert_eq!((status, &problem["code"]), (503, &json!("text_message_failed")));
        assert_eq!(gateway.received().len(), before + 1, "redirects are not followed");
    }
    // What it says to a message that it has taken is not read to the end.
    gateway.behave(Behavior::Floods);
    accepted(send_to(&server, "+905321234562", "d")).await;
    gateway.behave(Behavior::Accepts);
    let again = send_to(&server, "+905321234560", "d").send().await.unwrap();
    assert_eq!(again.status(), 429, "it may have arrived");
    accepted(send(&server)).await;
}

#[tokio::test]
async fn a_gateway_that_hangs_takes_its_own_places_only() {
    const PLACES: usize = 16;
    let (server, gateway) = server().await;
    gateway.behave(Behavior::Hangs);
    let hanging: Vec<_> = (0..PLACES)
        .map(|at| tokio::spawn(send_to(&server, &format!("+9053212345{at:02}"), "d").send()))
        .collect();
    gateway.wait_for(PLACES).await;
    let (status, problem) = refused(send(&server)).await;
    assert_eq!((status, &problem["code"]), (503, &json!("busy")));
    accepted(server.submit(&happy("d"))).await;
    gateway.behave(Behavior::Accepts);
    gateway.release();
    for request in hanging {
        assert_eq!(request.await.unwrap().unwrap().status(), 200);
    }
    accepted(send(&server)).await;
}

#[tokio::test]
async fn without_a_gateway_nothing_is_sent_and_a_warning_is_logged() {
    let server = TestServer::start().await;
    import(phone_records().path(), server.data.path());
    let (status, problem) = refused(send(&server)).await;
    assert_eq!((status, &problem["code"]), (503, &json!("no_text_messages")));
    let data = server.stop().await;
    let log = ServerProcess::start(data.path()).terminate();
    assert!(
        log.contains("text messages are unavailable: set --sms-url"),
        "{log}"
    );
    assert!(log.contains("\"flows\":\"phone\""), "{log}");
}

#[test]
fn a_setting_that_cannot_work_is_refused_without_its_secrets() {
    let data = tempfile::tempdir().unwrap();
    let mut serve = pulsen();
    serve.arg("serve").arg("--data").arg(data.path());
    serve
        .env("PULSEN_SMS_URL", "https://sms.example/?key=hidden")
        .env("PULSEN_SMS_HEADERS", "hidden");
    let (code, output, errors) = run(&mut serve);
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(errors.contains("the headers must be a JSON object"), "{errors}");
    assert!(!errors.contains("hidden"), "{errors}");
    let (_, help, _) = run(pulsen()
        .args(["serve", "--help"])
        .env("PULSEN_SMS_URL", "https://hidden"));
    assert!(help.contains("--sms-url") && !help.contains("hidden"), "{help}");
}
