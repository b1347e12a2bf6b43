//! Waits for what the server does after its response.

use std::time::Duration;
use tokio::time::timeout;

/// Asks again and again until something has happened.
pub(crate) async fn until(what: &str, has_happened: impl AsyncFn() -> bool) {
    let asked = async {
        while !has_happened().await {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(30), asked)
        .await
        .unwrap_or_else(|_| panic!("{what}: not within 30 s"));
}
