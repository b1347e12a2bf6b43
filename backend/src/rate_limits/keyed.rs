//! One limit for each key, in bounded memory.

use super::rate::Rate;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Most keys in memory, some 5 MB. A key is forgotten when it has its whole quota again.
const MAX_KEYS: usize = 100_000;

/// While there are too many keys, all of them share so many limits.
const SHARED_LIMITS: u64 = 1_024;

/// How often the keys are searched for those that can be forgotten.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// Counts requests by keys.
pub(super) struct KeyedLimiter<C: Clock = DefaultClock> {
    /// By a hash of the key: an entry takes the same memory whatever a client calls itself.
    limiter: RateLimiter<u64, HashMapStateStore<u64>, C, NoOpMiddleware<C::Instant>>,
    /// With random keys of this process, so that nobody can choose to share the limit of somebody else.
    hasher: RandomState,
    clock: C,
    last_sweep: Mutex<Option<Instant>>,
    max_keys: usize,
    most: NonZeroU32,
    period: Duration,
}

impl KeyedLimiter {
    /// Lets a key have so much at once, and as much again in each period.
    pub(super) fn new(rate: Rate) -> Self {
        Self::by_clock(rate, DefaultClock::default())
    }
}

impl<C: Clock + Clone> KeyedLimiter<C> {
    fn by_clock(rate: Rate, clock: C) -> Self {
        // More than one in a nanosecond would be no limit.
        let quota = Quota::with_period(rate.period() / rate.number.get());
        let quota = quota
            .unwrap_or(Quota::per_second(NonZeroU32::MAX))
            .allow_burst(rate.number);
        Self {
            limiter: RateLimiter::new(quota, HashMapStateStore::default(), clock.clone()),
            hasher: RandomState::new(),
            clock,
            last_sweep: Mutex::default(),
            max_keys: MAX_KEYS,
            most: rate.number,
            period: rate.period(),
        }
    }

    /// Counts so much of a key; the error is the time after which the key may have it. More than a key may have at once counts
    /// as all of that.
    pub(super) fn count(&self, key: &impl Hash, number: NonZeroU32) -> Result<(), Duration> {
        let hash = self.hasher.hash_one(key);
        let key = if self.has_room() {
            hash
        } else {
            hash % SHARED_LIMITS
        };
        match self.limiter.check_key_n(&key, number.min(self.most)) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(refused)) => Err(refused.wait_time_from(self.clock.now())),
            // Impossible: no more is asked for than there can be.
            Err(_) => Err(self.period),
        }
    }

    fn has_room(&self) -> bool {
        self.limiter.len() < self.max_keys || {
            self.sweep();
            self.limiter.len() < self.max_keys
        }
    }

    /// Forgets keys with their whole quota. Not for every request: that would make a flood of keys expensive.
    fn sweep(&self) {
        let mut last = self.last_sweep.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() >= SWEEP_INTERVAL) {
            self.limiter.retain_recent();
            *last = Some(Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_limits::Rates;
    use governor::clock::FakeRelativeClock;

    const ONE: NonZeroU32 = NonZeroU32::MIN;

    fn limiter(number: u32) -> KeyedLimiter {
        KeyedLimiter::new(Rate::per_minute(NonZeroU32::new(number).unwrap()))
    }

    #[test]
    fn each_key_has_its_own_limit() {
        let limiter = limiter(2);
        for key in ["a", "a", "b", "b"] {
            assert_eq!(limiter.count(&key, ONE), Ok(()));
        }
        let wait = limiter.count(&"a", ONE).unwrap_err();
        assert!(
            wait > Duration::from_secs(15) && wait <= Duration::from_secs(30),
            "{wait:?}"
        );
    }

    #[test]
    fn a_device_sends_500_kept_feedbacks_with_files_within_a_few_minutes() {
        let clock = FakeRelativeClock::default();
        let Rates { device, upload, .. } = Rates::default();
        let limiter = |number: Option<NonZeroU32>| {
            KeyedLimiter::by_clock(Rate::per_minute(number.unwrap()), clock.clone())
        };
        let (device, upload) = (limiter(device), limiter(upload));
        // As a client does that obeys `Retry-After`.
        let mut waited = Duration::ZERO;
        let mut send = |limiter: &KeyedLimiter<FakeRelativeClock>| {
            while let Err(wait) = limiter.count(&"kiosk", ONE) {
                clock.advance(wait);
                waited += wait;
            }
        };
        for _ in 0..500 {
            send(&upload);
            // The upload and the feedback count for the device.
            send(&device);
            send(&device);
        }
        assert!(
            waited > Duration::ZERO && waited < Duration::from_mins(3),
            "{waited:?}"
        );
    }

    #[test]
    fn a_key_may_have_much_at_once_and_gets_it_back_evenly() {
        let clock = FakeRelativeClock::default();
        let number = |number| NonZeroU32::new(number).unwrap();
        let limiter = KeyedLimiter::by_clock(Rate::per_hour(number(3_600)), clock.clone());
        assert_eq!(limiter.count(&"a", number(3_000)), Ok(()));
        assert_eq!(limiter.count(&"a", number(700)), Err(Duration::from_secs(100)));
        assert_eq!(limiter.count(&"a", number(600)), Ok(()));
        assert_eq!(limiter.count(&"b", number(5_000)), Ok(()), "all at once");
        assert_eq!(limiter.count(&"b", ONE), Err(Duration::from_secs(1)));
        clock.advance(Duration::from_secs(100));
        assert_eq!(limiter.count(&"a", number(100)), Ok(()));
    }

    #[test]
    fn a_flood_of_keys_takes_bounded_memory_and_is_limited_as_a_whole() {
        let limiter = KeyedLimiter {
            max_keys: 100,
            ..limiter(1)
        };
        let admitted = (0..20_000)
            .filter(|key| limiter.count(key, NonZeroU32::MIN).is_ok())
            .count();
        let bound = 100 + usize::try_from(SHARED_LIMITS).unwrap();
        assert!(admitted <= bound && limiter.limiter.len() <= bound);
        assert!(admitted >= 100);
    }
}
