//! Launchers and side tabs that can hardly be seen or read in their colors (docs/widget.md#colors).

use super::codes::LOW_CONTRAST;
use super::color::{Color, ICON_CONTRAST, TEXT_CONTRAST};
use super::{Finding, WidgetConfiguration, WidgetRecord};

/// Finds colors without contrast. `primary` is the launcher's color, of the widget or its node. Both are the same on light and dark
/// pages.
pub(super) fn check_launcher_colors(
    WidgetRecord { file, widget, .. }: &WidgetRecord,
    primary: Color,
) -> Vec<Finding> {
    let form = Form::of(widget);
    let low = |contrast: f64| contrast < form.least;
    let mut findings = Vec::new();
    let mut report = |pointer: &str, message: String| {
        findings.push(Finding::new(LOW_CONTRAST, file, pointer, message));
    };
    let Form {
        name,
        ink: what,
        least,
        ..
    } = form;
    if let Some(contrast) = widget
        .font_color
        .map(|ink| ink.contrast_with(primary))
        .filter(|contrast| low(*contrast))
    {
        report(
            "/font_color",
            format!(
                "has a contrast of {contrast:.1} with the {name}'s color {primary}: choose one with {least} or more, or leave it \
                 out, and the {what} is white or black, whichever can be seen"
            ),
        );
    }
    let inks = widget
        .font_color
        .or(form.own_ink(primary))
        .zip(widget.secondary_color);
    let inks = inks.map(|(ink, secondary)| (ink, ink.contrast_with(secondary)));
    if let Some((ink, contrast)) = inks.filter(|(_, contrast)| low(*contrast)) {
        report(
            "/secondary_color",
            format!(
                "has a contrast of {contrast:.1} with the {name}'s {what} {ink}, which is on it under the pointer and while the \
                 frame is open: choose one with {least} or more"
            ),
        );
    }
    findings
}

/// What opens a widget.
struct Form {
    name: &'static str,
    /// What is on it.
    ink: &'static str,
    /// The least contrast of that.
    least: f64,
}

impl Form {
    fn of(widget: &WidgetConfiguration) -> Self {
        if widget.modal_mode == Some(true) {
            Self {
                name: "side tab",
                ink: "text",
                least: TEXT_CONTRAST,
            }
        } else {
            Self {
                name: "launcher",
                ink: "icon",
                least: ICON_CONTRAST,
            }
        }
    }

    /// Returns the color of the icon where the widget has none. The side tab chooses the color of its text for each of its colors.
    fn own_ink(&self, primary: Color) -> Option<Color> {
        (self.name == "launcher").then(|| primary.icon_color().unwrap_or(Color::WHITE))
    }
}
