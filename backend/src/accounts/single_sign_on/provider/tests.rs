use super::*;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::net::TcpListener;

/// A provider that counts how often it is asked for its description and its keys.
struct Asked {
    setting: SingleSignOnSetting,
    calls: Calls,
    counts: Arc<[AtomicU32; 2]>,
}

/// Starts a provider whose description has these values instead of its own.
async fn start(changes: Value, status: StatusCode) -> Asked {
    // Fails if another test has installed it already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let mut description = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"),
    });
    description
        .as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    let counts: Arc<[AtomicU32; 2]> = Arc::default();
    let answer = |index: usize, document: Value| {
        let counts = Arc::clone(&counts);
        get(async move || {
            counts[index].fetch_add(1, Ordering::Relaxed);
            (status, Json(document))
        })
    };
    let routes = Router::new()
        .route("/.well-known/openid-configuration", answer(0, description))
        .route("/keys", answer(1, json!({"keys": []})));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Asked {
        setting: SingleSignOnSetting::new(&issuer, "pulsen", "secret").unwrap(),
        calls: Calls::default(),
        counts,
    }
}

impl Asked {
    fn counts(&self) -> [u32; 2] {
        [0, 1].map(|index: usize| self.counts[index].load(Ordering::Relaxed))
    }
}

#[tokio::test]
async fn unknown_keys_are_fetched_once_a_minute_and_all_once_an_hour() {
    let asked = start(json!({}), StatusCode::OK).await;
    let provider = Provider::default();
    let keys = async |instead_of: Option<&Arc<ProviderKeys>>, at| {
        let keys = provider.keys(&asked.calls, &asked.setting, instead_of, at).await;
        (keys.unwrap(), asked.counts())
    };
    let (first, counts) = keys(None, 0).await;
    assert_eq!(counts, [1, 1]);
    assert_eq!(keys(None, KEPT - 1).await.1, [1, 1]);
    let (same, counts) = keys(Some(&first), KEYS_APART - 1).await;
    assert!(Arc::ptr_eq(&first, &same));
    assert_eq!(counts, [1, 1]);
    let (second, counts) = keys(Some(&first), KEYS_APART).await;
    assert!(!Arc::ptr_eq(&first, &second));
    assert_eq!(counts, [1, 2]);
    // Somebody else has had them fetched already.
    assert_eq!(keys(Some(&first), KEYS_APART * 2).await.1, [1, 2]);
    assert_eq!(keys(None, KEPT).await.1, [1, 2]);
    assert_eq!(keys(None, KEPT + KEYS_APART).await.1, [2, 3]);
}

#[tokio::test]
async fn nobody_waits_again_for_a_provider_that_has_just_failed() {
    let asked = start(json!({}), StatusCode::INTERNAL_SERVER_ERROR).await;
    let provider = Provider::default();
    let fault = async |at| {
        let metadata = provider.metadata(&asked.calls, &asked.setting, at).await;
        metadata.unwrap_err()
    };
    assert!(matches!(fault(0).await, SignOnFault::Status { status: 500, .. }));
    assert!(provider.known.lock().await.failed_at.is_some());
    provider.known.lock().await.failed_at = Some(1_000);
    assert!(matches!(fault(1_000).await, SignOnFault::JustFailed));
    assert_eq!(asked.counts(), [1, 0]);
    assert!(matches!(
        fault(1_000 + FAILURES_APART).await,
        SignOnFault::Status { .. }
    ));
    assert_eq!(asked.counts(), [2, 0]);
}

#[tokio::test]
async fn a_description_is_of_the_issuer_and_leads_nowhere_without_encryption() {
    for (changes, expected) in [
        (
            json!({"issuer": "https://evil.example"}),
            "it says that it is another issuer",
        ),
        (
            json!({"token_endpoint": "http://id.example/token"}),
            "not encrypted",
        ),
        (json!({"jwks_uri": "ftp://id.example/keys"}), "not encrypted"),
        (
            json!({"userinfo_endpoint": "http://id.example/about"}),
            "not encrypted",
        ),
        (
            json!({"authorization_endpoint": "javascript:alert(1)"}),
            "not encrypted",
        ),
        (json!({"authorization_endpoint": "/authorize"}), "another form"),
        (json!({"issuer": null}), "another form"),
    ] {
        let asked = start(changes.clone(), StatusCode::OK).await;
        let result = Provider::default()
            .metadata(&asked.calls, &asked.setting, 0)
            .await;
        let fault = result.unwrap_err().to_string();
        assert!(fault.contains(expected), "{changes}: {fault}");
    }
}

#[tokio::test]
async fn the_secret_is_in_the_body_only_where_the_provider_takes_it_nowhere_else() {
    for (methods, in_body) in [
        (json!({}), false),
        (
            json!({"token_endpoint_auth_methods_supported": ["client_secret_post"]}),
            true,
        ),
        (
            json!({"token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"]}),
            false,
        ),
    ] {
        let asked = start(methods.clone(), StatusCode::OK).await;
        let metadata = Provider::default()
            .metadata(&asked.calls, &asked.setting, 0)
            .await;
        assert_eq!(metadata.unwrap().takes_secret_in_body(), in_body, "{methods}");
    }
}
