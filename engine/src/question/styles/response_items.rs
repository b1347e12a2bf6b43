//! Builds response items that several styles share.

use crate::feedback::ResponseItem;

/// Builds the only response item of an answer that is one text.
pub(super) fn body_item(text: String) -> Vec<ResponseItem> {
    vec![ResponseItem {
        body: Some(text),
        ..ResponseItem::default()
    }]
}
