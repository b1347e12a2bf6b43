//! Reading an answer from text: that of a link, of a look-up's result, or of a request for a look-up.

use super::model::Question;
use super::style::Style;
use crate::answer::{AnswerInput, NameAnswer};
use crate::contact_text::dialed;
use crate::platform::{PlatformRef, parse_number};
use std::borrow::Cow;

impl Question {
    /// Reads a text in every way that a question might need; [`parse_answer`](Self::parse_answer) takes the one of its kind.
    pub(crate) fn parse_text(&self, text: &str, platform: PlatformRef) -> AnswerInput {
        let option_id = |name: &str| {
            let name = name.trim();
            let at = self.option_with_key(name).or_else(|| self.option_with_id(name))?;
            Some(self.option(at)?.id.as_ref().into())
        };
        // An option's own key may contain commas.
        let ids: Option<Vec<String>> = match option_id(text) {
            Some(id) => Some(vec![id]),
            None => text.split([',']).map(option_id).collect(),
        };
        let whole = || Some(text.to_owned());
        AnswerInput {
            option_ids: ids.clone(),
            ranking: ids,
            number: parse_number(text, platform),
            date: whole(),
            phone: Some(dialed(text)),
            checked: Some(text == "true"),
            fields: Some(NameAnswer {
                name: text.to_owned(),
                surname: String::new(),
            }),
            text: whole(),
            ..AnswerInput::default()
        }
    }

    /// Returns a text from an address, trimmed. Anyone who wrote a plus sign into the address as it is meant an e-mail address or a
    /// phone number that has one, which decoding has made a space.
    pub(crate) fn with_plus<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let trimmed = text.trim();
        match self.answer_style() {
            Style::Email => trimmed.replace(' ', "+").into(),
            Style::PhoneNumber | Style::PhoneVerification
                if text.starts_with(' ') && matches!(trimmed.as_bytes().first(), Some(b'1'..=b'9')) =>
            {
                ["+", trimmed].concat().into()
            }
            _ => trimmed.into(),
        }
    }
}
