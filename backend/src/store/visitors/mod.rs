//! What is kept of visitors beside feedback: customers, devices, phone verifications, unsubscriptions.

pub(in crate::store) mod customer_reads;
pub(in crate::store) mod customers;
pub(in crate::store) mod device_list;
pub(in crate::store) mod devices;
pub(in crate::store) mod old_verifications;
pub(in crate::store) mod phone_verifications;
pub(in crate::store) mod unsubscription_list;
pub(in crate::store) mod unsubscriptions;
pub(in crate::store) mod verification_limits;
