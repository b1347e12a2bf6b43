//! Calls to addresses that the operator has configured (docs/connectors.md#what-a-call-may-do).
//!
//! Nothing of a visitor's request decides where a call goes, and nothing of its headers is passed on. Every call is bounded
//! in time, in the size of its response and in number, follows no redirect, uses no proxy, and by default reaches public
//! addresses over HTTPS only. That is decided by the address that is then connected to: a name that resolves to another
//! address the next time gets no further.

mod addresses;
mod call_permits;
mod failure;
mod reach;
mod resolver;

#[cfg(test)]
mod tests;

pub(crate) use failure::CallFailure;
pub(crate) use reach::Reach;

use call_permits::CallPermits;
use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, Method, Response};
use resolver::Resolver;
use std::time::Duration;
use tokio::sync::OnceCell;
use url::Url;

/// The one name by which every call introduces itself.
const USER_AGENT: &str = concat!("Pulsen/", env!("CARGO_PKG_VERSION"));

/// Calls at the same time, to all targets together.
const CALLS_IN_ALL: usize = 64;

/// Calls at the same time for one target: a slow one must not take the places of the others.
const CALLS_PER_TARGET: usize = 16;

/// How long an idle connection is kept for the next call: less than the 5 s after which many servers close theirs, because a call that
/// takes a connection at that very moment is lost.
const IDLE_CONNECTION: Duration = Duration::from_secs(4);

/// Most bytes that are read of a body that is dropped, and for how long.
const DROPPED_BODY: usize = 64 * 1024;
const DROPPED_BODY_LIMIT: Duration = Duration::from_secs(1);

/// A call.
#[derive(Debug)]
pub(crate) struct Call {
    /// What the call is for, such as `connector orders`: calls with one name share the places for one target. It must come
    /// from the operator, since each name takes memory for as long as the process runs.
    pub(crate) target: String,
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    /// Empty: without a body.
    pub(crate) body: Vec<u8>,
    /// For everything, from the look-up of the name to the last byte of the response.
    pub(crate) time_limit: Duration,
    /// Most bytes of the response's body. `None`: only its head matters, and its body is dropped.
    pub(crate) response_limit: Option<usize>,
    pub(crate) reach: Reach,
}

/// The response to a call, whatever its status; redirects are failures.
#[derive(Debug)]
pub(crate) struct CallResponse {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// Makes calls: one for the process.
pub(crate) struct Outgoing {
    public: Reaching,
    everywhere: Reaching,
    permits: CallPermits,
}

impl Default for Outgoing {
    fn default() -> Self {
        Self::new(CALLS_IN_ALL, CALLS_PER_TARGET)
    }
}

impl Outgoing {
    /// Makes at most so many calls at the same time.
    pub(crate) fn new(in_all: usize, per_target: usize) -> Self {
        Self {
            public: Reaching::new(Reach::Public, per_target),
            everywhere: Reaching::new(Reach::Everywhere, per_target),
            permits: CallPermits::new(in_all, per_target),
        }
    }

    /// Makes each call over a connection of its own: for calls that must not be lost and that nobody repeats.
    pub(crate) fn over_new_connections() -> Self {
        Self {
            public: Reaching::new(Reach::Public, 0),
            everywhere: Reaching::new(Reach::Everywhere, 0),
            ..Self::default()
        }
    }

    /// Makes a call. It is not repeated.
    ///
    /// # Errors
    /// Too many calls are under way, the target may not be reached or cannot be, or its response is too late, too large or a
    /// redirect.
    pub(crate) async fn call(&self, call: Call) -> Result<CallResponse, CallFailure> {
        let _permit = self.permits.take(&call.target)?;
        let reaching = match call.reach {
            Reach::Public => &self.public,
            Reach::Everywhere => &self.everywhere,
        };
        let time_limit = call.time_limit;
        tokio::time::timeout(time_limit, reaching.call(call))
            .await
            .unwrap_or(Err(CallFailure::TimedOut(time_limit)))
    }
}

/// The client for targets of one reach. Clients keep connections open, so those of different reach must not share one.
struct Reaching {
    reach: Reach,
    /// Most idle connections that are kept for one target.
    idle: usize,
    /// Built for the first call: a server without connectors needs no certificates of this machine.
    client: OnceCell<Client>,
}

impl Reaching {
    fn new(reach: Reach, idle: usize) -> Self {
        Self {
            reach,
            idle,
            client: OnceCell::new(),
        }
    }

    async fn call(&self, call: Call) -> Result<CallResponse, CallFailure> {
        self.reach.check(&call.url)?;
        let client = self
            .client
            .get_or_try_init(|| async { self.build_client() })
            .await?;
        let mut request = client.request(call.method, call.url).headers(call.headers);
        if !call.body.is_empty() {
            request = request.body(call.body);
        }
        let response = request.send().await?;
        if response.status().is_redirection() {
            return Err(CallFailure::Redirected);
        }
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let body = match call.response_limit {
            Some(limit) => read_body(response, limit).await?,
            None => {
                // The connection can be used again once the body is read. A long one is not worth that, and what goes wrong
                // after the head changes nothing.
                let _ = tokio::time::timeout(DROPPED_BODY_LIMIT, read_body(response, DROPPED_BODY)).await;
                Vec::new()
            }
        };
        Ok(CallResponse {
            status,
            headers,
            body,
        })
    }

    fn build_client(&self) -> Result<Client, CallFailure> {
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .redirect(Policy::none())
            .no_proxy()
            .referer(false)
            // A small body must not become a large one.
            .no_gzip()
            .no_brotli()
            .no_deflate()
            .no_zstd()
            .pool_idle_timeout(IDLE_CONNECTION)
            .pool_max_idle_per_host(self.idle)
            .dns_resolver(Resolver::new(self.reach))
            .build()?;
        Ok(client)
    }
}

/// Reads the body, and stops where it is over the limit.
async fn read_body(mut response: Response, limit: usize) -> Result<Vec<u8>, CallFailure> {
    let announced = response.content_length().unwrap_or(0);
    if announced > limit as u64 {
        return Err(CallFailure::TooLarge(limit));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > limit {
            return Err(CallFailure::TooLarge(limit));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
