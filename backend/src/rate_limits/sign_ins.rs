//! How often somebody may try to sign in (docs/staff.md#limits-of-signing-in).
//!
//! Three limits of growing length lie one behind the other. Who uses up that of a minute waits for seconds, then that of an hour for
//! minutes, and at the end for a quarter of an hour from attempt to attempt: nobody is locked out for good.

use super::limit::{Limit, TooManyRequests};
use super::rate::Rate;
use crate::redis::Redis;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

/// How many times as much as in a minute an account may have in an hour: a pause of four minutes, where five are allowed.
const PER_HOUR: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// Attempts of an account in a day: a pause of 15 minutes.
const PER_DAY: NonZeroU32 = NonZeroU32::new(96).unwrap();

/// How many times as much as an account an address may have: a company may share one.
const PER_ADDRESS: NonZeroU32 = NonZeroU32::new(4).unwrap();

/// The limits of addresses and of accounts.
pub(super) struct SignIns {
    address: [Limit; 3],
    account: [Limit; 3],
}

impl SignIns {
    /// Allows so many attempts of an account at once; `None` allows all.
    pub(super) fn new(at_once: Option<NonZeroU32>, redis: Option<&Arc<Redis>>) -> Self {
        let limits = |names: [&'static str; 3], times: NonZeroU32| {
            let [minute, hour, day] = names;
            let at_once = at_once.map(|number| number.saturating_mul(times));
            let a_day = PER_DAY.saturating_mul(times);
            [
                Limit::new(minute, at_once.map(Rate::per_minute), redis),
                Limit::new(
                    hour,
                    at_once.map(|number| Rate::per_hour(number.saturating_mul(PER_HOUR))),
                    redis,
                ),
                Limit::new(day, at_once.map(|number| Rate::per_day(number.max(a_day))), redis),
            ]
        };
        Self {
            address: limits(
                ["sign_in_address", "sign_in_address_hour", "sign_in_address_day"],
                PER_ADDRESS,
            ),
            account: limits(["sign_in", "sign_in_hour", "sign_in_day"], NonZeroU32::MIN),
        }
    }

    /// Counts an attempt. One that a limit refuses does not count for those behind it: not for the longer ones, and what an address may
    /// not try does not count for the account.
    ///
    /// Who has been in an account, as the second part of its name says, counts apart from strangers with the same address: guests of a
    /// shop could keep its people out otherwise.
    pub(super) async fn count(
        &self,
        address: Option<IpAddr>,
        account: [&str; 2],
    ) -> Result<(), TooManyRequests> {
        if let Some(address) = address {
            let address = address.to_string();
            for limit in &self.address {
                limit.count(&[&address, account[1]]).await?;
            }
        }
        for limit in &self.account {
            limit.count(&account).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn sign_ins(at_once: u32) -> SignIns {
        SignIns::new(NonZeroU32::new(at_once), None)
    }

    async fn refused_after(
        sign_ins: &SignIns,
        address: Option<IpAddr>,
        accounts: impl Iterator<Item = String>,
    ) -> usize {
        let mut admitted = 0;
        for account in accounts {
            if sign_ins.count(address, [&account, ""]).await.is_err() {
                break;
            }
            admitted += 1;
        }
        admitted
    }

    #[tokio::test]
    async fn an_account_may_be_tried_five_times_at_once_and_then_after_a_pause() {
        let sign_ins = sign_ins(5);
        let ann = || std::iter::repeat_n("ann".to_owned(), 100);
        assert_eq!(refused_after(&sign_ins, None, ann()).await, 5);
        let wait = sign_ins.count(None, ["ann", ""]).await.unwrap_err().wait;
        assert!(
            wait > Duration::from_secs(6) && wait <= Duration::from_secs(12),
            "{wait:?}"
        );
        assert!(sign_ins.count(None, ["bob", ""]).await.is_ok());
    }

    #[tokio::test]
    async fn the_pause_grows_to_a_quarter_of_an_hour() {
        let expected = [(5, 12), (15, 4 * 60), (96, 15 * 60)];
        for (limit, (number, pause)) in sign_ins(5).account.iter().zip(expected) {
            for _ in 0..number {
                limit.count(&["ann"]).await.unwrap();
            }
            let wait = limit.count(&["ann"]).await.unwrap_err().wait;
            let pause = Duration::from_secs(pause);
            assert!(wait > pause / 2 && wait <= pause, "{wait:?}");
        }
    }

    #[tokio::test]
    async fn an_address_may_try_four_times_as_much() {
        let sign_ins = sign_ins(5);
        let address = "192.0.2.1".parse().ok();
        let many = || (0..100).map(|number| format!("somebody{number}"));
        assert_eq!(refused_after(&sign_ins, address, many()).await, 20);
        assert!(
            sign_ins
                .count("192.0.2.2".parse().ok(), ["somebody99", ""])
                .await
                .is_ok()
        );
        assert!(
            sign_ins.count(address, ["ann", "her browser"]).await.is_ok(),
            "strangers do not keep others with their address out"
        );
    }

    #[tokio::test]
    async fn without_a_limit_all_may_be_tried() {
        let off = SignIns::new(None, None);
        let ann = std::iter::repeat_n("ann".to_owned(), 100);
        assert_eq!(refused_after(&off, "192.0.2.1".parse().ok(), ann).await, 100);
    }
}
