//! A provider of OpenID Connect that says whatever a test wants, also what no provider should. (An honest one signs people in in
//! `console/e2e/singleSignOn.spec.ts`.)

use crate::person::own_page;
use crate::server::TestServer;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use backend::SingleSignOnSetting;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::net::TcpListener;
use url::Url;

const RSA: &[u8] = include_bytes!("../data/keys/rsa.pem");

pub(crate) const CLIENT: (&str, &str) = ("pulsen", "a secret: of 100 %");

/// What the provider does with the next code.
#[derive(Clone)]
pub(crate) struct Says {
    /// Replace those of an honest token; null leaves one out.
    pub(crate) claims: Value,
    /// At its userinfo endpoint.
    pub(crate) about: Value,
    /// Replaces the signed token, if there is one.
    pub(crate) forge: Option<fn(String) -> String>,
    /// Fills the answer with so many spaces.
    pub(crate) padding: usize,
}

#[derive(Clone)]
pub(crate) struct IdentityProvider {
    pub(crate) issuer: String,
    state: Arc<Mutex<Known>>,
}

struct Known {
    says: Says,
    /// The sign-in that was begun last: its nonce, challenge and redirect URI.
    begun: HashMap<String, String>,
}

/// A browser on its way to the provider.
pub(crate) struct OnTheWay {
    /// The cookie of the attempt, as the browser sends it.
    pub(crate) cookie: String,
    /// What Pulsen asks of the provider.
    pub(crate) asked: HashMap<String, String>,
}

impl IdentityProvider {
    /// Starts one on a free port. It ends with the test.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let says = Says {
            claims: json!({}),
            about: json!({"sub": "1"}),
            forge: None,
            padding: 0,
        };
        let provider = Self {
            issuer,
            state: Arc::new(Mutex::new(Known {
                says,
                begun: HashMap::new(),
            })),
        };
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(description))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/about", get(about))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        provider
    }

    /// Returns the setting of a server that trusts it.
    pub(crate) fn setting(&self) -> SingleSignOnSetting {
        SingleSignOnSetting::new(&self.issuer, CLIENT.0, CLIENT.1).unwrap()
    }

    pub(crate) async fn server(&self) -> TestServer {
        let setting = self.setting();
        TestServer::with_settings(|settings| settings.single_sign_on = Some(setting)).await
    }

    /// Changes what it says.
    pub(crate) fn say(&self, change: impl FnOnce(&mut Says)) {
        change(&mut self.state.lock().unwrap().says);
    }

    /// Begins a sign-in in a browser with this session.
    pub(crate) async fn begin(&self, server: &TestServer, query: &str, session: &str) -> OnTheWay {
        let path = format!("/v1/staff/oidc/start{query}");
        let response = own_page(server, Method::GET, &path, session)
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 303);
        let address: Url = response.headers()["location"].to_str().unwrap().parse().unwrap();
        let asked: HashMap<String, String> = address.query_pairs().into_owned().collect();
        self.state.lock().unwrap().begun = asked.clone();
        let cookie = response.headers()["set-cookie"].to_str().unwrap();
        OnTheWay {
            cookie: cookie.split(';').next().unwrap().to_owned(),
            asked,
        }
    }
}

impl OnTheWay {
    /// Comes back from the provider; returns where that leads, and the cookie of the session, if one has begun.
    pub(crate) async fn come_back(&self, server: &TestServer, query: &[(&str, &str)]) -> (String, String) {
        come_back(server, &self.cookie, query).await
    }

    /// Comes back as an honest provider leads back.
    pub(crate) async fn finish(&self, server: &TestServer) -> (String, String) {
        let state = self.asked["state"].as_str();
        self.come_back(server, &[("state", state), ("code", "c")]).await
    }
}

/// Comes back from the provider in a browser with this cookie.
pub(crate) async fn come_back(server: &TestServer, cookie: &str, query: &[(&str, &str)]) -> (String, String) {
    let request = server
        .client
        .get(format!("{}/v1/staff/oidc/callback", server.address));
    let request = request.query(query).header("Sec-Fetch-Site", "cross-site");
    let response = request.header("Cookie", cookie).send().await.unwrap();
    assert_eq!(response.status(), 303);
    assert_eq!(response.headers()["cache-control"], "no-store");
    let cookies = response.headers().get_all("set-cookie").into_iter();
    let cookies: Vec<&str> = cookies.map(|cookie| cookie.to_str().unwrap()).collect();
    let session = cookies
        .iter()
        .find_map(|cookie| cookie.strip_prefix("pulsen_staff="));
    let session = session
        .and_then(|cookie| cookie.split(';').next())
        .unwrap_or_default();
    let location = response.headers()["location"].to_str().unwrap();
    let is_over = cookies
        .iter()
        .any(|cookie| cookie.starts_with("pulsen_staff_sign_in=;"));
    assert!(
        is_over || location.ends_with("=expired"),
        "{location} {cookies:?}"
    );
    (location.to_owned(), session.to_owned())
}

pub(crate) fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

fn key() -> EncodingKey {
    EncodingKey::from_rsa_pem(RSA).unwrap()
}

async fn description(State(provider): State<IdentityProvider>) -> Json<Value> {
    let at = |path: &str| format!("{}{path}", provider.issuer);
    Json(json!({
        "issuer": provider.issuer,
        "authorization_endpoint": at("/authorize?tenant=shop"),
        "token_endpoint": at("/token"),
        "userinfo_endpoint": at("/about"),
        "jwks_uri": at("/keys"),
    }))
}

async fn keys() -> Json<Value> {
    let key = serde_json::to_value(Jwk::from_encoding_key(&key(), Algorithm::RS256).unwrap()).unwrap();
    Json(json!({"keys": [key]}))
}

/// Gives tokens for a code: only to Pulsen, with its secret, and with the verifier of the sign-in that was begun.
async fn token(State(provider): State<IdentityProvider>, headers: HeaderMap, body: String) -> Response {
    let form: HashMap<String, String> = url::form_urlencoded::parse(body.as_bytes())
        .into_owned()
        .collect();
    let known = provider.state.lock().unwrap();
    let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", encoded(CLIENT.0), encoded(CLIENT.1));
    assert_eq!(
        headers[AUTHORIZATION],
        format!("Basic {}", BASE64_STANDARD.encode(pair))
    );
    assert_eq!(form["grant_type"], "authorization_code");
    assert_eq!(form["redirect_uri"], known.begun["redirect_uri"]);
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&form["code_verifier"]));
    if form["code"] != "c" || challenge != known.begun["code_challenge"] {
        return (
            reqwest::StatusCode::BAD_REQUEST,
            Json(json!({"error": "invalid_grant"})),
        )
            .into_response();
    }
    let mut claims = json!({
        "iss": provider.issuer, "aud": CLIENT.0, "sub": "1", "nonce": known.begun["nonce"], "exp": seconds() + 60,
        "iat": seconds(), "auth_time": seconds(), "email": "ann@shop.example", "email_verified": true, "name": "Ann",
    });
    let all = claims.as_object_mut().unwrap();
    all.extend(known.says.claims.as_object().unwrap().clone());
    all.retain(|_, value| !value.is_null());
    let token = encode(&Header::new(Algorithm::RS256), &claims, &key()).unwrap();
    let token = known.says.forge.map_or(token.clone(), |forge| forge(token));
    let answer = json!({"id_token": token, "access_token": "a", "token_type": "Bearer"});
    let padding = " ".repeat(known.says.padding);
    (
        [("content-type", "application/json")],
        format!("{answer}{padding}"),
    )
        .into_response()
}

async fn about(State(provider): State<IdentityProvider>, headers: HeaderMap) -> Json<Value> {
    assert_eq!(headers[AUTHORIZATION], "Bearer a");
    Json(provider.state.lock().unwrap().says.about.clone())
}
