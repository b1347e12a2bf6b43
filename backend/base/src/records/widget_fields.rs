//! The fields of a widget's file (docs/widget.md#widget-fields).

use super::MAX_DAYS;
use super::field::{Field, FieldKind, optional, required};
use super::text_form::{COLOR, HOST_NAME, IMAGE_ADDRESS, LANGUAGE_CODE, LENGTH_TYPE};
use super::widget::WIDGET_CODE;
use FieldKind::{
    Boolean, Form, Id, List, ListUpTo, Number, Object, OneOf, Percent, Secrets, Text, TextsByLanguage, UpTo,
    Whole,
};

/// Every field that a widget's file may hold.
pub(super) const WIDGET_FIELDS: &[Field] = &[
    required(
        "code",
        Form(&WIDGET_CODE),
        "The widget's name in the script tag: `PSN-` and seven letters, digits or hyphens.",
    ),
    required("node_id", Id, "The node whose flow is answered."),
    optional(
        "node_logo_url",
        Form(&IMAGE_ADDRESS),
        "Logo in the frame's header: an https address or a path on the server. Default: the node's `logo_url`.",
    ),
    optional(
        "web_channel",
        Object(&[
            optional("id", Text, "`channel_id` in messages to the host."),
            optional("name", Text, "`channel_name` in messages to the host."),
        ]),
        "Sent to the host page in widget messages.",
    ),
    optional(
        "secret",
        Secrets,
        "Signs what the host says about its visitors: at least 32 bytes, or a list while secrets are rotated. Never sent to a browser.",
    ),
    optional("security_token", Text, "Public, passed on and used for nothing."),
    optional(
        "default_language_code",
        Form(&LANGUAGE_CODE),
        "Language of launcher and frame, such as `en` or `fr-ca`. The node's flow must have it.",
    ),
    optional(
        "language_selector_style",
        OneOf(LANGUAGE_SELECTOR_STYLES),
        "How visitors pick a language. Default: `dropdown_up`.",
    ),
    optional(
        "analytics_enabled",
        Boolean,
        "The host's tag manager gets events. Default: false.",
    ),
    optional(
        "branding",
        Boolean,
        "false: no \"Powered by\" in the frame's footer. Default: true.",
    ),
    // Where it may appear.
    optional(
        "enabled_domains",
        List(&Form(&HOST_NAME)),
        "Hosts, with their subdomains, whose pages may embed the widget. Default: everywhere.",
    ),
    optional(
        "enabled_urls",
        List(&Text),
        "JavaScript regular expressions: the widget is shown on pages whose address one of them matches, without its fragment unless the pattern has `#`. Default: everywhere.",
    ),
    optional(
        "enabled_on_mobile",
        Boolean,
        "false: not shown in mobile browsers. Default: true.",
    ),
    // When it appears and opens.
    optional(
        "consent",
        OneOf(&["required"]),
        "There is no widget until the host says that the visitor allows it.",
    ),
    optional(
        "is_visible",
        Boolean,
        "false: no launcher; the widget still opens by itself or by `PSN(\"open\")`. Default: true.",
    ),
    optional(
        "hide_widget",
        Boolean,
        "Neither launcher nor frame until the host calls `PSN(\"show\")`. Default: false.",
    ),
    optional(
        "display_once",
        Boolean,
        "Appears by itself on one page of the host only, within `display_once_delay_period`. Default: false.",
    ),
    optional(
        "display_once_delay_period",
        Whole(MAX_DAYS),
        "Days. Default: 0, forever.",
    ),
    optional(
        "display_on_exit",
        Boolean,
        "Opens by itself, once, when the visitor is about to leave the page. Default: false.",
    ),
    optional(
        "display_interval",
        Number(0.0, MAX_INTERVAL_SECONDS),
        "Opens by itself after this many seconds. Default: 0, never.",
    ),
    optional(
        "display_on_scroll",
        Percent,
        "Opens by itself, once, when the visitor has scrolled to this percentage of the page. Default: never.",
    ),
    optional(
        "display_on_event",
        ListUpTo(MAX_EVENTS, &UpTo(MAX_EVENT_NAME)),
        "Opens by itself, once, when the host calls `PSN(\"event\", name)` with one of these names. Default: never.",
    ),
    optional(
        "display_on_click",
        UpTo(MAX_SELECTOR),
        "A CSS selector: a click on an element of the host page that matches it, or within one, opens the widget. Default: none.",
    ),
    optional(
        "display_share",
        Percent,
        "The percentage of visitors for whom the widget opens by itself. Default: 100.",
    ),
    optional(
        "prevent_multiple_feedback",
        Boolean,
        "A visitor may complete one feedback of the node within `multiple_feedback_delay_period` through this widget. Default: false.",
    ),
    optional(
        "multiple_feedback_delay_period",
        Whole(MAX_DAYS),
        "Days. Default: 0, forever.",
    ),
    optional(
        "secure_mode",
        Boolean,
        "Takes only what is signed; needs `secret`. Default: false.",
    ),
    // How it announces replies.
    optional(
        "reply_preview",
        Boolean,
        "The beginning of an unread reply stands beside the round launcher. Default: true.",
    ),
    optional(
        "reply_title",
        Boolean,
        "The title of the host page shows the number of unread replies. Default: true.",
    ),
    optional(
        "reply_sound",
        Boolean,
        "A short sound announces a reply that the visitor does not see arrive. Default: false.",
    ),
    // What it looks like.
    optional(
        "modal_mode",
        Boolean,
        "The modal form with a side tab instead of the round launcher. Default: false.",
    ),
    optional(
        "full_page_on_mobile",
        Boolean,
        "In mobile browsers the frame covers the window. Default: false.",
    ),
    optional(
        "modal_toggle_text",
        TextsByLanguage,
        "Text of the modal form's side tab, by language. Default: Feedback.",
    ),
    optional(
        "popover_text",
        TextsByLanguage,
        "Text beside the round launcher, by language.",
    ),
    optional(
        "popover_question",
        Boolean,
        "The first question of the flow stands beside the round launcher instead of `popover_text`, and a tap answers it. Default: false.",
    ),
    optional(
        "popover_text_vertical",
        Boolean,
        "The text is written from top to bottom, above or below the launcher. Default: false.",
    ),
    optional(
        "popover_text_width",
        Number(0.0, MAX_PIXELS),
        "Pixels. Default: 0, as the text needs.",
    ),
    optional(
        "popover_text_height",
        Number(0.0, MAX_PIXELS),
        "Pixels. Default: 0, as the text needs.",
    ),
    optional(
        "matrix_question_view_type",
        OneOf(MATRIX_VIEW_TYPES),
        "Layout of matrix questions in the frame. Default: `auto`.",
    ),
    optional(
        "size",
        Number(MIN_SIZE, MAX_SIZE),
        "Diameter of the round launcher in pixels. Default: 60.",
    ),
    optional(
        "width",
        Number(1.0, MAX_PIXELS),
        "Width of the content frame. Default: 355 pixels, or 30 percent.",
    ),
    optional(
        "width_type",
        Form(&LENGTH_TYPE),
        "`rate`: percent of the window's width, at least 280 pixels. Default: `px`.",
    ),
    optional(
        "margin",
        Number(0.0, MAX_PIXELS),
        "Distance of launcher and frame from the window's edges in pixels. Default: 20.",
    ),
    optional(
        "radius",
        Number(0.0, MAX_PIXELS),
        "Rounding of the content frame's corners in pixels. Default: 0.",
    ),
    optional(
        "widget_top_position",
        Number(0.0, MAX_PIXELS),
        "Distance of the launcher from the top edge. Default: it is at the bottom.",
    ),
    optional(
        "widget_top_position_type",
        Form(&LENGTH_TYPE),
        "`rate`: percent of the window's height. Default: `px`.",
    ),
    optional(
        "widget_right_position",
        Number(0.0, MAX_PIXELS),
        "Distance of the launcher from the right edge. Default: `margin`.",
    ),
    optional(
        "widget_right_position_type",
        Form(&LENGTH_TYPE),
        "`rate`: percent of the window's width. Default: `px`.",
    ),
    optional(
        "font_color",
        Form(&COLOR),
        "Icon of the launcher, text of the side tab: `#rgb` or `#rrggbb`. Default: white or black, whichever can be seen.",
    ),
    optional(
        "primary_color",
        Form(&COLOR),
        "Launcher, and accent of the frame: `#rgb` or `#rrggbb`. Default: `#20B8F7`.",
    ),
    optional(
        "secondary_color",
        Form(&COLOR),
        "Second color of the launcher: `#rgb` or `#rrggbb`. Default: `primary_color`.",
    ),
];

pub(super) const LANGUAGE_SELECTOR_STYLES: &[&str] = &["modal", "dropdown_up", "dropdown_down"];

/// The layouts of matrix questions (docs/widget.md#matrix-questions).
const MATRIX_VIEW_TYPES: &[&str] = &["auto", "table", "list"];

/// A day; browsers cannot wait much longer.
const MAX_INTERVAL_SECONDS: f64 = 86_400.0;

/// How many events may open a widget, and the longest name of one in characters (docs/constants.md#limits).
const MAX_EVENTS: usize = 20;
const MAX_EVENT_NAME: usize = 100;

/// The longest selector of `display_on_click` in characters: it is part of every loader script.
const MAX_SELECTOR: usize = 500;

/// The launcher's diameter in pixels. Smaller ones cannot be hit with a finger (WCAG 2.2, 2.5.8).
const MIN_SIZE: f64 = 24.0;
const MAX_SIZE: f64 = 200.0;

/// Longer than any screen; catches numbers that were meant for something else.
const MAX_PIXELS: f64 = 10_000.0;
