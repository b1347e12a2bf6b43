//! Rates that all processes count together (docs/api.md#rate-limits).

use super::Redis;
use fred::interfaces::LuaInterface;
use std::time::Duration;

/// The generic cell rate algorithm, as each process counts for itself: a key holds the time, in microseconds of Redis's
/// clock, at which its quota would be whole again, and expires then. Takes the part of this request and the whole quota, both
/// as microseconds; returns for how many of them the request comes too early. Lua prints large numbers without their last
/// digits unless it is told otherwise.
const COUNT: &str = "
    local time = redis.call('TIME')
    local now = time[1] * 1000000 + time[2]
    local interval, whole = tonumber(ARGV[1]), tonumber(ARGV[2])
    local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
    local early = full_at + interval - whole - now
    if early > 0 then return math.ceil(early) end
    local full_again = full_at + interval
    redis.call('SET', KEYS[1], string.format('%.0f', full_again), 'PX', math.ceil((full_again - now) / 1000))
    return 0";

impl Redis {
    /// Takes a part of the quota of a key, which all processes share: both are the times after which they are there again.
    /// The error is the time after which the key may have it. `None` if Redis does not say in time.
    pub(crate) async fn count(
        &self,
        rate: &str,
        key: &[&str],
        part: Duration,
        quota: Duration,
    ) -> Option<Result<(), Duration>> {
        if !self.is_connected() {
            return None;
        }
        let name = self.name(rate, key);
        let arguments = [part, quota].map(|time| time.as_secs_f64() * 1e6).to_vec();
        let early: u64 = self.commands.eval(COUNT, name, arguments).await.ok()?;
        Some(if early == 0 {
            Ok(())
        } else {
            Err(Duration::from_micros(early))
        })
    }
}
