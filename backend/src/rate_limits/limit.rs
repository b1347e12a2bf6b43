//! One limit for each key, of this process and of those that share a Redis with it.

use super::keyed::KeyedLimiter;
use super::rate::Rate;
use crate::redis::Redis;
use base::telemetry::rate_limited;
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
    rate: Rate,
}

impl Limit {
    /// Limits each key to a rate; none is without a limit.
    pub(super) fn new(name: &'static str, rate: Option<Rate>, redis: Option<&Arc<Redis>>) -> Self {
        Self(rate.map(|rate| Limits {
            name,
            own: KeyedLimiter::new(rate),
            shared: redis.map(|redis| Shared {
                redis: Arc::clone(redis),
                rate,
            }),
        }))
    }

    /// Counts a request. While Redis is unavailable, each process counts its own.
    pub(super) async fn count(&self, key: &[&str]) -> Result<(), TooManyRequests> {
        self.count_many(key, NonZeroU32::MIN).await
    }

    /// Counts so much at once.
    pub(super) async fn count_many(&self, key: &[&str], number: NonZeroU32) -> Result<(), TooManyRequests> {
        let Some(limits) = &self.0 else { return Ok(()) };
        let counted = limits.count(key, number).await;
        counted.map_err(|wait| {
            rate_limited(limits.name);
            TooManyRequests { wait }
        })
    }
}

impl Limits {
    async fn count(&self, key: &[&str], number: NonZeroU32) -> Result<(), Duration> {
        // What this process refuses, all together would refuse as well.
        self.own.count(&key, number)?;
        let Some(Shared { redis, rate }) = &self.shared else {
            return Ok(());
        };
        let counted = redis
            .count(self.name, key, rate.time_of(number), rate.period())
            .await;
        counted.unwrap_or(Ok(()))
    }
}
