//! One limit for each key, of this process and of those that share a Redis with it.

use super::keyed::KeyedLimiter;
use crate::redis::Redis;
use crate::telemetry::rate_limited;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// A limit, or none.
pub(super) struct Limit(Option<Limits>);

struct Limits {
    name: &'static str,
    own: KeyedLimiter,
    shared: Option<Shared>,
}

/// A client asks too often.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooManyRequests {
    /// After this time it may ask once more.
    pub(crate) wait: Duration,
}

/// What all processes count together.
struct Shared {
    redis: Arc<Redis>,
    per_minute: NonZeroU32,
}

impl Limit {
    /// Limits each key to so many requests per minute; none is without a limit.
    pub(super) fn new(
        name: &'static str,
        per_minute: Option<NonZeroU32>,
        redis: Option<&Arc<Redis>>,
    ) -> Self {
        Self(per_minute.map(|per_minute| Limits {
            name,
            own: KeyedLimiter::per_minute(per_minute),
            shared: redis.map(|redis| Shared {
                redis: Arc::clone(redis),
                per_minute,
            }),
        }))
    }

    /// Counts a request. While Redis is away, each process counts its own.
    pub(super) async fn count(&self, key: &[&str]) -> Result<(), TooManyRequests> {
        let Some(limits) = &self.0 else { return Ok(()) };
        let counted = limits.count(key).await;
        counted.map_err(|wait| {
            rate_limited(limits.name);
            TooManyRequests { wait }
        })
    }
}

impl Limits {
    async fn count(&self, key: &[&str]) -> Result<(), Duration> {
        // What this process refuses, all together would refuse as well.
        self.own.count(&key)?;
        let Some(Shared { redis, per_minute }) = &self.shared else {
            return Ok(());
        };
        redis.count(self.name, key, *per_minute).await.unwrap_or(Ok(()))
    }
}
