//! Devices and addresses that staff have blocked.

pub(in crate::store) mod blocked_addresses;
pub(in crate::store) mod blocked_devices;
