//! Traces that arrive at a collector (docs/operate.md#traces).

use crate::process::ServerProcess;
use crate::server::{RECORDS, client, import};
use crate::submission::{unhappy, with};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

type Received = Arc<Mutex<Vec<Bytes>>>;

/// Starts a collector, and returns its address.
async fn start_collector(received: &Received) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let keep = async |State(received): State<Received>, body: Bytes| received.lock().unwrap().push(body);
    let routes = Router::new()
        .route("/v1/traces", post(keep))
        .with_state(Arc::clone(received));
    tokio::spawn(async { axum::serve(listener, routes).await });
    format!("http://{address}/v1/traces")
}

fn spans(received: &Received) -> Vec<Span> {
    let bodies = received.lock().unwrap();
    let requests = bodies
        .iter()
        .map(|body| ExportTraceServiceRequest::decode(body.clone()).unwrap());
    let resources = requests.flat_map(|request| request.resource_spans);
    let scopes = resources.flat_map(|resource| resource.scope_spans);
    scopes.flat_map(|scope| scope.spans).collect()
}

#[tokio::test]
async fn a_request_is_a_trace_with_its_parts_and_nothing_personal() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let received = Received::default();
    let collector = start_collector(&received).await;
    let server = ServerProcess::start_with(
        data.path(),
        &["--rate-limit", "off", "--otlp", &collector, "--otlp-share", "1"],
    );
    let submission = with(unhappy("device-7"), "user_id", "zqann");
    let url = format!("{}/v1/feedbacks", server.address);
    let response = client()
        .post(url)
        .header(
            "traceparent",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        )
        .json(&submission)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    // What has not been sent yet is sent before the process ends.
    let log = tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
    assert!(!log.contains("traces failed") && !log.contains("ERROR"), "{log}");

    let spans = spans(&received);
    let request = spans
        .iter()
        .find(|span| span.name == "POST /v1/feedbacks")
        .unwrap();
    assert!(request.parent_span_id.is_empty(), "ids of clients are not used");
    assert_ne!(
        request.trace_id,
        [
            0x0a, 0xf7, 0x65, 0x19, 0x16, 0xcd, 0x43, 0xdd, 0x84, 0x48, 0xeb, 0x21, 0x1c, 0x80, 0x31, 0x9c
        ]
    );
    assert!(
        request
            .attributes
            .iter()
            .any(|attribute| attribute.key == "http.response.status_code")
    );
    let part = spans
        .iter()
        .find(|span| span.name == "write" && span.trace_id == request.trace_id);
    assert_eq!(part.unwrap().parent_span_id, request.span_id);
    assert!(spans.iter().any(|span| span.name == "commit"));
    for body in received.lock().unwrap().iter() {
        let text = String::from_utf8_lossy(body);
        for personal in ["zqann", "device-7", "Too cold"] {
            assert!(!text.contains(personal), "`{personal}` is in a trace");
        }
    }
}

#[tokio::test]
async fn an_unavailable_collector_does_not_affect_requests() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let options = ["--rate-limit", "off", "--otlp", "http://127.0.0.1:9/v1/traces"];
    let server = ServerProcess::start_with(data.path(), &options);
    let url = format!("{}/v1/feedbacks", server.address);
    let response = client()
        .post(url)
        .json(&unhappy("device-7"))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    tokio::task::spawn_blocking(|| server.terminate()).await.unwrap();
}
