//! Websockets as browsers and others ask for them (docs/api.md#socket).

use crate::server::TestServer;
use crate::socket::Socket;
use reqwest::StatusCode;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Asks for a websocket and returns the connection with the status of the answer.
async fn ask(server: &TestServer, headers: &str) -> (TcpStream, u16) {
    let host = server.address.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let request = format!(
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (stream, status)
}

/// Returns a text as a frame of a client, masked with zeros.
fn frame(text: &str) -> Vec<u8> {
    let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 0, 0, 0, 0];
    frame.extend(text.as_bytes());
    frame
}

/// Reads a short text frame of the server.
async fn read_frame(stream: &mut TcpStream) -> String {
    assert_eq!(stream.read_u8().await.unwrap(), 0x81);
    let mut length = usize::from(stream.read_u8().await.unwrap());
    if length == 126 {
        length = usize::from(stream.read_u16().await.unwrap());
    }
    let mut text = vec![0; length];
    stream.read_exact(&mut text).await.unwrap();
    String::from_utf8(text).unwrap()
}

#[tokio::test]
async fn programs_and_pages_of_the_server_get_one_and_other_pages_do_not() {
    let server = TestServer::start().await;
    let own = format!("Origin: {}\r\n", server.address);
    for headers in ["", &own] {
        let (mut stream, status) = ask(&server, headers).await;
        assert_eq!(status, 101, "{headers}");
        assert!(
            read_frame(&mut stream).await.starts_with("0{\"sid\""),
            "{headers}"
        );
        stream.write_all(&frame("40")).await.unwrap();
        let mut packet = read_frame(&mut stream).await;
        if packet == "2" {
            packet = read_frame(&mut stream).await;
        }
        assert!(packet.starts_with("40{"), "{packet}");
    }
    for origin in ["https://shop.example", "https://other.example"] {
        let (_, status) = ask(&server, &format!("Origin: {origin}\r\n")).await;
        assert_eq!(status, 403, "{origin}");
        let poll = format!("{}/socket.io/?EIO=4&transport=polling", server.address);
        let response = server
            .client
            .get(poll)
            .header("Origin", origin)
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 403);
        let problem: serde_json::Value = response.json().await.unwrap();
        assert_eq!(problem["code"], "foreign_origin");
    }
}

#[tokio::test]
async fn a_client_over_fifty_packets_per_second_is_disconnected() {
    let server = TestServer::start().await;
    let (mut stream, status) = ask(&server, "").await;
    assert_eq!(status, 101);
    read_frame(&mut stream).await;
    // All at once, so within a second. What is no call is not bounded by the turns of calls.
    let others = [r#"42["nothing"]"#; 200];
    let call = r#"421["subscribe",{"room":"nowhere"}]"#;
    let packets: Vec<u8> = ["40"]
        .into_iter()
        .chain(others)
        .chain([call])
        .flat_map(frame)
        .collect();
    stream.write_all(&packets).await.unwrap();
    let mut rest = Vec::new();
    // It may be reset, as bytes were left that nobody reads.
    let _ = stream.read_to_end(&mut rest).await;
    let rest = String::from_utf8_lossy(&rest).into_owned();
    assert!(!rest.contains("431["), "the call is answered: {rest}");
    // Another one is served.
    let (mut stream, _) = ask(&server, "").await;
    assert!(read_frame(&mut stream).await.starts_with('0'));
}

#[tokio::test]
async fn a_request_that_polls_has_no_more_packets_either() {
    let server = TestServer::start().await;
    let socket = Socket::open(&server).await;
    assert_eq!(socket.post("40".into()).await, StatusCode::OK);
    assert_eq!(socket.post(["3"; 50].join("\u{1e}")).await, StatusCode::OK);
    assert_eq!(
        socket.post(["3"; 51].join("\u{1e}")).await,
        StatusCode::TOO_MANY_REQUESTS
    );
}
