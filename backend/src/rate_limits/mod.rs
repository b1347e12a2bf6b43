//! How often one client may ask (docs/api.md#rate-limits).

mod keyed;
mod limit;
mod rate;
mod rates;
mod sign_ins;
mod stored;

pub(crate) use limit::TooManyRequests;
pub use rates::Rates;
pub use stored::StoredBytes;

use crate::redis::Redis;
use limit::Limit;
use rate::Rate;
use sign_ins::SignIns;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

/// The limits of this process and, with Redis, of all that share it.
pub(crate) struct RateLimits {
    address: Limit,
    device: Limit,
    feedback: Limit,
    node_feedback: Limit,
    new_chat: Limit,
    node_new_chat: Limit,
    chat: Limit,
    message: Limit,
    staff: Limit,
    sign_ins: SignIns,
    look_up: Limit,
    upload: Limit,
    counter: Limit,
    stored_text: Limit,
    stored_files: Limit,
}

/// Too much was stored for an address.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooMuchStored(pub(crate) TooManyRequests);

/// The unit in which what is stored is counted, in bytes; how many there are in one MiB.
const STORED_UNIT: usize = 1024;
const UNITS_PER_MIB: NonZeroU32 = NonZeroU32::new(1024).unwrap();

impl RateLimits {
    pub(crate) fn new(rates: &Rates, stored: &StoredBytes, redis: Option<&Arc<Redis>>) -> Self {
        let limit =
            |name, per_minute: Option<NonZeroU32>| Limit::new(name, per_minute.map(Rate::per_minute), redis);
        let stored_limit = |name, mib: Option<NonZeroU32>| {
            let rate = mib.map(|mib| Rate::per_hour(mib.saturating_mul(UNITS_PER_MIB)));
            Limit::new(name, rate, redis)
        };
        Self {
            address: limit("address", rates.address),
            device: limit("device", rates.device),
            feedback: limit("feedback", rates.feedback),
            node_feedback: limit("node_feedback", rates.node_feedback),
            new_chat: limit("new_chat", rates.new_chat),
            node_new_chat: limit("node_new_chat", rates.node_new_chat),
            chat: limit("chat", rates.chat),
            message: limit("message", rates.message),
            staff: limit("staff", rates.staff),
            sign_ins: SignIns::new(rates.sign_in, redis),
            look_up: limit("look_up", rates.look_up),
            upload: limit("upload", rates.upload),
            counter: limit("counter", rates.counter),
            stored_text: stored_limit("stored_text", stored.text),
            stored_files: stored_limit("stored_files", stored.files),
        }
    }

    /// Counts a request of an address, or of what represents one client ([`crate::connections::client_network`]).
    pub(crate) async fn count_address(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        self.address.count(&[&address.to_string()]).await
    }

    /// Counts a request that writes for a device.
    pub(crate) async fn count_device(&self, device_id: &str) -> Result<(), TooManyRequests> {
        self.device.count(&[device_id]).await
    }

    /// Counts a complete feedback, of its address if that says anything about the client, and of its node.
    pub(crate) async fn count_feedback(
        &self,
        address: Option<IpAddr>,
        node_id: &str,
    ) -> Result<(), TooManyRequests> {
        count_both(&self.feedback, address, &self.node_feedback, node_id).await
    }

    /// Counts a chat that begins, in addition to [`RateLimits::count_feedback`].
    pub(crate) async fn count_new_chat(
        &self,
        address: Option<IpAddr>,
        node_id: &str,
    ) -> Result<(), TooManyRequests> {
        count_both(&self.new_chat, address, &self.node_new_chat, node_id).await
    }

    /// Counts a look-up, which costs the operator a call to another system. Where the address may be shared by many, the device
    /// counts; without both, all such clients together.
    pub(crate) async fn count_look_up(
        &self,
        address: Option<IpAddr>,
        device_id: Option<&str>,
    ) -> Result<(), TooManyRequests> {
        let device_id = device_id.filter(|_| address.is_none());
        let address = address.map(|address| address.to_string()).unwrap_or_default();
        self.look_up
            .count(&[&address, device_id.unwrap_or_default()])
            .await
    }

    /// Counts somebody who comes back from the provider of single sign-on, which costs it a call: as often as other look-ups, and apart
    /// from them.
    pub(crate) async fn count_sign_on(&self, address: Option<IpAddr>) -> Result<(), TooManyRequests> {
        match address {
            Some(address) => {
                self.look_up
                    .count(&[&address.to_string(), "single sign-on"])
                    .await
            }
            None => Ok(()),
        }
    }

    /// Counts a customer's request about a chat. Call it after the token was checked, so that strangers cannot use up what
    /// a chat may ask.
    pub(crate) async fn count_chat(&self, feedback_id: &str) -> Result<(), TooManyRequests> {
        self.chat.count(&[feedback_id]).await
    }

    /// Counts a customer's message, in addition to [`RateLimits::count_chat`].
    pub(crate) async fn count_message(&self, feedback_id: &str) -> Result<(), TooManyRequests> {
        self.message.count(&[feedback_id]).await
    }

    /// Counts what a member of staff changes: a person by their id, a token by its name.
    pub(crate) async fn count_staff(&self, member: &str) -> Result<(), TooManyRequests> {
        self.staff.count(&[member]).await
    }

    /// Counts an attempt to prove who somebody is by a password or a code: of an address, if that says anything about the client, and
    /// of the account, whether or not there is one. It is named by its address, and by what tells attempts of those who have been in it
    /// from those of strangers, for whom that is empty.
    pub(crate) async fn count_sign_in(
        &self,
        address: Option<IpAddr>,
        account: [&str; 2],
    ) -> Result<(), TooManyRequests> {
        self.sign_ins.count(address, account).await
    }

    /// Counts text that is to be stored for an address, in bytes. `None` if the address may be shared by many: then it is without
    /// a limit.
    pub(crate) async fn count_stored_text(
        &self,
        address: Option<IpAddr>,
        bytes: usize,
    ) -> Result<(), TooMuchStored> {
        count_stored(&self.stored_text, address, bytes).await
    }

    /// Counts a file that is to be stored for an address, in bytes.
    pub(crate) async fn count_stored_file(
        &self,
        address: Option<IpAddr>,
        bytes: usize,
    ) -> Result<(), TooMuchStored> {
        count_stored(&self.stored_files, address, bytes).await
    }

    /// Counts a step of a visitor that is to be counted. `None` if the address may be shared by many: then it is without a limit.
    pub(crate) async fn count_step(&self, address: Option<IpAddr>) -> Result<(), TooManyRequests> {
        match address {
            Some(address) => self.counter.count(&[&address.to_string()]).await,
            None => Ok(()),
        }
    }

    /// Counts an upload of an address, in addition to [`RateLimits::count_address`].
    pub(crate) async fn count_upload(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        self.upload.count(&[&address.to_string()]).await
    }
}

/// What an address may not send does not count for the node.
async fn count_both(
    of_address: &Limit,
    address: Option<IpAddr>,
    of_node: &Limit,
    node_id: &str,
) -> Result<(), TooManyRequests> {
    if let Some(address) = address {
        of_address.count(&[&address.to_string()]).await?;
    }
    of_node.count(&[node_id]).await
}

async fn count_stored(limit: &Limit, address: Option<IpAddr>, bytes: usize) -> Result<(), TooMuchStored> {
    let Some(address) = address else { return Ok(()) };
    let units = u32::try_from(bytes.div_ceil(STORED_UNIT)).unwrap_or(u32::MAX);
    let units = NonZeroU32::new(units).unwrap_or(NonZeroU32::MIN);
    let counted = limit.count_many(&[&address.to_string()], units).await;
    counted.map_err(TooMuchStored)
}
