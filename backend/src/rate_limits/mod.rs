//! How often one client may ask (docs/api.md#rate-limits).

mod keyed;
mod rates;

pub use rates::Rates;

use keyed::KeyedLimiter;
use std::net::IpAddr;
use std::time::Duration;

/// The limits of this process. They are not shared by several.
pub(crate) struct RateLimits {
    address: Option<KeyedLimiter>,
    device: Option<KeyedLimiter>,
    chat: Option<KeyedLimiter>,
    message: Option<KeyedLimiter>,
    look_up: Option<KeyedLimiter>,
    upload: Option<KeyedLimiter>,
}

/// A client asks too often.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooManyRequests {
    /// After this time it may ask once more.
    pub(crate) wait: Duration,
}

impl RateLimits {
    pub(crate) fn new(rates: &Rates) -> Self {
        Self {
            address: rates.address.map(KeyedLimiter::per_minute),
            device: rates.device.map(KeyedLimiter::per_minute),
            chat: rates.chat.map(KeyedLimiter::per_minute),
            message: rates.message.map(KeyedLimiter::per_minute),
            look_up: rates.look_up.map(KeyedLimiter::per_minute),
            upload: rates.upload.map(KeyedLimiter::per_minute),
        }
    }

    /// Counts a request of an address, or of what stands for one client ([`crate::connections::client_network`]).
    ///
    /// # Errors
    /// The address asks too often.
    pub(crate) fn count_address(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        check(self.address.as_ref(), &address)
    }

    /// Counts a request that writes for a device.
    ///
    /// # Errors
    /// The device writes too often.
    pub(crate) fn count_device(&self, device_id: &str) -> Result<(), TooManyRequests> {
        check(self.device.as_ref(), &device_id)
    }

    /// Counts a look-up, which costs the operator a call to another system. Where the address may stand for many, the device
    /// counts; without both, all such clients together.
    ///
    /// # Errors
    /// The client looks up too often.
    pub(crate) fn count_look_up(
        &self,
        address: Option<IpAddr>,
        device_id: Option<&str>,
    ) -> Result<(), TooManyRequests> {
        let device_id = device_id.filter(|_| address.is_none());
        check(self.look_up.as_ref(), &(address, device_id))
    }

    /// Counts a customer's request about a chat. Call it after the token was checked, so that strangers cannot use up what
    /// a chat may ask.
    ///
    /// # Errors
    /// The holders of the chat's token ask too often.
    pub(crate) fn count_chat(&self, feedback_id: &str) -> Result<(), TooManyRequests> {
        check(self.chat.as_ref(), &feedback_id)
    }

    /// Counts a customer's message, in addition to [`RateLimits::count_chat`].
    ///
    /// # Errors
    /// The holders of the chat's token write too often.
    pub(crate) fn count_message(&self, feedback_id: &str) -> Result<(), TooManyRequests> {
        check(self.message.as_ref(), &feedback_id)
    }

    /// Counts an upload of an address, in addition to [`RateLimits::count_address`].
    ///
    /// # Errors
    /// The address uploads too often.
    pub(crate) fn count_upload(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        check(self.upload.as_ref(), &address)
    }
}

fn check(limiter: Option<&KeyedLimiter>, key: &impl std::hash::Hash) -> Result<(), TooManyRequests> {
    limiter.map_or(Ok(()), |limiter| {
        limiter.count(key).map_err(|wait| TooManyRequests { wait })
    })
}
