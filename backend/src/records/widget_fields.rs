//! The fields of a widget's file (docs/widget.md#widget-fields).

use super::MAX_DAYS;
use super::field::{Field, FieldKind, optional, required};
use super::text_form::{ADDRESS_PATTERN, COLOR, HOST_NAME, IMAGE_ADDRESS, LANGUAGE_CODE, LENGTH_TYPE};
use super::widget::WIDGET_CODE;
use FieldKind::{Boolean, Form, Id, List, Number, Object, OneOf, Secrets, Text, TextsByLanguage, Whole};

/// Every field that a widget's file may hold.
pub(super) const WIDGET_FIELDS: &[Field] = &[
    required("code", Form(&WIDGET_CODE)),
    required("node_id", Id),
    optional("node_logo_url", Form(&IMAGE_ADDRESS)),
    optional(
        "web_channel",
        Object(&[optional("id", Text), optional("name", Text)]),
    ),
    optional("secret", Secrets),
    optional("security_token", Text),
    optional("default_language_code", Form(&LANGUAGE_CODE)),
    optional("language_selector_style", OneOf(LANGUAGE_SELECTOR_STYLES)),
    optional("analytics_enabled", Boolean),
    optional("branding", Boolean),
    // Where it may appear.
    optional("enabled_domains", List(&Form(&HOST_NAME))),
    optional("enabled_urls", List(&Form(&ADDRESS_PATTERN))),
    optional("enabled_on_mobile", Boolean),
    // When it appears and opens.
    optional("consent", OneOf(&["required"])),
    optional("is_visible", Boolean),
    optional("hide_widget", Boolean),
    optional("display_once", Boolean),
    optional("display_once_delay_period", Whole(MAX_DAYS)),
    optional("display_on_exit", Boolean),
    optional("display_interval", Number(0.0, MAX_INTERVAL_SECONDS)),
    optional("prevent_multiple_feedback", Boolean),
    optional("multiple_feedback_delay_period", Whole(MAX_DAYS)),
    optional("secure_mode", Boolean),
    // What it looks like.
    optional("modal_mode", Boolean),
    optional("full_page_on_mobile", Boolean),
    optional("modal_toggle_text", TextsByLanguage),
    optional("popover_text", TextsByLanguage),
    optional("popover_text_vertical", Boolean),
    optional("popover_text_width", Number(0.0, MAX_PIXELS)),
    optional("popover_text_height", Number(0.0, MAX_PIXELS)),
    optional("matrix_question_view_type", OneOf(MATRIX_VIEW_TYPES)),
    optional("size", Number(MIN_SIZE, MAX_SIZE)),
    optional("width", Number(1.0, MAX_PIXELS)),
    optional("width_type", Form(&LENGTH_TYPE)),
    optional("margin", Number(0.0, MAX_PIXELS)),
    optional("radius", Number(0.0, MAX_PIXELS)),
    optional("widget_top_position", Number(0.0, MAX_PIXELS)),
    optional("widget_top_position_type", Form(&LENGTH_TYPE)),
    optional("widget_right_position", Number(0.0, MAX_PIXELS)),
    optional("widget_right_position_type", Form(&LENGTH_TYPE)),
    optional("font_color", Form(&COLOR)),
    optional("primary_color", Form(&COLOR)),
    optional("secondary_color", Form(&COLOR)),
];

pub(super) const LANGUAGE_SELECTOR_STYLES: &[&str] = &["modal", "dropdown_up", "dropdown_down"];

/// The layouts of matrix questions (docs/widget.md#matrix-questions).
const MATRIX_VIEW_TYPES: &[&str] = &["auto", "table", "list"];

/// A day; browsers cannot wait much longer.
const MAX_INTERVAL_SECONDS: f64 = 86_400.0;

/// The launcher's diameter in pixels. Smaller ones cannot be hit with a finger (WCAG 2.2, 2.5.8).
const MIN_SIZE: f64 = 24.0;
const MAX_SIZE: f64 = 200.0;

/// Longer than any screen; catches numbers that were meant for something else.
const MAX_PIXELS: f64 = 10_000.0;
