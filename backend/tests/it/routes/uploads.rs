//! `/v1/attachments` and the other calls about uploads (docs/api.md#uploads): accepted files.

use super::feedbacks::{accepted, refused};
use crate::chat::Chat;
use crate::server::TestServer;
use crate::upload::{PLACE, Visitor, gif, id_of, import_files_flow, pdf, photo, png, stored_files, webp};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

pub(super) async fn server() -> TestServer {
    let server = TestServer::start().await;
    import_files_flow(server.data.path());
    server
}

pub(super) fn visitor(server: &TestServer, device: &str) -> Visitor {
    Visitor::new(&server.client, &server.address, device)
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

#[tokio::test]
async fn each_accepted_file_reaches_staff_with_the_feedback() {
    let server = server().await;
    let visitor = visitor(&server, "d");
    let document = pdf(b"% a receipt");
    for (file, claimed, name, media_type) in [
        (photo(), "Fiş 1.jpeg", "Fiş 1.jpeg", "image/jpeg"),
        (png(), "../shot.png", "shot.png", "image/png"),
        (webp(), "a.webp", "a.jpg", "image/jpeg"),
        (gif(), "a.gif", "a.png", "image/png"),
        (document.clone(), "invoice.png", "invoice.pdf", "application/pdf"),
    ] {
        let upload = accepted(visitor.upload("receipt", claimed, file)).await;
        let id = upload["id"].as_str().unwrap();
        assert_eq!(
            (&upload["name"], &upload["type"]),
            (&json!(name), &json!(media_type))
        );
        let url = format!("{}/v1/staff/uploads/{id}", server.address);
        assert_eq!(upload["file_url"], url);
        let path = url.strip_prefix(&server.address).unwrap();
        assert_eq!(
            server.get_as_staff(path).await.status(),
            404,
            "no feedback has it"
        );

        accepted(visitor.submit(&[id])).await;
        let listed = &server.feedbacks().await[0]["responses"][0];
        let size = upload["size"].as_u64().unwrap();
        let file = json!({"name": name, "size": size, "type": media_type, "url": url});
        assert_eq!(
            (&listed["active_storage_blob_id"], &listed["file"]),
            (&json!(id), &file)
        );

        assert_eq!(server.get(path).await.status(), 401);
        let response = server.get_as_staff(path).await;
        assert_eq!(response.status(), 200);
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), media_type);
        assert_eq!(header("content-length"), size.to_string());
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(header("cache-control"), "no-store");
        assert!(header("content-disposition").starts_with("attachment; filename="));
        let bytes = response.bytes().await.unwrap();
        assert_eq!(bytes.len() as u64, size);
        match media_type {
            "application/pdf" => assert_eq!(bytes, document),
            _ => assert!(image::load_from_memory(&bytes).is_ok()),
        }
    }
}

#[tokio::test]
async fn a_photo_is_turned_upright_and_does_not_tell_where_it_was_made() {
    let server = server().await;
    let visitor = visitor(&server, "d");
    assert!(contains(&photo(), PLACE));
    let id = id_of(visitor.upload("screen", "a.jpg", photo()).send().await.unwrap()).await;
    let items = json!([{"question_id": "screen", "active_storage_blob_id": id}]);
    accepted(visitor.submit_items(items, &[])).await;
    let stored = server.get_as_staff(&format!("/v1/staff/uploads/{id}")).await;
    let stored = stored.bytes().await.unwrap();
    assert!(!contains(&stored, PLACE) && !contains(&stored, b"Exif"));
    let image = image::load_from_memory(&stored).unwrap();
    assert_eq!((image.width(), image.height()), (32, 64));
}

#[tokio::test]
async fn the_other_path_takes_the_same_request_and_fields_before_the_file() {
    let server = server().await;
    let visitor = visitor(&server, "d");
    let answer = accepted(visitor.upload_to(
        "/v2/storage/direct_uploads?node_id=files&question_id=receipt&flow_id=files&flow_revision=1",
        "a.png",
        png(),
    ))
    .await;
    let fields: Vec<&String> = answer["data"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["id", "name", "size", "type", "url"]);
    let form = Form::new()
        .text("node_id", "files")
        .text("anything", "else")
        .text("question_id", "receipt")
        .part("file", Part::bytes(png()).file_name("b.png"))
        .text("after", "the file");
    let request = server.post("/v1/attachments").header("X-Device-Id", "d");
    let other = accepted(request.multipart(form)).await;
    let ids = [&answer["data"]["id"], &other["id"]].map(|id| id.as_str().unwrap());
    accepted(visitor.submit(&ids)).await;
}

#[tokio::test]
async fn the_holder_of_the_chats_token_gets_its_files() {
    let server = server().await;
    let visitor = visitor(&server, "d");
    let id = visitor.uploaded().await;
    let items = json!([
        {"question_id": "receipt", "active_storage_blob_id": id}, {"question_id": "why", "body": "chat"}
    ]);
    let feedback = accepted(visitor.submit_items(items, &[&id])).await;
    let feedback_id = feedback["id"].as_str().unwrap();
    let get = async |feedback_id: &str, token: &str, path: &str| {
        let url = format!("{}/v1/feedbacks/{feedback_id}/{path}", server.address);
        let request = server.client.get(url).header("X-Chat-Token", token);
        request.send().await.unwrap()
    };
    let token = feedback["chat_token_string"].as_str().unwrap();
    let chat: Value = get(feedback_id, token, "chat").await.json().await.unwrap();
    let answer = &chat["responses"][0];
    assert_eq!(
        (&answer["answer"], &answer["file"]["id"]),
        (&json!("a.png"), &json!(id))
    );

    let path = format!("uploads/{id}");
    let file = get(feedback_id, token, &path).await;
    assert_eq!(
        (file.status(), &file.headers()["content-type"]),
        (200.try_into().unwrap(), &"image/png".parse().unwrap())
    );
    let stranger = Chat::open(&server).await;
    assert_eq!(get(feedback_id, &stranger.token, &path).await.status(), 401);
    assert_eq!(get(&stranger.id, &stranger.token, &path).await.status(), 404);
    assert_eq!(get(feedback_id, "", &path).await.status(), 401);
}

#[tokio::test]
async fn a_visitor_removes_an_upload_that_no_feedback_has_taken() {
    let server = server().await;
    let (owner, other) = (visitor(&server, "d"), visitor(&server, "other"));
    let [removed, taken] = [owner.uploaded().await, owner.uploaded().await];
    accepted(owner.submit(&[&taken])).await;
    for request in [
        other.remove(&removed),
        owner.remove(&taken),
        owner.remove("unknown"),
    ] {
        let (status, problem) = refused(request).await;
        assert_eq!((status, &problem["code"]), (404, &json!("not_found")));
    }
    assert_eq!(owner.remove(&removed).send().await.unwrap().status(), 204);
    assert_eq!(refused(owner.remove(&removed)).await.0, 404);
    let (status, problem) = refused(owner.submit(&[&removed])).await;
    assert_eq!((status, &problem["code"]), (422, &json!("unknown_upload")));
    // The file goes at once, though not before the response.
    crate::deadline::until("the file is deleted", async || {
        stored_files(server.data.path()).len() == 1
    })
    .await;
}

#[tokio::test]
async fn pages_of_other_sites_may_upload_and_remove() {
    let server = server().await;
    for (path, method) in [
        ("/v1/attachments", "POST"),
        ("/v1/attachments/x", "DELETE"),
        ("/v2/storage/direct_uploads", "POST"),
    ] {
        let request = server
            .client
            .request(reqwest::Method::OPTIONS, format!("{}{path}", server.address));
        let request = request
            .header("Origin", "https://shop.example")
            .header("Access-Control-Request-Method", method)
            .header("Access-Control-Request-Headers", "x-device-id");
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["access-control-allow-origin"], "*");
        let methods = response.headers()["access-control-allow-methods"]
            .to_str()
            .unwrap();
        assert!(methods.contains(method), "{methods}");
    }
}
