//! The room that one client, and all of them together, may take (docs/api.md#room-for-uploads, docs/operate.md#disk-space).

use super::feedbacks::{accepted, refused};
use crate::chat::Chat;
use crate::client::Client;
use crate::database::is_postgres;
use crate::deadline::until;
use crate::limits::limited_here;
use crate::server::{TestServer, client, client_from};
use crate::submission::{happy, unhappy, with};
use crate::upload::{Visitor, id_of, import_files_flow, pdf, png};
use backend::{Bounds, StoredBytes, UploadLimits};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

/// Another address of this machine.
const ELSEWHERE: &str = "127.0.0.2";

async fn start(bounds: Bounds) -> TestServer {
    let server = TestServer::with_bounds(bounds).await;
    import_files_flow(server.data.path());
    server
}

async fn with_uploads(uploads: UploadLimits) -> TestServer {
    start(Bounds {
        uploads,
        ..limited_here()
    })
    .await
}

async fn storing(stored: &str) -> TestServer {
    start(Bounds {
        stored: stored.parse::<StoredBytes>().unwrap(),
        ..limited_here()
    })
    .await
}

fn visitor(server: &TestServer, client: &Client, device: &str) -> Visitor {
    Visitor::new(client, &server.address, device)
}

/// A file that is stored as it is.
fn document() -> Vec<u8> {
    pdf(&[b'%'; 10_000])
}

async fn upload_document(visitor: &Visitor) -> String {
    id_of(
        visitor
            .upload("receipt", "a.pdf", document())
            .send()
            .await
            .unwrap(),
    )
    .await
}

async fn is_there(visitor: &Visitor, id: &str) -> bool {
    visitor.find(id).send().await.unwrap().status() == 204
}

#[tokio::test]
async fn an_address_has_a_part_of_the_room_whatever_its_devices_are_called() {
    let server = with_uploads(UploadLimits {
        files_per_address: 3,
        ..UploadLimits::default()
    })
    .await;
    let (here, elsewhere) = (client(), client_from(ELSEWHERE));
    let first = visitor(&server, &here, "d0");
    let id = first.uploaded().await;
    for device in ["d1", "d2"] {
        visitor(&server, &here, device).uploaded().await;
    }
    let fourth = visitor(&server, &here, "d3");
    let (status, problem) = refused(fourth.upload("receipt", "a.png", png())).await;
    assert_eq!((status, &problem["code"]), (409, &json!("too_many_uploads")));
    visitor(&server, &elsewhere, "d3").uploaded().await;
    // What a feedback has taken counts no longer.
    accepted(first.submit(&[&id])).await;
    fourth.uploaded().await;
}

#[tokio::test]
async fn the_oldest_files_of_the_largest_sources_expire_when_the_room_is_half_full() {
    let size = document().len() as u64;
    let server = with_uploads(UploadLimits {
        unclaimed_bytes: 10 * size,
        ..UploadLimits::default()
    })
    .await;
    let (here, elsewhere) = (client(), client_from(ELSEWHERE));
    let mut greedy = Vec::new();
    for device in ["a", "b", "c", "d", "e"] {
        let visitor = visitor(&server, &here, device);
        let id = upload_document(&visitor).await;
        assert!(is_there(&visitor, &id).await);
        greedy.push((visitor, id));
    }
    let modest = visitor(&server, &elsewhere, "f");
    let kept = upload_document(&modest).await;
    let (first, expired) = &greedy[0];
    until("the oldest file of the address with most is gone", async || {
        !is_there(first, expired).await
    })
    .await;
    for (visitor, id) in &greedy[1..] {
        assert!(is_there(visitor, id).await);
    }
    assert!(is_there(&modest, &kept).await);
    accepted(modest.submit(&[&kept])).await;
    let (status, problem) = refused(first.submit(&[expired])).await;
    assert_eq!((status, &problem["code"]), (422, &json!("unknown_upload")));
}

#[tokio::test]
async fn chats_have_room_for_files_when_strangers_have_none() {
    let server = with_uploads(UploadLimits {
        unclaimed_bytes: 0,
        ..UploadLimits::default()
    })
    .await;
    let stranger = visitor(&server, &client(), "d");
    let response = stranger.upload("receipt", "a.png", png()).send().await.unwrap();
    assert_eq!(
        (response.status().as_u16(), &response.headers()["retry-after"]),
        (503, &"60".parse().unwrap())
    );
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "uploads_full");
    let chat = Chat::open(&server).await;
    accepted(chat.send_file("Look", "a.png", png())).await;
    let form = Form::new()
        .text("body", "See")
        .part("attachment", Part::bytes(png()).file_name("b.png"));
    accepted(
        server
            .post_as_staff(&chat.staff_path("/messages"))
            .multipart(form),
    )
    .await;
}

#[tokio::test]
async fn a_disk_with_little_room_takes_small_feedback_only() {
    let server = start(Bounds {
        disk_reserve_mib: u32::MAX,
        ..limited_here()
    })
    .await;
    let visitor = visitor(&server, &client(), "d");
    let (status, problem) = refused(visitor.upload("receipt", "a.png", png())).await;
    assert_eq!((status, &problem["code"]), (503, &json!("no_room")));
    accepted(server.submit(&happy("small"))).await;
    let large = server.submit(&with(happy("large"), "more", "x".repeat(20_000)));
    let response = large.send().await.unwrap();
    if is_postgres() {
        assert_eq!(response.status(), 200, "the database is elsewhere");
    } else {
        assert_eq!(response.headers()["retry-after"], "60");
        assert_eq!(response.json::<Value>().await.unwrap()["code"], "no_room");
    }
}

#[tokio::test]
async fn so_much_text_is_stored_for_an_address_within_an_hour() {
    let server = storing("text=1").await;
    let chat = Chat::open(&server).await;
    let large = |device: &str| with(unhappy(device), "more", "x".repeat(600_000));
    accepted(server.submit(&large("a"))).await;
    // What is refused is not stored.
    let invalid = with(large("b"), "responses", json!([{"question_id": "nothing"}]));
    assert_eq!(refused(server.submit(&invalid)).await.0, 422);
    let response = server.submit(&large("b")).send().await.unwrap();
    assert_eq!(response.status(), 429);
    let seconds: u64 = response.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((60..=3_600).contains(&seconds), "{seconds}");
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "too_much_stored");
    let elsewhere = client_from(ELSEWHERE);
    let other = elsewhere.post(format!("{}/v1/feedbacks", server.address));
    accepted(other.json(&large("c"))).await;
    // Until nothing is left for messages either.
    let rest = with(unhappy("d"), "more", "x".repeat(100_000));
    while server.submit(&rest).send().await.unwrap().status() == 200 {}
    let refused = loop {
        let response = chat.send("Hello").send().await.unwrap();
        if response.status() != 200 {
            break response.json::<Value>().await.unwrap();
        }
    };
    assert_eq!(refused["code"], "too_much_stored");
    accepted(
        server
            .post_as_staff(&chat.staff_path("/messages"))
            .json(&json!({"body": "Hello"})),
    )
    .await;
}

#[tokio::test]
async fn so_much_of_files_is_stored_for_an_address_within_an_hour() {
    let server = storing("files=1").await;
    let file = pdf(&vec![b'%'; 600_000]);
    let visitor = visitor(&server, &client(), "d");
    let id = id_of(
        visitor
            .upload("receipt", "a.pdf", file.clone())
            .send()
            .await
            .unwrap(),
    )
    .await;
    // Whether or not a feedback takes it.
    accepted(visitor.submit(&[&id])).await;
    let (status, problem) = refused(visitor.upload("receipt", "b.pdf", file.clone())).await;
    assert_eq!((status, &problem["code"]), (429, &json!("too_much_stored")));
    let elsewhere = Visitor::new(&client_from(ELSEWHERE), &server.address, "e");
    id_of(elsewhere.upload("receipt", "b.pdf", file).send().await.unwrap()).await;
}
