//! Files that a scanner looks at before they are stored, and documents that act by themselves.

use super::feedbacks::{accepted, refused};
use crate::chat::Chat;
use crate::database::texts;
use crate::scanner::{Behavior, ScannerServer, VIRUS};
use crate::server::TestServer;
use crate::upload::{Visitor, id_of, import_files_flow, pdf, photo, png, stored_files};
use serde_json::json;

async fn server_with(scanner: Option<&ScannerServer>, allow_active_documents: bool) -> TestServer {
    let server = TestServer::with_settings(|settings| {
        settings.upload_checks.scanner = scanner.map(|scanner| scanner.address.parse().unwrap());
        settings.upload_checks.allow_active_documents = allow_active_documents;
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

/// Returns an image with something behind it, which is not stored.
fn image_with(content: &[u8]) -> Vec<u8> {
    [photo(), content.to_vec()].concat()
}

#[tokio::test]
async fn each_file_is_scanned_as_it_came() {
    let scanner = ScannerServer::start().await;
    let server = server_with(Some(&scanner), false).await;
    let visitor = Visitor::new(&server.client, &server.address, "d");
    let files = [png(), image_with(b"behind it"), pdf(&vec![b'x'; 300_000])];
    for file in &files {
        id_of(visitor.upload("receipt", "a", file.clone()).send().await.unwrap()).await;
    }
    let chat = Chat::open(&server).await;
    accepted(chat.send_file("", "a.png", png())).await;
    let expected: Vec<_> = files.into_iter().chain([png()]).collect();
    assert!(scanner.scanned() == expected, "every byte, and nothing else");
}

#[tokio::test]
async fn infected_files_are_refused() {
    let scanner = ScannerServer::start().await;
    let server = server_with(Some(&scanner), false).await;
    let visitor = Visitor::new(&server.client, &server.address, "d");
    for file in [pdf(VIRUS), image_with(VIRUS)] {
        let (status, problem) = refused(visitor.upload("receipt", "a.pdf", file)).await;
        assert_eq!((status, &problem["code"]), (422, &json!("harmful_file")));
        assert_eq!(problem["errors"][0]["pointer"], "/file");
    }
    let chat = Chat::open(&server).await;
    let (status, problem) = refused(chat.send_file("", "a.png", image_with(VIRUS))).await;
    assert_eq!((status, &problem["code"]), (422, &json!("harmful_file")));
    assert_eq!(problem["errors"][0]["pointer"], "/attachment");
    assert_nothing_is_stored(&server).await;
}

#[tokio::test]
async fn unscanned_files_are_not_stored() {
    let scanner = ScannerServer::start().await;
    let server = server_with(Some(&scanner), false).await;
    let visitor = Visitor::new(&server.client, &server.address, "d");
    let large = pdf(&vec![b'x'; 5_000_000]);
    for behavior in [Behavior::IsFull, Behavior::Dies, Behavior::Babbles] {
        scanner.behave(behavior);
        for file in [png(), large.clone()] {
            let (status, problem) = refused(visitor.upload("receipt", "a", file)).await;
            assert_eq!((status, &problem["code"]), (503, &json!("busy")), "{behavior:?}");
        }
    }
    assert_nothing_is_stored(&server).await;
    scanner.behave(Behavior::Scans);
    id_of(visitor.upload("receipt", "a", large).send().await.unwrap()).await;
}

#[tokio::test]
async fn a_scanner_that_is_not_there_lets_nothing_through() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("clamd.ctl");
    let server = TestServer::with_settings(|settings| {
        let address = format!("unix:{}", socket.display());
        settings.upload_checks.scanner = Some(address.parse().unwrap());
    })
    .await;
    import_files_flow(server.data.path());
    let visitor = Visitor::new(&server.client, &server.address, "d");
    let (status, problem) = refused(visitor.upload("receipt", "a", png())).await;
    assert_eq!((status, &problem["code"]), (503, &json!("busy")));
    assert_nothing_is_stored(&server).await;
}

#[tokio::test]
async fn documents_that_act_by_themselves_are_accepted_only_where_the_operator_says_so() {
    let active = pdf(b"3 0 obj << /S /Java#53cript /JS (app.alert(1)) >> endobj");
    let server = server_with(None, false).await;
    let visitor = Visitor::new(&server.client, &server.address, "d");
    let (status, problem) = refused(visitor.upload("receipt", "a.pdf", active.clone())).await;
    assert_eq!((status, &problem["code"]), (422, &json!("active_document")));
    assert_eq!(problem["errors"][0]["pointer"], "/file");
    assert_nothing_is_stored(&server).await;
    id_of(visitor.upload("receipt", "a.pdf", pdf(b"")).send().await.unwrap()).await;

    let server = server_with(None, true).await;
    let visitor = Visitor::new(&server.client, &server.address, "d");
    id_of(visitor.upload("receipt", "a.pdf", active).send().await.unwrap()).await;
}
