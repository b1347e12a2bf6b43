//! Whether staff reach the server at their host, and nobody reaches what is theirs at that of visitors.

use crate::finding::Finding;
use crate::server::{Settings, check_staff_url};
use crate::server_address::ServerAddress;
use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use std::time::Duration;

/// How long an answer may take.
const LIMIT: Duration = Duration::from_secs(10);

const CHECK: &str = "staff address";

const ADVICE: &str = "have the proxy send both hosts to this server, with the header Host as it got it";

pub(super) async fn examine(settings: &Settings) -> Vec<Finding> {
    let Some(staff_url) = &settings.staff_url else {
        return Vec::new();
    };
    let public_url = settings.public_url.as_ref();
    if let Err(error) = check_staff_url(Some(staff_url), public_url) {
        return vec![Finding::fail(
            CHECK,
            error.to_string(),
            "the server does not start",
        )];
    }
    let mut findings = vec![judge_own(staff_url, &ask(staff_url).await)];
    if let Some(public_url) = public_url {
        findings.extend(judge_public(public_url, &ask(public_url).await));
    }
    findings
}

/// What an address answers where the console is.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Page,
    Other(StatusCode),
    Nothing,
}

async fn ask(address: &ServerAddress) -> Answer {
    let client = Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .timeout(LIMIT)
        .build();
    let Ok(client) = client else {
        return Answer::Nothing;
    };
    let Ok(response) = client.get(address.at("/staff")).send().await else {
        return Answer::Nothing;
    };
    let content_type = response.headers().get(CONTENT_TYPE);
    let is_html = content_type.is_some_and(|value| value.as_bytes().starts_with(b"text/html"));
    match response.status() {
        StatusCode::OK if is_html => Answer::Page,
        status => Answer::Other(status),
    }
}

fn judge_own(staff_url: &ServerAddress, answer: &Answer) -> Finding {
    match answer {
        Answer::Page => Finding::ok(CHECK, format!("{staff_url}/staff shows the console")),
        Answer::Other(status) => Finding::fail(CHECK, format!("{staff_url}/staff returned {status}"), ADVICE),
        Answer::Nothing => Finding::fail(CHECK, format!("{staff_url} cannot be reached"), ADVICE),
    }
}

/// Says nothing where nothing is wrong, or where visitors cannot be reached, which another check says.
fn judge_public(public_url: &ServerAddress, answer: &Answer) -> Option<Finding> {
    match answer {
        Answer::Other(StatusCode::NOT_FOUND) | Answer::Nothing => None,
        Answer::Page | Answer::Other(_) => Some(Finding::fail(
            CHECK,
            format!("{public_url}/staff, where visitors come, is not 404"),
            ADVICE,
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn the_console_is_at_its_host_only() {
        let address: ServerAddress = "https://x.example".parse().unwrap();
        assert_eq!(judge_own(&address, &Answer::Page).verdict, Verdict::Ok);
        for answer in [Answer::Nothing, Answer::Other(StatusCode::NOT_FOUND)] {
            assert_eq!(judge_own(&address, &answer).verdict, Verdict::Fail, "{answer:?}");
            assert!(judge_public(&address, &answer).is_none(), "{answer:?}");
        }
        for answer in [Answer::Page, Answer::Other(StatusCode::FOUND)] {
            let finding = judge_public(&address, &answer);
            assert_eq!(finding.unwrap().verdict, Verdict::Fail, "{answer:?}");
        }
    }
}
