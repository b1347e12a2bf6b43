use super::*;
use axum::http::StatusCode;
use axum::routing::{get, post};
use std::future::pending;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Short enough to wait for. Only clients that never go on are measured by it.
const SHORT: Duration = Duration::from_millis(50);

const LONG: Duration = Duration::from_hours(1);

/// No limit that a test could reach by being slow.
fn generous() -> ConnectionLimits {
    ConnectionLimits {
        head: LONG,
        idle: LONG,
        slowest_time: LONG,
        trusted_proxies: TrustedProxies::new([]),
        ..ConnectionLimits::default()
    }
}

async fn start(limits: ConnectionLimits) -> (SocketAddr, JoinHandle<()>) {
    let routes = Router::new()
        .route("/", get(async || "ok"))
        .route("/echo", post(async |body: String| body))
        .route("/refuse", post(async || StatusCode::PAYLOAD_TOO_LARGE));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (
        address,
        tokio::spawn(serve(listener, routes, limits, Gauge::noop(), pending())),
    )
}

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.unwrap()
}

/// Sends a request and reads what comes until its body, which is `end`.
async fn exchange(stream: &mut TcpStream, request: &str, end: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    while !response.ends_with(end) {
        let mut bytes = [0; 1024];
        let count = stream.read(&mut bytes).await.unwrap();
        assert!(count > 0, "the connection ended after {response:?}");
        response.push_str(std::str::from_utf8(&bytes[..count]).unwrap());
    }
    response
}

/// Waits for the server to close a connection, and returns what it sent before.
async fn rest(mut stream: TcpStream) -> String {
    let mut rest = String::new();
    // The end may come as a reset.
    let read = stream.read_to_string(&mut rest);
    let _ = timeout(Duration::from_secs(20), read)
        .await
        .expect("the server did not close the connection");
    rest
}

const GET: &str = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";

#[tokio::test]
async fn a_head_that_does_not_arrive_ends_the_connection() {
    let (address, server) = start(ConnectionLimits {
        head: SHORT,
        ..generous()
    })
    .await;
    let mut stream = connect(address).await;
    stream.write_all(b"GET / HTTP/1.1\r\nho").await.unwrap();
    assert_eq!(rest(stream).await, "");
    // The limit holds for later requests as well, and for their heads only.
    let mut stream = connect(address).await;
    for _ in 0..3 {
        exchange(&mut stream, GET, "\r\n\r\nok").await;
    }
    stream
        .write_all(b"POST /echo HTTP/1.1\r\nhost: a\r\n")
        .await
        .unwrap();
    assert_eq!(rest(stream).await, "");
    server.abort();
}

#[tokio::test]
async fn a_body_may_take_longer_than_a_head() {
    let limits = ConnectionLimits {
        head: SHORT,
        ..generous()
    };
    let (address, server) = start(limits).await;
    let mut stream = connect(address).await;
    let head = "POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nab";
    stream.write_all(head.as_bytes()).await.unwrap();
    // Another connection measures the time in which the body could have been cut.
    let mut slow = connect(address).await;
    slow.write_all(b"GET").await.unwrap();
    rest(slow).await;
    exchange(&mut stream, "cd", "abcd").await;
    server.abort();
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let (address, server) = start(ConnectionLimits {
        idle: SHORT,
        ..generous()
    })
    .await;
    rest(connect(address).await).await;
    let mut stream = connect(address).await;
    exchange(&mut stream, GET, "\r\n\r\nok").await;
    assert_eq!(rest(stream).await, "");
    server.abort();
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let (address, server) = start(generous()).await;
    let mut stream = connect(address).await;
    let head = format!("GET / HTTP/1.1\r\na: {}", "b".repeat(HEAD_BYTES));
    let _ = stream.write_all(head.as_bytes()).await;
    assert!(rest(stream).await.starts_with("HTTP/1.1 431 "));
    server.abort();
}

#[tokio::test]
async fn one_address_gets_its_number_of_connections() {
    let (address, server) = start(ConnectionLimits {
        per_address: 2,
        ..generous()
    })
    .await;
    let mut streams = [connect(address).await, connect(address).await];
    for stream in &mut streams {
        exchange(stream, GET, "\r\n\r\nok").await;
    }
    let refusal = rest(connect(address).await).await;
    assert!(refusal.starts_with("HTTP/1.1 503 "), "{refusal}");
    assert!(refusal.contains("\r\nretry-after: 5\r\n"), "{refusal}");
    let (_, document) = refusal.split_once("\r\n\r\n").unwrap();
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    assert_eq!(document["code"], "too_many_connections");

    let [kept, ended] = streams;
    drop(ended);
    // The server learns of the end a little later.
    let served = async {
        loop {
            let mut stream = connect(address).await;
            if stream.write_all(GET.as_bytes()).await.is_err() {
                continue;
            }
            let mut bytes = [0; 12];
            if stream.read_exact(&mut bytes).await.is_ok() && bytes.ends_with(b"200") {
                break;
            }
        }
    };
    timeout(Duration::from_secs(20), served).await.unwrap();
    drop(kept);
    server.abort();
}

#[tokio::test]
async fn a_client_that_does_not_read_is_cut() {
    let limits = ConnectionLimits {
        slowest_time: SHORT,
        ..generous()
    };
    let permit = || {
        OpenConnections::new(&generous(), Gauge::noop())
            .enter([192, 0, 2, 1].into())
            .unwrap()
    };
    let (near, far) = tokio::io::duplex(64);
    let mut stream = LimitedStream::new(near, permit(), Arc::default(), &limits);
    let written = timeout(Duration::from_secs(20), stream.write_all(&[0; 1024]))
        .await
        .unwrap();
    assert_eq!(written.unwrap_err().kind(), std::io::ErrorKind::TimedOut);
    drop(far);

    // Anyone who takes enough of it in each period gets all of it, however long it takes.
    let limits = ConnectionLimits {
        slowest_bytes: 64,
        ..generous()
    };
    let (near, mut far) = tokio::io::duplex(64);
    let mut stream = LimitedStream::new(near, permit(), Arc::default(), &limits);
    let mut received = vec![0; 4096];
    let (written, read) = tokio::join!(stream.write_all(&[7; 4096]), far.read_exact(&mut received));
    written.unwrap();
    read.unwrap();
    assert!(received.iter().all(|byte| *byte == 7));
}

/// The beginning of a request whose body fits into no buffer: all of it can be sent only if somebody reads it.
const REFUSED: &str = "POST /refuse HTTP/1.1\r\nhost: a\r\ncontent-length: 16777216\r\n\r\n";
const REFUSED_BODY: usize = 16 * 1024 * 1024;

#[tokio::test]
async fn a_client_refused_before_its_body_was_read_gets_the_response() {
    let limits = ConnectionLimits {
        linger_time: LONG,
        ..generous()
    };
    let (address, server) = start(limits).await;
    let mut stream = connect(address).await;
    stream.write_all(REFUSED.as_bytes()).await.unwrap();
    stream.write_all(&vec![b'a'; REFUSED_BODY]).await.unwrap();
    let mut answer = String::new();
    // Until its end, which is not a reset.
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    // Else it would send the next request on a connection that is about to end.
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    server.abort();
}

#[tokio::test]
async fn a_refused_body_is_read_within_bounds() {
    let few_bytes = ConnectionLimits {
        linger_time: LONG,
        linger_bytes: 64 * 1024,
        ..generous()
    };
    let short_time = ConnectionLimits {
        linger_time: SHORT,
        linger_bytes: usize::MAX,
        ..generous()
    };
    for limits in [few_bytes, short_time] {
        let (address, server) = start(limits).await;
        let mut stream = connect(address).await;
        stream.write_all(REFUSED.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        let go_on = async { while stream.write_all(&[b'a'; 1024]).await.is_ok() {} };
        timeout(Duration::from_secs(20), go_on)
            .await
            .expect("the server reads on for ever");
        server.abort();
    }
}
