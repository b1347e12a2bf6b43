//! The fields of a node's file (docs/widget.md#node-fields).

use super::MAX_DAYS;
use super::activation::STATUSES;
use super::field::{Field, FieldKind, optional, required};
use super::quota::CHANNEL_QUOTA_FIELDS;
use super::text_form::{
    COLOR, COUNTRY_CODE, DATE, HOST_NAME, IMAGE_ADDRESS, PUBLIC_KEYS, TIME_ZONE, WEB_ADDRESS,
};
use super::theme::THEMES;
use super::widget_fields::LANGUAGE_SELECTOR_STYLES;
use FieldKind::{Boolean, Computed, Form, Id, List, Object, OneOf, Text, TextOrTextsByLanguage, Whole};

/// Every field that a node's file may hold.
pub(super) const NODE_FIELDS: &[Field] = &[
    required("id", Id),
    required("flow_id", Id),
    optional("non_operating_hours_flow_id", Text),
    optional("name", Text),
    optional("type", Text),
    optional("status", OneOf(STATUSES)),
    optional("logo_url", Form(&IMAGE_ADDRESS)),
    optional("css_url_react", Form(&WEB_ADDRESS)),
    optional("favicon_url", Form(&IMAGE_ADDRESS)),
    optional("primary_color", Form(&COLOR)),
    optional("theme", OneOf(THEMES)),
    optional("branding", Boolean),
    optional("language_selector_style", OneOf(LANGUAGE_SELECTOR_STYLES)),
    optional("analytics_enabled", Boolean),
    optional("default_language_id", Text),
    optional("country_code", Form(&COUNTRY_CODE)),
    optional("idle_reset_timeout_in_seconds", Whole(SECONDS_PER_DAY)),
    optional("thank_you_duration_in_seconds", Whole(SECONDS_PER_DAY)),
    optional("offline_expiry_in_days", Whole(LONGEST_EXPIRY_DAYS)),
    optional("time_zone", Form(&TIME_ZONE)),
    optional("operating_24_7", Boolean),
    optional("operating_hours", List(&Object(OPERATING_HOURS_FIELDS))),
    optional("activation_start_date", Form(&DATE)),
    optional("activation_end_date", Form(&DATE)),
    optional("activation_expired_message", TextOrTextsByLanguage),
    optional("unsubscribe_visible", Boolean),
    optional("channel_quota", Object(CHANNEL_QUOTA_FIELDS)),
    optional("prevent_multiple_feedback", Boolean),
    optional("multiple_feedback_delay_period", Whole(MAX_DAYS)),
    optional("use_signature_verify", Boolean),
    optional("public_key", Form(&PUBLIC_KEYS)),
    optional("kiosk", Boolean),
    optional("kiosk_pin", Text),
    optional("enabled_domains", List(&Form(&HOST_NAME))),
    optional("chat", Object(CHAT_FIELDS)),
    optional("operating", Computed),
    optional("phone_country", Computed),
    optional("signature_valid", Computed),
    optional("utc_offset_minutes", Computed),
];

const OPERATING_HOURS_FIELDS: &[Field] = &[
    required("period", OneOf(&["weekdays", "saturday", "sunday"])),
    required("start_hour", Whole(END_OF_DAY)),
    required("end_hour", Whole(END_OF_DAY)),
];

/// How a node's chats work. Never sent to a browser as it is: visitors get the texts in their own language.
const CHAT_FIELDS: &[Field] = &[
    optional("rating_enabled", Boolean),
    optional("rating_setting", TextOrTextsByLanguage),
    optional("queue_capacity", Whole(LARGEST_CAPACITY)),
    optional("queue_outside_hours", Boolean),
    optional("queue_body", TextOrTextsByLanguage),
    optional("prevent_upload", Boolean),
    optional("email_includes_reply", Boolean),
    optional("show_typing", Boolean),
    optional("show_seen", Boolean),
];

/// More chats at once than the staff of one node can answer.
const LARGEST_CAPACITY: u32 = 10_000;

/// Midnight at the end of the day, as an `hhmm` number.
const END_OF_DAY: u32 = 2400;

/// The longest time for which a browser tries to send feedback.
const LONGEST_EXPIRY_DAYS: u32 = 365;

/// The longest time-out of a page.
const SECONDS_PER_DAY: u32 = 24 * 60 * 60;
