//! The fields of a node's file (docs/widget.md#node-fields).

use super::MAX_DAYS;
use super::activation::STATUSES;
use super::campaign::CAMPAIGN_PARAMETER;
use super::field::{Field, FieldKind, optional, required};
use super::quota::CHANNEL_QUOTA_FIELDS;
use super::retention::RETENTION_FIELDS;
use super::text_form::{
    COLOR, COUNTRY_CODE, DATE, HOST_NAME, HOST_PATTERN, IMAGE_ADDRESS, PUBLIC_KEYS, TIME_ZONE, WEB_ADDRESS,
};
use super::theme::THEMES;
use super::widget_fields::LANGUAGE_SELECTOR_STYLES;
use crate::secret_source::SecretUse;
use FieldKind::{
    Boolean, Computed, Form, Id, List, LocalTextUpTo, Object, OneOf, Secret, Text, TextOrTextsByLanguage,
    Whole,
};

/// Every field that a node's file may hold.
pub(super) const NODE_FIELDS: &[Field] = &[
    required(
        "id",
        Id,
        "The node's id, which links, widgets and submissions name.",
    ),
    required("flow_id", Id, "The flow that visitors answer."),
    optional(
        "non_operating_hours_flow_id",
        Text,
        "The flow that link page and widget show outside operating hours.",
    ),
    optional("name", Text, "Shown in headers and as the page's title."),
    optional("type", Text, "For people, such as `link` or `web`."),
    optional(
        "status",
        OneOf(STATUSES),
        "An inactive node takes no feedback. Default: `active`.",
    ),
    optional(
        "logo_url",
        Form(&IMAGE_ADDRESS),
        "Logo in the header: an https address or a path on the server.",
    ),
    optional(
        "css_url_react",
        Form(&WEB_ADDRESS),
        "A style sheet for link page and frame: an http or https address, or a path on the server.",
    ),
    optional(
        "favicon_url",
        Form(&IMAGE_ADDRESS),
        "Icon of the link page: an https address or a path on the server.",
    ),
    optional(
        "primary_color",
        Form(&COLOR),
        "Accent of the link page and of the chat: `#rgb` or `#rrggbb`. Default: `#20B8F7`.",
    ),
    optional(
        "theme",
        OneOf(THEMES),
        "Whether its pages are light or dark, or as the visitor's browser prefers. Default: `light`.",
    ),
    optional(
        "branding",
        Boolean,
        "false: no \"Powered by\" on the link page. Default: true.",
    ),
    optional(
        "language_selector_style",
        OneOf(LANGUAGE_SELECTOR_STYLES),
        "How visitors of the link page pick a language. Default: `dropdown_down`.",
    ),
    optional(
        "analytics_enabled",
        Boolean,
        "The link page pushes events to its own data layer. Default: false.",
    ),
    optional(
        "default_language_id",
        Text,
        "Id of the flow's language that is used where nothing else decides.",
    ),
    optional(
        "country_code",
        Form(&COUNTRY_CODE),
        "ISO 3166 code, such as `TR`: telephone numbers without a country code get that of this country.",
    ),
    optional(
        "phone_countries",
        List(&Form(&COUNTRY_CODE)),
        "ISO 3166 codes: only numbers of these countries get verification codes. Default: that of `country_code`, and without it any country. Not public.",
    ),
    optional(
        "idle_reset_timeout_in_seconds",
        Whole(SECONDS_PER_DAY),
        "The link page starts over after this time without an act. Default: 0, never.",
    ),
    optional(
        "thank_you_duration_in_seconds",
        Whole(SECONDS_PER_DAY),
        "The thank-you page gives way to the start after this time. Default: 0, never.",
    ),
    optional(
        "offline_expiry_in_days",
        Whole(LONGEST_EXPIRY_DAYS),
        "How long a browser tries to send a feedback that the server could not take. Default: 0, 30 days.",
    ),
    optional(
        "time_zone",
        Form(&TIME_ZONE),
        "IANA name, such as `Europe/Istanbul`, for operating hours and days of activation. Default: `UTC`.",
    ),
    optional(
        "operating_24_7",
        Boolean,
        "`operating_hours` do not apply. Default: false.",
    ),
    optional(
        "operating_hours",
        List(&Object(OPERATING_HOURS_FIELDS)),
        "When staff are there. Default: always.",
    ),
    optional(
        "activation_start_date",
        Form(&DATE),
        "First day or moment at which the node takes feedback: `2026-12-31`, or RFC 3339.",
    ),
    optional(
        "activation_end_date",
        Form(&DATE),
        "Last day, or the moment at which the node ceases to take feedback: `2026-12-31`, or RFC 3339.",
    ),
    optional(
        "activation_expired_message",
        TextOrTextsByLanguage,
        "What visitors read after the end, for all languages or by language.",
    ),
    optional(
        "unsubscribe_visible",
        Boolean,
        "Link pages offer to unsubscribe from the messages that led there. Default: false.",
    ),
    optional(
        "channel_quota",
        Object(CHANNEL_QUOTA_FIELDS),
        "Limits the number of complete feedbacks.",
    ),
    optional(
        "prevent_multiple_feedback",
        Boolean,
        "A visitor may complete one feedback within `multiple_feedback_delay_period`. Default: false.",
    ),
    optional(
        "multiple_feedback_delay_period",
        Whole(MAX_DAYS),
        "Days. Default: 0, forever.",
    ),
    optional(
        "campaign_parameters",
        List(&Form(&CAMPAIGN_PARAMETER)),
        "Parameters of the visitor's address that are kept in `origin_url`, such as `utm_*` and `gclid`. Default: none.",
    ),
    optional(
        "use_signature_verify",
        Boolean,
        "The node takes feedback by signed links only; needs `public_key`. Default: false.",
    ),
    optional(
        "public_key",
        Form(&PUBLIC_KEYS),
        "One or more PEM keys that verify signed links, one after another.",
    ),
    optional(
        "kiosk",
        Boolean,
        "Its link page is a kiosk from the start; needs `kiosk_pin`. Default: false.",
    ),
    optional(
        "kiosk_pin",
        Secret(SecretUse::Kiosk),
        "4 to 8 digits: its link page can be a kiosk, with `?kiosk=1`. Not public.",
    ),
    optional(
        "enabled_domains",
        List(&Form(&HOST_NAME)),
        "Hosts, with their subdomains, whose pages may frame the link page and its chats. Default: this server only. Not public.",
    ),
    optional(
        "redirect_hosts",
        List(&Form(&HOST_PATTERN)),
        "Hosts to which thank-you pages of its flows may lead: `shop.example`, or `*.shop.example` for its subdomains. Default: none.",
    ),
    optional(
        "chat",
        Object(CHAT_FIELDS),
        "How the node's chats work. Not public.",
    ),
    optional(
        "retention",
        Object(RETENTION_FIELDS),
        "Days after which something is erased. Not public.",
    ),
    optional("operating", Computed, "Whether it operates now."),
    optional(
        "phone_country",
        Computed,
        "How a number without a country code is completed.",
    ),
    optional(
        "signature_valid",
        Computed,
        "Whether the visitor's link has a valid signature.",
    ),
    optional(
        "utc_offset_minutes",
        Computed,
        "By how much its clocks are ahead of UTC.",
    ),
];

const OPERATING_HOURS_FIELDS: &[Field] = &[
    required(
        "period",
        OneOf(&["weekdays", "saturday", "sunday"]),
        "Which days.",
    ),
    required(
        "start_hour",
        Whole(END_OF_DAY),
        "Time of day as `hhmm`, such as 930.",
    ),
    required(
        "end_hour",
        Whole(END_OF_DAY),
        "Time of day as `hhmm`, such as 1745; equal to `start_hour`: closed.",
    ),
];

/// How a node's chats work. Never sent to a browser as it is: visitors get the texts in their own language.
const CHAT_FIELDS: &[Field] = &[
    optional(
        "rating_enabled",
        Boolean,
        "Customers may rate a chat that is over. Default: false.",
    ),
    optional(
        "rating_setting",
        TextOrTextsByLanguage,
        "The question of that rating, for all languages or by language.",
    ),
    optional(
        "queue_capacity",
        Whole(LARGEST_CAPACITY),
        "How many chats may be open or queued before another one begins queued. Default: any number.",
    ),
    optional(
        "queue_outside_hours",
        Boolean,
        "A chat that begins outside operating hours begins queued. Default: false.",
    ),
    optional(
        "queue_body",
        TextOrTextsByLanguage,
        "What the customer reads while the chat is queued, for all languages or by language.",
    ),
    optional(
        "greeting",
        LocalTextUpTo(LONGEST_GREETING),
        "What the business says before any message, for all languages or by language; up to 500 characters.",
    ),
    optional(
        "reply_time",
        Whole(MINUTES_PER_DAY),
        "Minutes in which staff usually reply, as customers read it. Default: learned from the last chats; 0: not shown.",
    ),
    optional(
        "prevent_upload",
        Boolean,
        "Customers cannot send images in a chat; staff can. Default: false.",
    ),
    optional(
        "token_days",
        Whole(MAX_DAYS),
        "Days after a chat is over until its tokens and links end, at least 1. Default: 90.",
    ),
    optional(
        "email_includes_reply",
        Boolean,
        "Mails about replies repeat them. Default: false.",
    ),
    optional(
        "show_typing",
        Boolean,
        "Customer and staff are told that the other one is typing. Default: true.",
    ),
    optional(
        "show_seen",
        Boolean,
        "Customer and staff are told up to where the other one has seen the chat. Default: true.",
    ),
];

/// Characters of a greeting: it is a message, not a page.
const LONGEST_GREETING: usize = 500;

/// A longer time would discourage.
const MINUTES_PER_DAY: u32 = 24 * 60;

/// More chats at once than the staff of one node can answer.
const LARGEST_CAPACITY: u32 = 10_000;

/// Midnight at the end of the day, as an `hhmm` number.
const END_OF_DAY: u32 = 2400;

/// The longest time for which a browser tries to send feedback.
const LONGEST_EXPIRY_DAYS: u32 = 365;

/// The longest time-out of a page.
const SECONDS_PER_DAY: u32 = 24 * 60 * 60;
