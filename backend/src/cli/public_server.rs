//! What a running server tells everybody, for commands that work without one too.

use crate::server_address::ServerAddress;
use reqwest::StatusCode;
use reqwest::blocking::Client;
use serde_json::Value;
use std::time::Duration;

/// How long a server may take to answer.
const LIMIT: Duration = Duration::from_secs(5);

/// What a server has answered.
pub(super) enum Answer {
    Found(Value),
    /// There is no such thing.
    Missing,
    /// There is no answer, for this reason.
    None(String),
}

/// Gets what is public at the path of these segments.
pub(super) fn ask(server: &ServerAddress, path: &[&str], query: &[(&str, &str)]) -> Answer {
    match get(server, path, query) {
        Ok(Some(found)) => Answer::Found(found),
        Ok(None) => Answer::Missing,
        Err(reason) => Answer::None(reason),
    }
}

fn get(server: &ServerAddress, path: &[&str], query: &[(&str, &str)]) -> Result<Option<Value>, String> {
    let client = Client::builder().timeout(LIMIT).build();
    let url = server.below(path);
    // The address may hold a signature, which no message should repeat.
    let read = |error: reqwest::Error| error.without_url().to_string();
    let response = client.and_then(|client| client.get(url).query(query).send());
    let response = response.map_err(read)?;
    match response.status() {
        StatusCode::OK => response.json().map(Some).map_err(read),
        StatusCode::NOT_FOUND => Ok(None),
        status => Err(status.to_string()),
    }
}
