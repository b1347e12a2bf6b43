//! How often one client may ask (docs/api.md#rate-limits).

mod keyed;
mod limit;
mod rates;

pub(crate) use limit::TooManyRequests;
pub use rates::Rates;

use crate::redis::Redis;
use limit::Limit;
use std::net::IpAddr;
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
    look_up: Limit,
    upload: Limit,
}

impl RateLimits {
    pub(crate) fn new(rates: &Rates, redis: Option<&Arc<Redis>>) -> Self {
        let limit = |name, per_minute| Limit::new(name, per_minute, redis);
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
            look_up: limit("look_up", rates.look_up),
            upload: limit("upload", rates.upload),
        }
    }

    /// Counts a request of an address, or of what stands for one client ([`crate::connections::client_network`]).
    ///
    /// # Errors
    /// The address asks too often.
    pub(crate) async fn count_address(&self, address: IpAddr) -> Result<(), TooManyRequests> {
        self.address.count(&[&address.to_string()]).await
    }

    /// Counts a request that writes for a device.
    ///
    /// # Errors
    /// The device writes too often.
    pub(crate) async fn count_device(&self, device_id: &str) -> Result<(), TooManyRequests> {
        self.device.count(&[device_id]).await
    }

    /// Counts a complete feedback, of its address if that says anything about the client, and of its node.
    ///
    /// # Errors
    /// The address, or all together at the node, send too much.
    pub(crate) async fn count_feedback(
        &self,
        address: Option<IpAddr>,
        node_id: &str,
    ) -> Result<(), TooManyRequests> {
        count_both(&self.feedback, address, &self.node_feedback, node_id).await
    }

    /// Counts a chat that begins, in addition to [`RateLimits::count_feedback`].
    ///
    /// # Errors
    /// The address, or all together at the node, begin too many.
    pub(crate) async fn count_new_chat(
        &self,
        address: Option<IpAddr>,
        node_id: &str,
    ) -> Result<(), TooManyRequests> {
        count_both(&self.new_chat, address, &self.node_new_chat, node_id).await
    }

    /// Counts a look-up, which costs the operator a call to another system. Where the address may stand for many, the device
    /// counts; without both, all such clients together.
    ///
    /// # Errors
    /// The client looks up too often.
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

    /// Counts a customer's request about a chat. Call it after the token was checked, so that strangers cannot use up what
    /// a chat may ask.
    ///
    /// # Errors
    /// The holders of the chat's token ask too often.
    pub(crate) async fn count_chat(&self, feedback_id: &str) -> Result<(), TooManyRequests> {
        self.chat.count(&[feedback_id]).await
    }

    /// Counts a customer's message, in addition to [`RateLimits::count_chat`].
    ///
    /// # Errors
    /// The holders of the chat's token write too often.
    pub(crate) async fn count_message(&self, feedback_id: &str) -> Result<(), TooManyRequests> {
        self.message.count(&[feedback_id]).await
    }

    /// Counts what a member of staff changes.
    ///
    /// # Errors
    /// The token is used too often.
    pub(crate) async fn count_staff(&self, name: &str) -> Result<(), TooManyRequests> {
        self.staff.count(&[name]).await
    }

    /// Counts an upload of an address, in addition to [`RateLimits::count_address`].
    ///
    /// # Errors
    /// The address uploads too often.
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
