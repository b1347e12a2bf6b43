//! The operations of a question that only the server needs.

use super::behavior::{ReadItemsResult, ResponseItemError};
use super::model::Question;
use super::style::Style;
use super::styles::behavior_of;
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::{Platform, PlatformRef};

impl Question {
    /// Returns whether the answer is an e-mail address or a phone number.
    pub(crate) fn asks_for_contact(&self) -> bool {
        matches!(
            self.answer_style(),
            Style::Email | Style::PhoneNumber | Style::PhoneVerification
        )
    }

    /// Reads an answer from response items, all of which belong to this question.
    ///
    /// # Errors
    /// Returns the position of the first invalid item, and the reason.
    pub(crate) fn read_items(&self, items: &[&ResponseItem], platform: &dyn Platform) -> ReadItemsResult {
        let has_proof = |item: &&ResponseItem| item.verification_token.is_some();
        if let Some(at) = items
            .iter()
            .position(has_proof)
            .filter(|_| !self.requires_verification())
        {
            return Err((at, ResponseItemError::InvalidAnswer));
        }
        let input = behavior_of(self).read_items(self, items, platform)?;
        let answer = self
            .parse_answer(&input, None)
            .filter(|answer| !answer.is_empty());
        let with_unused_field = answer.and_then(|answer| {
            let built = behavior_of(self).build_items(self, &answer, platform);
            find_item_with_unused_field(items, &built)
        });
        match with_unused_field {
            Some(at) => Err((at, ResponseItemError::InvalidAnswer)),
            None => Ok(input),
        }
    }

    /// Validates an answer that is given as text, as a request for a look-up has it (docs/api.md#look-ups). An empty one is
    /// not valid: there is nothing to look up.
    #[must_use]
    pub fn validate_text(&self, text: &str, platform: PlatformRef) -> Option<Message> {
        let input = self.parse_text(text.trim(), platform);
        match self
            .parse_answer(&input, None)
            .filter(|answer| !answer.is_empty())
        {
            // The number of visible options is unknown here; a submission is checked with it.
            Some(answer) => self.validate(Some(&answer), 0),
            None => Some(MessageKey::InvalidAnswer.into()),
        }
    }
}

/// Returns the position of the first item that sets a field which no built item of the same answer sets. Such a field
/// would be stored without ever having been validated.
fn find_item_with_unused_field(items: &[&ResponseItem], built: &[ResponseItem]) -> Option<usize> {
    let fields: [fn(&ResponseItem) -> bool; 4] = [
        |item| item.option_id.is_some(),
        |item| item.body.as_deref().is_some_and(|body| !body.is_empty()),
        |item| item.ranking.is_some(),
        |item| item.active_storage_blob_id.is_some(),
    ];
    let unused = fields.map(|has| (has, !built.iter().any(has)));
    items
        .iter()
        .position(|item| unused.iter().any(|(has, unused)| *unused && has(item)))
}
