//! Rates that all processes count together (docs/api.md#rate-limits).

use super::Redis;
use fred::interfaces::LuaInterface;
use std::num::NonZeroU32;
use std::time::Duration;

/// The generic cell rate algorithm, as each process counts for itself: a key holds the time, in microseconds of Redis's
/// clock, at which its quota would be whole again, and expires then. Returns for how many microseconds the request comes
/// too early. Lua prints large numbers without their last digits unless it is told otherwise.
const COUNT: &str = "
    local time = redis.call('TIME')
    local now = time[1] * 1000000 + time[2]
    local interval, whole = tonumber(ARGV[1]), 60000000
    local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
    local early = full_at + interval - whole - now
    if early > 0 then return math.ceil(early) end
    local full_again = full_at + interval
    redis.call('SET', KEYS[1], string.format('%.0f', full_again), 'PX', math.ceil((full_again - now) / 1000))
    return 0";

const MICROSECONDS_PER_MINUTE: u32 = 60_000_000;

impl Redis {
    /// Counts a request of a key among those of all processes: the error is the time after which the key may ask once more.
    /// `None` if Redis does not say in time.
    pub(crate) async fn count(
        &self,
        rate: &str,
        key: &[&str],
        per_minute: NonZeroU32,
    ) -> Option<Result<(), Duration>> {
        if !self.is_connected() {
            return None;
        }
        let interval = f64::from(MICROSECONDS_PER_MINUTE) / f64::from(per_minute.get());
        let name = self.name(rate, key);
        let early: u64 = self.commands.eval(COUNT, name, interval).await.ok()?;
        Some(if early == 0 {
            Ok(())
        } else {
            Err(Duration::from_micros(early))
        })
    }
}
