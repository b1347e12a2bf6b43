//! Uploads that are refused (docs/api.md#refused-uploads). Nothing of them is stored.

use super::feedbacks::refused;
use super::uploads::{server, visitor};
use crate::database::texts;
use crate::rivals::refused_and_other;
use crate::server::{TestServer, unlimited};
use crate::upload::{Visitor, gif, import_files_flow, pdf, photo, png, stored_files};
use backend::{BodyLimits, Bounds, UploadLimits};
use reqwest::multipart::{Form, Part};
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const MIB: usize = 1024 * 1024;

async fn server_with(uploads: UploadLimits) -> TestServer {
    let server = TestServer::with_bounds(Bounds {
        uploads,
        ..unlimited()
    })
    .await;
    import_files_flow(server.data.path());
    server
}

async fn assert_nothing_is_stored(server: &TestServer) {
    assert_eq!(stored_files(server.data.path()), [] as [String; 0]);
    let rows = texts(server.data.path(), "SELECT id FROM uploads").await;
    assert_eq!(rows, [] as [String; 0]);
}

/// Begins an upload: sends its head and what is given of its body.
async fn begin(server: &TestServer, path: &str, head: &str, body: &[u8]) -> TcpStream {
    let address = server.address.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nx-device-id: d\r\n\
         content-type: multipart/form-data; boundary=b\r\n{head}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body).await.unwrap();
    stream
}

const HERE: &str = "/v1/attachments?node_id=files&question_id=receipt";
const FILE_FIELD: &[u8] = b"--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n";

/// Reads the head of the response.
async fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    String::from_utf8(head).unwrap()
}

#[tokio::test]
async fn the_upload_target_must_exist_and_accept_files() {
    let server = server().await;
    let visitor = visitor(&server, "d");
    for (query, status, code, pointer) in [
        ("", 422, "required", "/node_id"),
        ("?node_id=files", 422, "required", "/question_id"),
        (
            "?node_id=nowhere&question_id=receipt",
            422,
            "unknown_node",
            "/node_id",
        ),
        (
            "?node_id=files&question_id=nothing",
            422,
            "unknown_question",
            "/question_id",
        ),
        (
            "?node_id=files&question_id=why",
            422,
            "unknown_question",
            "/question_id",
        ),
        (
            "?node_id=door&question_id=receipt",
            422,
            "unknown_question",
            "/question_id",
        ),
        (
            "?node_id=files&question_id=receipt&flow_id=visit",
            422,
            "unknown_flow",
            "/flow_id",
        ),
        (
            "?node_id=files&question_id=receipt&flow_id=files&flow_revision=9",
            422,
            "unknown_revision",
            "/flow_revision",
        ),
        ("?node_id=closed&question_id=receipt", 403, "node_closed", ""),
        (
            "?node_id=signed&question_id=receipt",
            403,
            "invalid_signature",
            "",
        ),
    ] {
        let request = visitor.upload_to(&format!("/v1/attachments{query}"), "a.png", png());
        let (answered, problem) = refused(request).await;
        assert_eq!((answered, &problem["code"]), (status, &json!(code)), "{query}");
        if !pointer.is_empty() {
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{query}");
        }
    }
    let nobody = Visitor {
        device: String::new(),
        ..visitor.clone()
    };
    let (status, problem) = refused(nobody.upload("receipt", "a.png", png())).await;
    assert_eq!(
        (status, &problem["errors"][0]["pointer"]),
        (422, &json!("/device_id"))
    );
    let form = Form::new().text("file_name", "a");
    let request = server.post(HERE).header("X-Device-Id", "d").multipart(form);
    let (status, problem) = refused(request).await;
    assert_eq!((status, &problem["errors"][0]["pointer"]), (422, &json!("/file")));
    let request = server.post(HERE).header("X-Device-Id", "d").json(&json!({}));
    assert_eq!(refused(request).await.1["code"], "invalid_form");
    assert_nothing_is_stored(&server).await;
}

#[tokio::test]
async fn a_stranger_is_refused_before_the_file_is_sent() {
    let server = server().await;
    let wrong = "/v1/attachments?node_id=nowhere&question_id=receipt";
    for (path, length, status) in [(wrong, 5 * MIB, "422"), (HERE, 11 * MIB, "413")] {
        let mut stream = begin(&server, path, &format!("content-length: {length}"), b"").await;
        let head = head(&mut stream).await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
    }
    // Parameters after the file come too late.
    let form = Form::new()
        .part("file", Part::bytes(png()).file_name("a.png"))
        .text("node_id", "files")
        .text("question_id", "receipt");
    let request = server
        .post("/v1/attachments")
        .header("X-Device-Id", "d")
        .multipart(form);
    assert_eq!(refused(request).await.1["errors"][0]["pointer"], "/node_id");
    assert_nothing_is_stored(&server).await;
}

#[tokio::test]
async fn the_content_decides_the_type_of_a_file() {
    let server = server().await;
    let visitor = visitor(&server, "d");
    let huge = {
        // The sides in the header of a GIF.
        let mut file = gif();
        file[6..10].copy_from_slice(&[0xFF; 4]);
        file
    };
    let half = png().len() / 2;
    // Far more than fits into the buffers of a connection: the server must read on, or the client would be cut.
    let large = [b"<html>", &vec![b' '; 9 * MIB][..]].concat();
    for (file, code) in [
        (Vec::new(), "required"),
        (b"#!/bin/sh\nrm -r /".to_vec(), "unsupported_type"),
        (
            b"<!doctype html><script>alert(1)</script>".to_vec(),
            "unsupported_type",
        ),
        (large, "unsupported_type"),
        (
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>".to_vec(),
            "unsupported_type",
        ),
        ([b"PK\x03\x04", &png()[..]].concat(), "unsupported_type"),
        ([b"<html>", &pdf(b"")[..]].concat(), "invalid_file"),
        (pdf(b"<script>alert(1)</script>"), "invalid_file"),
        (
            [&pdf(b"")[..], b"<script>alert(1)</script>"].concat(),
            "invalid_file",
        ),
        ([&pdf(b"")[..], &png()].concat(), "invalid_file"),
        (png()[..half].to_vec(), "invalid_file"),
        (huge, "too_many_pixels"),
    ] {
        let start = String::from_utf8_lossy(&file[..file.len().min(20)]).into_owned();
        let (status, problem) = refused(visitor.upload("receipt", "photo.png", file)).await;
        assert_eq!((status, &problem["code"]), (422, &json!(code)), "{start}");
        assert_eq!(problem["errors"][0]["pointer"], "/file");
    }
    assert_nothing_is_stored(&server).await;
}

#[tokio::test]
async fn a_file_that_turns_out_too_large_is_refused() {
    let server = server().await;
    // Without an announced length.
    let mut stream = begin(&server, HERE, "transfer-encoding: chunked", b"").await;
    let mut file = pdf(&vec![b' '; 10 * MIB]);
    file.splice(..0, FILE_FIELD.iter().copied());
    for part in file.chunks(MIB) {
        let chunk = [format!("{:x}\r\n", part.len()).as_bytes(), part, b"\r\n"].concat();
        stream.write_all(&chunk).await.unwrap();
    }
    let response = head(&mut stream).await;
    assert!(response.starts_with("HTTP/1.1 413 "), "{response}");
    assert_nothing_is_stored(&server).await;

    let visitor = visitor(&server, "d");
    let exact = pdf(&vec![b' '; 10 * MIB - pdf(b"").len()]);
    let (status, _) = refused(visitor.upload("receipt", "a.pdf", [&exact[..], b" "].concat())).await;
    assert_eq!(status, 413);
    assert_eq!(
        visitor
            .upload("receipt", "a.pdf", exact)
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
}

#[tokio::test]
async fn a_device_has_a_quota_of_uploads_without_a_feedback() {
    let server = server_with(UploadLimits {
        files_per_device: 2,
        bytes_per_device: 5_000,
        ..UploadLimits::default()
    })
    .await;
    let device = visitor(&server, "d");
    let ids = [device.uploaded().await, device.uploaded().await];
    let too_many = async || {
        let (status, problem) = refused(device.upload("receipt", "a.png", png())).await;
        assert_eq!((status, &problem["code"]), (409, &json!("too_many_uploads")));
    };
    too_many().await;
    visitor(&server, "other").uploaded().await;
    assert_eq!(device.remove(&ids[0]).send().await.unwrap().status(), 204);
    device.uploaded().await;
    too_many().await;
    assert_eq!(device.submit(&[&ids[1]]).send().await.unwrap().status(), 200);
    device.uploaded().await;
    // Bytes count as well.
    let document = pdf(&[b' '; 6_000]);
    let (status, _) = refused(visitor(&server, "third").upload("receipt", "a.pdf", document)).await;
    assert_eq!(status, 409);
}

#[tokio::test]
async fn a_client_that_hangs_is_cut_and_gives_its_place_back() {
    let server = TestServer::with_bounds(Bounds {
        uploads: UploadLimits {
            at_once: 1,
            ..UploadLimits::default()
        },
        bodies: BodyLimits {
            slowest_time: Duration::from_millis(300),
            ..BodyLimits::default()
        },
        ..unlimited()
    })
    .await;
    import_files_flow(server.data.path());
    let head_of_body = [FILE_FIELD, &photo()].concat();
    let mut hanging = begin(&server, HERE, "content-length: 1000000", &head_of_body).await;
    let response = head(&mut hanging).await;
    assert!(response.starts_with("HTTP/1.1 408 "), "{response}");
    // This one may be too slow as well, where the machine is busy, and is cut then.
    let visitor = visitor(&server, "d");
    crate::deadline::until("the place is free", async || {
        let response = visitor.upload("receipt", "a.png", png()).send().await.unwrap();
        response.status() == 200
    })
    .await;
}

#[tokio::test]
async fn only_so_many_uploads_arrive_at_the_same_time() {
    let server = server_with(UploadLimits {
        at_once: 1,
        ..UploadLimits::default()
    })
    .await;
    let begin = async || begin(&server, HERE, "content-length: 1000000", FILE_FIELD).await;
    let (mut refused, hanging) = refused_and_other(begin().await, begin().await).await;
    assert!(head(&mut refused).await.starts_with("HTTP/1.1 503 "));
    let upload = visitor(&server, "d").upload("receipt", "a.png", png());
    let response = upload.send().await.unwrap();
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "1");
    assert_eq!(server.get("/healthz").await.status(), 200);
    drop(hanging);
}

#[tokio::test]
async fn all_uploads_without_a_feedback_have_a_limit() {
    let server = server_with(UploadLimits {
        unclaimed_bytes: 0,
        ..UploadLimits::default()
    })
    .await;
    let (status, problem) = refused(visitor(&server, "d").upload("receipt", "a.png", png())).await;
    assert_eq!((status, &problem["code"]), (503, &json!("uploads_full")));
}

#[tokio::test]
async fn an_address_that_uploads_too_often_is_refused() {
    let bounds = Bounds {
        rates: "upload=1".parse().unwrap(),
        ..crate::limits::limited_here()
    };
    let server = TestServer::with_bounds(bounds).await;
    import_files_flow(server.data.path());
    let visitor = visitor(&server, "d");
    visitor.uploaded().await;
    let (status, problem) = refused(visitor.upload("receipt", "a.png", png())).await;
    assert_eq!((status, &problem["code"]), (429, &json!("too_many_requests")));
}
