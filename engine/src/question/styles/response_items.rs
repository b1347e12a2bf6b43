//! Helpers for styles whose response items have the same form.

use crate::feedback::ResponseItem;
#[cfg(feature = "native")]
use crate::question::behavior::ResponseItemError;

/// Builds the only response item of an answer that is one text.
pub(super) fn body_item(text: String) -> Vec<ResponseItem> {
    vec![ResponseItem {
        body: Some(text),
        ..ResponseItem::default()
    }]
}

/// Returns the text of the only response item of an answer that is one text.
#[cfg(feature = "native")]
pub(super) fn read_body_item<'a>(items: &[&'a ResponseItem]) -> Result<&'a str, (usize, ResponseItemError)> {
    match items {
        [
            ResponseItem {
                body: Some(body),
                option_id: None,
                ..
            },
        ] => Ok(body),
        [_] => Err((0, ResponseItemError::InvalidAnswer)),
        _ => Err((1, ResponseItemError::InvalidAnswer)),
    }
}

/// Returns the position and the id of the option that the item at `at` names; `find` looks the id up.
#[cfg(feature = "native")]
pub(super) fn read_option_id(
    item: &ResponseItem,
    at: usize,
    find: impl FnOnce(&str) -> Option<u32>,
) -> Result<(u32, &str), (usize, ResponseItemError)> {
    let id = item
        .option_id
        .as_deref()
        .ok_or((at, ResponseItemError::InvalidAnswer))?;
    let option = find(id).ok_or((at, ResponseItemError::UnknownOption))?;
    Ok((option, id))
}
