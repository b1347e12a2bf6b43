//! The link at the end of each mail, which stops the mails to its address.

use crate::mail_server::PUBLIC_URL;
use crate::mail_server::Received;
use crate::mails::{chat_with_address, leave, mail_server, queue_is_empty, reply, server_for};
use serde_json::Value;

#[tokio::test]
async fn a_link_stops_the_mails() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "one").await;
    let mail: Received = mails.wait_for(1).await;
    let path = mail.stop_path();
    assert!(
        mail.text().contains(&format!("{PUBLIC_URL}{path}")),
        "{}",
        mail.text()
    );

    // Opening it changes nothing.
    let page = server.get(&path).await;
    assert_eq!(page.headers()["referrer-policy"], "no-referrer");
    let policy = page.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(policy.contains("form-action 'self'"), "{policy}");
    let html = page.text().await.unwrap();
    assert!(html.contains("Stop emails about this conversation"), "{html}");
    assert_eq!(chat.whole().await["email"], "a…@example.org");

    for _ in 0..2 {
        let request = server.post(&path).body("List-Unsubscribe=One-Click");
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert!(
            response
                .text()
                .await
                .unwrap()
                .contains("You will no longer get emails")
        );
    }
    assert_eq!(chat.whole().await["email"], Value::Null);
    assert!(
        server
            .get(&path)
            .await
            .text()
            .await
            .unwrap()
            .contains("You will no longer get emails")
    );

    for wrong in [
        path.replace("address=", "address=x"),
        path.replace("token=", "token=x"),
    ] {
        assert_eq!(server.post(&wrong).send().await.unwrap().status(), 401, "{wrong}");
    }
}

#[tokio::test]
async fn unsubscribing_does_not_affect_an_address_given_later() {
    let mails = mail_server().await;
    let server = server_for(&mails, |_| {}).await;
    let chat = chat_with_address(&server, "ada@example.org").await;
    reply(&server, &chat, "one").await;
    let mail = mails.wait_for(1).await;
    queue_is_empty(server.data.path()).await;
    let (path, by_link) = (mail.stop_path(), chat.with_token(mail.token()));
    // By a mailed link, which keeps opening the chat, and by the customer's own token, which ends that.
    for (customer, address, masked) in [
        (&by_link, "eve@example.org", "e…@example.org"),
        (&chat, "joe@example.org", "j…@example.org"),
    ] {
        leave(customer, address).send().await.unwrap();
        let page = server.get(&path).await.text().await.unwrap();
        assert!(page.contains("You will no longer get emails"), "{page}");
        assert_eq!(server.post(&path).send().await.unwrap().status(), 200);
        assert_eq!(chat.whole().await["email"], masked);
    }
    // The same address once more is the one that wants no mails.
    leave(&chat, "ada@example.org").send().await.unwrap();
    assert_eq!(server.post(&path).send().await.unwrap().status(), 200);
    assert_eq!(chat.whole().await["email"], Value::Null);
}
