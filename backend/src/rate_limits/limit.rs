//! One limit for each key, of this process and of those that share a Redis with it.

use super::keyed::KeyedLimiter;
use crate::redis::Redis;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// A limit, or none.
pub(super) struct Limit(Option<Limits>);

struct Limits {
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
    name: &'static str,
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
            own: KeyedLimiter::per_minute(per_minute),
            shared: redis.map(|redis| Shared {
                redis: Arc::clone(redis),
                name,
                per_minute,
            }),
        }))
    }

    /// Counts a request. While Redis is away, each process counts its own.
    pub(super) async fn count(&self, key: &[&str]) -> Result<(), TooManyRequests> {
        let Some(Limits { own, shared }) = &self.0 else {
            return Ok(());
        };
        // What this process refuses, all together would refuse as well.
        own.count(&key).map_err(|wait| TooManyRequests { wait })?;
        let Some(Shared {
            redis,
            name,
            per_minute,
        }) = shared
        else {
            return Ok(());
        };
        let counted = redis.count(name, key, *per_minute).await.unwrap_or(Ok(()));
        counted.map_err(|wait| TooManyRequests { wait })
    }
}
