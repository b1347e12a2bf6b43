//! Images in messages: the one way of uploads, and the transaction of their message.

use super::feedbacks::{accepted, refused};
use crate::chat::{Chat, configure, never_open, texts};
use crate::client::RequestBuilder;
use crate::database::texts as column;
use crate::deadline::until;
use crate::server::TestServer;
use crate::upload::{PLACE, gif, pdf, photo, png, stored_files, webp};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use tokio::task::JoinSet;

fn keyed(request: RequestBuilder, number: u32) -> RequestBuilder {
    request.header("Idempotency-Key", format!("00000000-0000-4000-8000-{number:012}"))
}

/// Waits until so many files are stored, each with its row.
async fn assert_stored(server: &TestServer, number: usize) {
    let data = server.data.path();
    until("only these files are stored", async || {
        stored_files(data).len() == number && column(data, "SELECT id FROM uploads").await.len() == number
    })
    .await;
}

fn staff_message(server: &TestServer, chat: &Chat, form: Form) -> RequestBuilder {
    server
        .post_as_staff(&chat.staff_path("/messages"))
        .multipart(form)
}

#[tokio::test]
async fn an_image_is_sent_with_a_message_and_fetched_by_both_sides() {
    let server = TestServer::start().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let sent = accepted(chat.send_file("Look", "../IMG 1.png", photo())).await;
    let attachment = sent["detail"]["comment"]["attachment"].clone();
    assert_eq!(
        (
            &attachment["name"],
            &attachment["type"],
            &attachment["width"],
            &attachment["height"]
        ),
        (&json!("IMG 1.jpg"), &json!("image/jpeg"), &json!(32), &json!(64))
    );
    let url = attachment["url"].as_str().unwrap();
    assert_eq!(
        url,
        format!(
            "/v1/feedbacks/{}/uploads/{}",
            chat.id,
            attachment["id"].as_str().unwrap()
        )
    );
    assert_eq!(chat.whole().await["timeline_items"], json!([sent]));

    let get = |token: &str| {
        let request = server.client.get(format!("{}{url}", server.address));
        request.header("X-Chat-Token", token.to_owned())
    };
    let file = get(&chat.token).send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "image/jpeg");
    let bytes = file.bytes().await.unwrap();
    assert_eq!(attachment["size"], bytes.len());
    assert!(!bytes.windows(PLACE.len()).any(|part| part == PLACE));
    assert_eq!(refused(get(&other.token)).await.0, 401);
    assert_eq!(server.get(url).await.status(), 401);

    let seen: Value = server
        .get_as_staff(&chat.staff_path(""))
        .await
        .json()
        .await
        .unwrap();
    let for_staff = &seen["timeline_items"][0]["detail"]["comment"]["attachment"];
    let staff_url = for_staff["url"].as_str().unwrap();
    assert_eq!(server.get(staff_url).await.status(), 401);
    assert_eq!(server.get_as_staff(staff_url).await.bytes().await.unwrap(), bytes);
    assert_eq!(server.feedbacks().await.len(), 2);
}

#[tokio::test]
async fn an_image_needs_no_text_and_staff_send_images_too() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    for file in [png(), webp(), gif()] {
        let sent = accepted(chat.send_file("", "a.png", file)).await;
        assert_eq!(sent["detail"]["comment"]["body"], "");
        assert!(sent["detail"]["comment"]["attachment"]["width"].as_i64().unwrap() > 0);
    }
    let part = Part::bytes(png()).file_name("plan.png");
    let form = Form::new().part("attachment", part).text("body", "Here it is");
    let item = accepted(staff_message(&server, &chat, form)).await;
    assert_eq!(item["detail"]["comment"]["attachment"]["name"], "plan.png");
    let url = chat.whole().await["timeline_items"][3]["detail"]["comment"]["attachment"]["url"].clone();
    let get = server
        .client
        .get(format!("{}{}", server.address, url.as_str().unwrap()));
    let file = get.header("X-Chat-Token", &chat.token).send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "image/png");
    assert_stored(&server, 4).await;
}

#[tokio::test]
async fn files_that_are_not_images_are_refused_and_not_stored() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let mut cut = png();
    cut.truncate(cut.len() / 2);
    // The sides in the header of a GIF.
    let mut huge = gif();
    huge[6..10].copy_from_slice(&[0xFF; 4]);
    let page = b"<!doctype html><script>alert(1)</script>".to_vec();
    let drawing = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
    let mut program = b"MZ".to_vec();
    program.resize(4_000, 0);
    for (file, code) in [
        (pdf(b"x"), "unsupported_type"),
        (page, "unsupported_type"),
        (drawing, "unsupported_type"),
        (program, "unsupported_type"),
        (cut, "invalid_file"),
        (b"GIF89a<script>".to_vec(), "invalid_file"),
        (huge, "too_many_pixels"),
        (Vec::new(), "required"),
    ] {
        let (status, problem) = refused(chat.send_file("Look", "a.png", file)).await;
        assert_eq!(
            (status, &problem["code"], &problem["errors"][0]["pointer"]),
            (422, &json!(code), &json!("/attachment"))
        );
    }
    let mut large = png();
    large.resize(10 * 1024 * 1024 + 1, 0);
    let (status, problem) = refused(chat.send_file("Look", "a.png", large)).await;
    assert_eq!((status, &problem["code"]), (413, &json!("too_large")));
    assert_eq!(texts(&chat.whole().await), Vec::<&str>::new());
    assert_stored(&server, 0).await;
}

#[tokio::test]
async fn a_repeated_message_keeps_its_first_file() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let first = accepted(keyed(chat.send_file("Look", "a.png", png()), 1)).await;
    for _ in 0..3 {
        assert_eq!(
            accepted(keyed(chat.send_file("Look", "a.png", png()), 1)).await,
            first
        );
    }
    let other = keyed(chat.send_file("Look", "a.png", webp()), 1);
    assert_eq!(refused(other).await.1["code"], "idempotency_mismatch");
    accepted(chat.archive()).await;
    let late = accepted(keyed(chat.send_file("Look", "a.png", png()), 1)).await;
    assert_eq!(late, first, "even after the chat has ended");
    assert_eq!(texts(&chat.whole().await), ["Look"]);
    assert_stored(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_repeats_at_the_same_time_one_file_is_kept() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    for round in 1..=3 {
        let mut requests = JoinSet::new();
        for _ in 0..6 {
            let request = keyed(chat.send_file("Look", "a.png", png()), round);
            requests.spawn(async move { accepted(request).await });
        }
        let answers = requests.join_all().await;
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        assert_stored(&server, round as usize).await;
    }
}

#[tokio::test]
async fn a_chat_that_takes_no_message_takes_no_file() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let refuse = async |code: &str| {
        let (status, problem) = refused(chat.send_file("Look", "a.png", png())).await;
        assert_eq!((status, &problem["code"]), (409, &json!(code)));
    };
    configure(&server, json!({"chat": {"prevent_upload": true}}));
    assert_eq!(chat.whole().await["prevent_upload"], true);
    refuse("attachment_not_taken").await;
    chat.say("words only").await;
    let part = Part::bytes(png()).file_name("a.png");
    accepted(staff_message(
        &server,
        &chat,
        Form::new().part("attachment", part),
    ))
    .await;
    configure(&server, json!({"operating_hours": never_open()}));
    refuse("outside_hours").await;
    configure(&server, json!({}));
    accepted(chat.archive()).await;
    refuse("chat_not_open").await;
    assert_stored(&server, 1).await;
}

#[tokio::test]
async fn a_stranger_stores_no_file() {
    let server = TestServer::start().await;
    let (chat, other) = (Chat::open(&server).await, Chat::open(&server).await);
    let form = || Form::new().text("body", "Look");
    let file = || Part::bytes(png()).file_name("a.png");
    let post = |form: Form| server.client.post(chat.url("chat_messages")).multipart(form);
    for refused_form in [
        form().part("attachment", file()),
        form()
            .text("token", other.token.clone())
            .part("attachment", file()),
        // The file is not read before it is known whose it is.
        form()
            .part("attachment", file())
            .text("token", chat.token.clone()),
    ] {
        assert_eq!(refused(post(refused_form)).await.0, 401);
    }
    assert_stored(&server, 0).await;
    let two = form().part("attachment", file()).part("attachment", file());
    let two = two.text("token", chat.token.clone());
    let two = post(two).header("X-Chat-Token", &chat.token);
    assert_eq!(refused(two).await.1["code"], "invalid_form");
    accepted(post(
        form()
            .text("token", chat.token.clone())
            .part("attachment", file()),
    ))
    .await;
    // A form whose visitor has chosen no file.
    let empty = Part::bytes(Vec::new()).file_name("");
    let sent = accepted(post(
        form().text("token", chat.token.clone()).part("attachment", empty),
    ))
    .await;
    assert_eq!(sent["detail"]["comment"].get("attachment"), None);
    assert_stored(&server, 1).await;
}

#[tokio::test]
async fn the_file_of_a_message_cannot_be_removed_or_used_as_an_answer() {
    let server = TestServer::start().await;
    let chat = Chat::open(&server).await;
    let sent = accepted(chat.send_file("Look", "a.png", png())).await;
    let id = sent["detail"]["comment"]["attachment"]["id"].as_str().unwrap();
    for device in [chat.id.as_str(), "d"] {
        let remove = server
            .client
            .delete(format!("{}/v1/attachments/{id}", server.address));
        assert_eq!(refused(remove.header("X-Device-Id", device)).await.0, 404);
    }
    assert_stored(&server, 1).await;
}
