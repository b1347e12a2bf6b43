//! Somebody who signs in, in a browser.

use crate::client::RequestBuilder;
use crate::database::{execute, with_data};
use crate::process::{pulsen, run};
use crate::server::TestServer;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

/// The password of everybody.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A person with the cookie of their session.
pub(crate) struct Person<'s> {
    pub(crate) server: &'s TestServer,
    pub(crate) email: String,
    pub(crate) cookie: String,
}

/// Runs `pulsen user` and returns its exit code and what it prints.
pub(crate) async fn user(server: &TestServer, arguments: &[&str]) -> (i32, String, String) {
    let mut command = pulsen();
    command.arg("user").args(arguments);
    command.env("PULSEN_SERVER", &server.address);
    with_data(&mut command, server.data.path());
    spawn_blocking(move || run(&mut command)).await.unwrap()
}

/// Runs `pulsen user` for a link, and returns the secret in it.
pub(crate) async fn link(server: &TestServer, arguments: &[&str]) -> String {
    let (code, printed, problem) = user(server, arguments).await;
    assert_eq!(code, 0, "{problem}");
    let (_, secret) = printed.trim().split_once('#').unwrap();
    secret.to_owned()
}

/// Sends a request of an own page, with a cookie or without.
pub(crate) fn own_page(server: &TestServer, method: Method, path: &str, cookie: &str) -> RequestBuilder {
    let request = server.client.request(method, format!("{}{path}", server.address));
    let request = request.header("Sec-Fetch-Site", "same-origin");
    if cookie.is_empty() {
        request
    } else {
        request.header("Cookie", format!("pulsen_staff={cookie}"))
    }
}

/// Returns the cookie that a response sets; empty if it removes it.
pub(crate) fn set_cookie(response: &Response) -> String {
    let header = response.headers()["set-cookie"].to_str().unwrap();
    let value = header
        .strip_prefix("pulsen_staff=")
        .unwrap_or_else(|| panic!("{header}"));
    value.split(';').next().unwrap().to_owned()
}

impl<'s> Person<'s> {
    /// Adds a person of all nodes, who chooses the password.
    pub(crate) async fn join(server: &'s TestServer, name: &str, role: &str) -> Self {
        Self::join_with(server, name, &["--role", role]).await
    }

    /// Adds a person with these options.
    pub(crate) async fn join_with(server: &'s TestServer, name: &str, options: &[&str]) -> Self {
        let email = format!("{}@shop.example", name.to_lowercase());
        let mut arguments = vec!["add", &email, "--name", name];
        arguments.extend(options);
        let secret = link(server, &arguments).await;
        let request = own_page(server, Method::POST, "/v1/staff/links/use", "");
        let response = request
            .json(&json!({"secret": secret, "password": PASSWORD}))
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 200, "{}", response.text().await.unwrap());
        Self {
            server,
            cookie: set_cookie(&response),
            email,
        }
    }

    /// Begins a request of an own page with the cookie.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        own_page(self.server, method, path, &self.cookie)
    }

    /// Sends one without a body, and returns the status and the code of its problem, or its document.
    pub(crate) async fn call(&self, method: Method, path: &str) -> (u16, Value) {
        answer(self.request(method, path)).await
    }

    /// Has their confirmation be over.
    pub(crate) async fn end_confirmation(&self) {
        let sql = "UPDATE staff_sessions SET confirmed_until = 0 WHERE user_id = (SELECT id FROM users WHERE email =";
        execute(self.server.data.path(), format!("{sql} '{}')", self.email)).await;
    }

    pub(crate) async fn call_with(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        answer(self.request(method, path).json(&body)).await
    }

    /// Begins to sign in, in another browser.
    pub(crate) fn sign_in(&self, password: &str) -> RequestBuilder {
        let request = own_page(self.server, Method::POST, "/v1/staff/session", "");
        request.json(&json!({"email": self.email, "password": password}))
    }
}

/// Sends a request, and returns its status with the code of its problem, or else its document.
pub(crate) async fn answer(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    let document: Value = serde_json::from_str(&text).unwrap_or_default();
    if status < 400 {
        (status, document)
    } else {
        (status, document["code"].clone())
    }
}
