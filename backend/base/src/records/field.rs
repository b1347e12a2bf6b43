//! The fields that a record may hold, and the kinds of their values.

use super::text_form::TextForm;
use crate::secret_source::SecretUse;
use serde_json::Value;

/// A field of a record.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: FieldKind,
    pub(super) is_required: bool,
    /// What it means, in a sentence for an editor.
    pub(super) description: &'static str,
}

/// What a field may hold.
#[derive(Debug, Clone, Copy)]
pub(super) enum FieldKind {
    Boolean,
    Text,
    /// A text that is not empty.
    Id,
    /// A text of one to this many characters.
    UpTo(usize),
    /// A text of a certain form.
    Form(&'static TextForm),
    OneOf(&'static [&'static str]),
    /// A whole number from 0 to this.
    Whole(u32),
    /// A whole number from 1 to 100.
    Percent,
    /// A number from the first to the second.
    Number(f64, f64),
    /// An object from language code to text.
    TextsByLanguage,
    /// One text for all languages, or an object from language code to text.
    TextOrTextsByLanguage,
    /// The same, each of one to this many characters.
    LocalTextUpTo(usize),
    List(&'static FieldKind),
    /// A list of one to this many items.
    ListUpTo(usize, &'static FieldKind),
    /// An object with members of any names.
    Map(&'static FieldKind),
    /// Any JSON.
    Any,
    /// A text, or the name of a variable that holds it. No finding repeats one.
    Secret(SecretUse),
    /// A secret of a widget, or a list of them while they are rotated.
    Secrets,
    Object(&'static [Field]),
    /// A field of the public record that the server computes.
    Computed,
}

impl Field {
    /// Tells whether an optional text is empty: like one that is left out, it need not have the field's form.
    pub(super) fn counts_as_absent(&self, value: &Value) -> bool {
        matches!(self.kind, FieldKind::Form(_)) && !self.is_required && value == ""
    }
}

/// Returns a field that may be left out.
pub(super) const fn optional(name: &'static str, kind: FieldKind, description: &'static str) -> Field {
    Field {
        name,
        kind,
        is_required: false,
        description,
    }
}

/// Returns a field that must be there.
pub(super) const fn required(name: &'static str, kind: FieldKind, description: &'static str) -> Field {
    Field {
        name,
        kind,
        is_required: true,
        description,
    }
}
