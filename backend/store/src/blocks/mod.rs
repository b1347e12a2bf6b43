//! Devices and addresses that staff have blocked.

pub(crate) mod blocked_addresses;
pub(crate) mod blocked_devices;
