//! What several styles build and read alike of response items.

#[cfg(feature = "native")]
use super::ResponseItemError;
use crate::feedback::ResponseItem;

/// The only response item of an answer that is one text.
pub(super) fn one_body(text: String) -> Vec<ResponseItem> {
    vec![ResponseItem {
        body: Some(text),
        ..ResponseItem::default()
    }]
}

/// The text of the only response item of an answer that is one text.
#[cfg(feature = "native")]
pub(super) fn only_body<'a>(items: &[&'a ResponseItem]) -> Result<&'a str, (usize, ResponseItemError)> {
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

/// Position and id of the option that the item at a position names, which has to be one that `find` knows.
#[cfg(feature = "native")]
pub(super) fn option_of(
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
