//! The handlers, one file for each kind of resource.

pub(super) mod arrivals;
pub(super) mod assets;
pub(super) mod chats;
pub(super) mod customers;
pub(super) mod devices;
pub(super) mod feedbacks;
pub(super) mod flows;
pub(super) mod health;
pub(super) mod kiosk_manifest;
pub(super) mod loader;
pub(super) mod look_ups;
pub(super) mod nodes;
pub(super) mod pages;
pub(super) mod phone_verifications;
pub(super) mod previous_feedbacks;
pub(super) mod service_worker;
pub(super) mod staff_chats;
pub(super) mod staff_devices;
pub(super) mod staff_feedbacks;
pub(super) mod staff_unsubscriptions;
pub(super) mod unknown;
pub(super) mod unsubscriptions;
pub(super) mod uploads;
pub(super) mod web_widgets;
pub(super) mod widget;
