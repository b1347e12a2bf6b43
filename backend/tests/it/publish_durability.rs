//! A draft is published as a whole, or not at all, through kill -9.

use crate::client::Client;
use crate::deadline::within_limit;
use crate::process::ServerProcess;
use crate::server::{RECORDS, client, import, staff_token};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::path::Path;
use tokio::sync::mpsc;

/// The flows that are published, one draft after the other.
const FLOWS: [&str; 2] = ["visit", "short"];

/// How often the server is killed, and how many publications are acknowledged before that: whenever it ends, some are under way.
const KILLS: usize = 3;
const PER_SERVER: usize = 12;

#[derive(Clone)]
struct Editor {
    client: Client,
    address: String,
    token: String,
}

/// Each draft begins with a key of its own.
fn key_of(flow: &Value) -> String {
    format!(
        "d0000000-0000-4000-8000-{:0>12}",
        flow["name"].as_str().unwrap_or("0")
    )
}

impl Editor {
    /// Returns the status and the document; `None` if the server is gone.
    async fn call(
        &self,
        method: Method,
        path: &str,
        from: Option<&str>,
        body: &Value,
    ) -> Option<(StatusCode, Value)> {
        let url = format!("{}/v1/staff/flows/{path}", self.address);
        let request = self.client.request(method.clone(), url).bearer_auth(&self.token);
        let request = match from {
            Some(version) => request.header("If-Match", format!("\"{version}\"")),
            None => request
                .header("If-None-Match", "*")
                .header("Idempotency-Key", key_of(body)),
        };
        let request = if method == Method::GET {
            request
        } else {
            request.json(body)
        };
        let response = request.send().await.ok()?;
        let status = response.status();
        Some((status, response.json().await.ok()?))
    }

    async fn flow(&self, flow_id: &str) -> Value {
        self.call(Method::GET, flow_id, None, &Value::Null)
            .await
            .unwrap()
            .1
    }

    /// Publishes a flow again and again with the number of the revision as its name, until the server is gone.
    async fn publish_repeatedly(
        self,
        flow_id: &'static str,
        acknowledge: mpsc::UnboundedSender<()>,
    ) -> Option<()> {
        let mut flow = self.flow(flow_id).await;
        let (status, draft) = self
            .call(Method::GET, &format!("{flow_id}/draft"), None, &Value::Null)
            .await?;
        let mut left = (status == StatusCode::OK).then(|| draft["version"].as_str().unwrap().to_owned());
        loop {
            let number: u64 = flow["name"]
                .as_str()
                .and_then(|name| name.parse().ok())
                .unwrap_or(1)
                + 1;
            flow["name"] = json!(number.to_string());
            let begun = self
                .call(
                    Method::PUT,
                    &format!("{flow_id}/draft?base={}", number - 1),
                    left.take().as_deref(),
                    &flow,
                )
                .await?;
            assert_eq!(begun.0, StatusCode::OK, "{}", begun.1);
            let version = begun.1["version"].as_str().unwrap();
            let (status, published) = self
                .call(
                    Method::POST,
                    &format!("{flow_id}/publish"),
                    Some(version),
                    &json!({}),
                )
                .await?;
            assert_eq!(
                (status, &published["revision"]),
                (StatusCode::OK, &json!(number)),
                "{published}"
            );
            acknowledge.send(()).ok()?;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_9_publishes_a_draft_or_keeps_it() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    for _ in 0..KILLS {
        let server = ServerProcess::start(data.path());
        let editor = Editor {
            client: client(),
            address: server.address.clone(),
            token: token.clone(),
        };
        for flow_id in FLOWS {
            editor.assert_whole(flow_id).await;
        }
        let (acknowledge, mut acknowledged) = mpsc::unbounded_channel();
        let editors = FLOWS
            .map(|flow_id| tokio::spawn(editor.clone().publish_repeatedly(flow_id, acknowledge.clone())));
        for _ in 0..PER_SERVER {
            within_limit("a draft is published", acknowledged.recv())
                .await
                .unwrap();
        }
        server.kill();
        for editor in editors {
            editor.await.unwrap();
        }
    }
    let server = ServerProcess::start(data.path());
    let editor = Editor {
        client: client(),
        address: server.address.clone(),
        token,
    };
    for flow_id in FLOWS {
        editor.assert_whole(flow_id).await;
    }
}

impl Editor {
    /// Either the draft is there and its text is not a revision yet, or it is gone and its text is the newest revision.
    async fn assert_whole(&self, flow_id: &str) {
        let number = |flow: &Value| {
            flow["name"]
                .as_str()
                .and_then(|name| name.parse().ok())
                .unwrap_or(1_u64)
        };
        let flow = self.flow(flow_id).await;
        let (_, revisions) = self
            .call(Method::GET, &format!("{flow_id}/revisions"), None, &Value::Null)
            .await
            .unwrap();
        assert_eq!(
            revisions["items"][0]["revision"],
            json!(number(&flow)),
            "{flow_id}"
        );
        let (status, draft) = self
            .call(Method::GET, &format!("{flow_id}/draft"), None, &Value::Null)
            .await
            .unwrap();
        if status == StatusCode::OK {
            assert_eq!(number(&draft["definition"]), number(&flow) + 1, "{flow_id}");
            assert_eq!(draft["base_revision"], json!(number(&flow)), "{flow_id}");
        }
    }
}
