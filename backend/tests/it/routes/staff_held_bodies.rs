//! Requests of staff whose session or token ends while their body arrives.

use crate::person::{Person, user};
use crate::server::TestServer;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request that the server has let through, and whose body it waits for.
struct Held {
    stream: TcpStream,
    body: String,
}

impl Held {
    async fn begin(server: &TestServer, call: &str, credentials: &str, body: &Value) -> Self {
        let host = server.address.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).await.unwrap();
        let body = body.to_string();
        let head = format!(
            "{call} HTTP/1.1\r\nHost: {host}\r\n{credentials}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\nExpect: 100-continue\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // Comes when the handler reads the body, after the check of the credentials.
        let mut begun = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
        stream.read_exact(&mut begun).await.unwrap();
        assert_eq!(&begun[..12], b"HTTP/1.1 100");
        Self { stream, body }
    }

    /// Sends the body, and returns the head of the response and what follows.
    async fn finish(mut self) -> String {
        self.stream.write_all(self.body.as_bytes()).await.unwrap();
        let mut response = String::new();
        self.stream.read_to_string(&mut response).await.unwrap();
        response
    }
}

fn cookie(person: &Person<'_>) -> String {
    format!(
        "Cookie: pulsen_staff={}\r\nSec-Fetch-Site: same-origin",
        person.cookie
    )
}

#[tokio::test]
async fn a_person_who_is_disabled_meanwhile_changes_nothing() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    let eve = Person::join(&server, "Eve", "owner").await;
    let added = json!({"email": "door@shop.example", "name": "Back Door", "role": "owner"});
    let token = json!({"name": "Back Door", "rights": ["manage"]});
    let adding = Held::begin(&server, "POST /v1/staff/people", &cookie(&eve), &added).await;
    let making = Held::begin(&server, "POST /v1/staff/tokens", &cookie(&eve), &token).await;
    assert_eq!(user(&server, &["disable", &eve.email]).await.0, 0);
    for held in [adding, making] {
        let response = held.finish().await;
        assert!(response.starts_with("HTTP/1.1 401 "), "{response}");
        assert!(response.contains("not_signed_in"), "{response}");
    }
    let people = olga.call(reqwest::Method::GET, "/v1/staff/people").await.1;
    assert!(!people.to_string().contains("Back Door"), "{people}");
    let held = Held::begin(&server, "POST /v1/staff/people", &cookie(&olga), &added).await;
    let response = held.finish().await;
    assert!(response.starts_with("HTTP/1.1 201 "), "{response}");
}

#[tokio::test]
async fn a_token_that_is_revoked_meanwhile_changes_nothing() {
    let server = TestServer::start().await;
    let token = server.staff_token(&["gone"]).await;
    let reply = json!({"title": "Hi", "body": "Hello!"});
    let credentials = format!("Authorization: Bearer {token}");
    let held = Held::begin(&server, "PUT /v1/staff/canned_replies/hi", &credentials, &reply).await;
    server.staff_token(&["gone", "--revoke"]).await;
    let response = held.finish().await;
    assert!(response.starts_with("HTTP/1.1 401 "), "{response}");
    let list: Value = server
        .get_as_staff("/v1/staff/canned_replies")
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(list["items"], json!([]));
}
