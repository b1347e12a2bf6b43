//! Waits for what the server does after its response.

use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Between two questions, so that they leave the processor to the server.
pub(crate) const PAUSE: Duration = Duration::from_millis(5);

/// After this time a test hangs: a busy machine takes a minute for what an idle one does in a moment.
pub(crate) const HANGS: Duration = Duration::from_mins(5);

/// Asks again and again until something has happened.
pub(crate) async fn until(what: &str, has_happened: impl AsyncFn() -> bool) {
    let asked = async {
        while !has_happened().await {
            sleep(PAUSE).await;
        }
    };
    within_limit(what, asked).await;
}

/// Waits for something, so that a test that waits for nothing fails with what it waits for.
pub(crate) async fn within_limit<T>(what: &str, happening: impl Future<Output = T>) -> T {
    timeout(HANGS, happening)
        .await
        .unwrap_or_else(|_| panic!("{what}: not within {HANGS:?}"))
}
