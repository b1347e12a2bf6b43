use super::*;
use axum::Router;
use axum::http::HeaderMap as RequestHeaders;
use axum::response::Redirect;
use axum::routing::{get, post};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// Starts a target on this machine and returns its port.
async fn start_target(routes: Router) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    port
}

/// Starts a target whose response announces no length and does not end.
async fn start_endless_target() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        // A response before its request would be an error of its own.
        let mut request = [0; 1024];
        while !matches!(stream.try_read(&mut request), Ok(length) if length > 0) {
            stream.readable().await.unwrap();
        }
        let mut part: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n";
        while stream.writable().await.is_ok() {
            match stream.try_write(part) {
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => return,
                Ok(written) => {
                    part = part
                        .get(written..)
                        .filter(|rest| !rest.is_empty())
                        .unwrap_or(&[b'x'; 512])
                }
            }
        }
        drop(stream);
    });
    port
}

/// Starts a target that answers one call of each connection, and closes it when the next call has arrived.
async fn start_forgetful_target() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut request = [0; 1024];
                let _ = stream.read(&mut request).await;
                let response = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
                let _ = stream.write_all(response).await;
                let _ = stream.read(&mut request).await;
            });
        }
    });
    port
}

fn call_to(url: &str) -> Call {
    // As the program does when it begins. Fails if another test has done it, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Call {
        target: "test".into(),
        method: Method::GET,
        url: url.parse().unwrap(),
        headers: HeaderMap::new(),
        body: Vec::new(),
        time_limit: Duration::from_secs(20),
        response_limit: Some(1_000),
        reach: Reach::Everywhere,
    }
}

async fn failure_of(call: Call) -> CallFailure {
    Outgoing::default().call(call).await.unwrap_err()
}

#[tokio::test]
async fn a_call_sends_only_the_given_fields() {
    let routes = Router::new().route(
        "/echo",
        post(|headers: RequestHeaders, body: String| async move {
            let mut names: Vec<_> = headers.keys().map(ToString::to_string).collect();
            names.sort();
            format!(
                "{} {} {body}",
                names.join(","),
                headers["user-agent"].to_str().unwrap()
            )
        }),
    );
    let port = start_target(routes).await;
    let mut call = call_to(&format!("http://127.0.0.1:{port}/echo"));
    call.method = Method::POST;
    call.body = b"hello".to_vec();
    call.headers.insert("x-key", "k".parse().unwrap());
    let response = Outgoing::default().call(call).await.unwrap();
    assert_eq!(response.status, 200);
    assert_eq!(
        String::from_utf8(response.body).unwrap(),
        format!("accept,content-length,host,user-agent,x-key {USER_AGENT} hello")
    );
}

#[tokio::test]
async fn a_call_over_a_new_connection_does_not_meet_the_end_of_an_idle_one() {
    let url = format!("http://127.0.0.1:{}/", start_forgetful_target().await);
    let message = || Call {
        method: Method::POST,
        body: b"code".to_vec(),
        ..call_to(&url)
    };
    let outgoing = Outgoing::over_new_connections();
    for _ in 0..2 {
        assert_eq!(outgoing.call(message()).await.unwrap().status, 200);
    }
}

#[tokio::test]
async fn a_status_of_failure_is_a_response() {
    let port = start_target(Router::new()).await;
    let response = Outgoing::default()
        .call(call_to(&format!("http://127.0.0.1:{port}/missing")))
        .await
        .unwrap();
    assert_eq!(response.status, 404);
}

#[tokio::test]
async fn a_target_that_does_not_respond_is_given_up() {
    let never = || async { std::future::pending::<()>().await };
    let port = start_target(Router::new().route("/", get(never))).await;
    let mut call = call_to(&format!("http://127.0.0.1:{port}/"));
    call.time_limit = Duration::from_millis(50);
    assert_eq!(
        failure_of(call).await,
        CallFailure::TimedOut(Duration::from_millis(50))
    );
}

#[tokio::test]
async fn a_body_without_an_end_is_cut() {
    let large = || async { "x".repeat(1_001) };
    let exact = || async { "x".repeat(1_000) };
    let routes = Router::new()
        .route("/large", get(large))
        .route("/exact", get(exact));
    let port = start_target(routes).await;
    let call = call_to(&format!("http://127.0.0.1:{port}/large"));
    assert_eq!(failure_of(call).await, CallFailure::TooLarge(1_000));
    let call = call_to(&format!("http://127.0.0.1:{}/", start_endless_target().await));
    assert_eq!(failure_of(call).await, CallFailure::TooLarge(1_000));
    let call = call_to(&format!("http://127.0.0.1:{port}/exact"));
    assert_eq!(Outgoing::default().call(call).await.unwrap().body.len(), 1_000);
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let routes = Router::new()
        .route("/", get(|| async { Redirect::temporary("/inner") }))
        .route(
            "/inner",
            get(|| async move {
                counted.fetch_add(1, Ordering::SeqCst);
            }),
        );
    let port = start_target(routes).await;
    let call = call_to(&format!("http://127.0.0.1:{port}/"));
    assert_eq!(failure_of(call).await, CallFailure::Redirected);
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn addresses_that_are_not_public_are_refused_however_they_are_written() {
    for host in [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "169.254.169.254",
        "10.0.0.1",
        "localhost",
    ] {
        let mut call = call_to(&format!("https://{host}:1/"));
        call.reach = Reach::Public;
        let failure = failure_of(call).await;
        assert!(matches!(failure, CallFailure::NotAllowed(_)), "{host}: {failure}");
    }
    let mut call = call_to("http://example.com/");
    call.reach = Reach::Public;
    assert!(matches!(failure_of(call).await, CallFailure::NotAllowed(_)));
    let call = call_to("ftp://example.com/");
    assert!(matches!(failure_of(call).await, CallFailure::NotAllowed(_)));
}

#[tokio::test]
async fn a_failure_does_not_repeat_the_address() {
    let failure = failure_of(call_to("http://127.0.0.1:1/?answer=secret")).await;
    assert!(matches!(failure, CallFailure::Unreachable(_)), "{failure}");
    assert!(!failure.to_string().contains("secret"), "{failure}");
}

#[tokio::test]
async fn calls_beyond_the_places_of_a_target_are_refused_and_others_are_not() {
    let (arrived, released) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (tell, wait) = (Arc::clone(&arrived), Arc::clone(&released));
    let held = move || async move {
        tell.notify_one();
        wait.notified().await;
    };
    let port = start_target(Router::new().route("/", get(held))).await;
    let outgoing = Arc::new(Outgoing {
        permits: CallPermits::new(4, 1),
        ..Outgoing::default()
    });
    let url = format!("http://127.0.0.1:{port}/");
    let first = {
        let (outgoing, call) = (Arc::clone(&outgoing), call_to(&url));
        tokio::spawn(async move { outgoing.call(call).await })
    };
    arrived.notified().await;
    assert_eq!(outgoing.call(call_to(&url)).await.unwrap_err(), CallFailure::Busy);
    let missing = Call {
        target: "other".into(),
        ..call_to(&format!("http://127.0.0.1:{port}/missing"))
    };
    assert_eq!(outgoing.call(missing).await.unwrap().status, 404);
    released.notify_one();
    assert_eq!(first.await.unwrap().unwrap().status, 200);
    // The place is free again.
    released.notify_one();
    assert!(outgoing.call(call_to(&url)).await.is_ok());
}
