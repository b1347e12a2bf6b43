//! What is kept of visitors beside feedback: customers, devices, phone verifications, unsubscriptions.

pub(crate) mod customer_reads;
pub(crate) mod customers;
pub(crate) mod device_list;
pub(crate) mod devices;
pub(crate) mod old_verifications;
pub(crate) mod phone_verifications;
pub(crate) mod unsubscription_list;
pub(crate) mod unsubscriptions;
pub(crate) mod verification_limits;
