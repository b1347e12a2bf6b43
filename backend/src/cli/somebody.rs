//! The options that name whose data a command is about.

use super::error::CommandError;
use crate::erasure::Eraser;
use clap::Args;
use engine::dialed;
use store::{Contact, ErasureSubject, Holder, NodeScope, Store};

/// Exactly one of them.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Somebody {
    /// The id of a feedback.
    #[arg(long, value_name = "ID")]
    feedback: Option<String>,

    /// The id of a device, or the hash that staff see.
    #[arg(long, value_name = "ID")]
    device: Option<String>,

    /// The id that a visit got.
    #[arg(long, value_name = "ID")]
    customer: Option<String>,

    /// The `external_id` of a person, as your signatures prove it.
    #[arg(long, value_name = "ID")]
    external_id: Option<String>,

    /// An e-mail address: feedback whose customer has it, chats in which it was left, customers who have it.
    #[arg(long, value_name = "ADDRESS")]
    email: Option<String>,

    /// A telephone number with the country's code, such as +90 532 123 45 67: as for an e-mail address.
    #[arg(long, value_name = "NUMBER", value_parser = telephone_number)]
    phone: Option<String>,
}

/// Whom the options name.
#[derive(Debug, Clone)]
pub(super) enum Named {
    Subject(ErasureSubject),
    /// Somebody known by nothing else.
    Contact(Contact),
}

impl Somebody {
    /// Returns who was named; `None` if nobody was, which the command line refuses.
    pub(super) fn into_named(self) -> Option<Named> {
        let subject = self
            .feedback
            .map(ErasureSubject::Feedback)
            .or(self.device.map(ErasureSubject::Device))
            .or(self.customer.map(ErasureSubject::Customer))
            .or(self.external_id.map(ErasureSubject::ExternalId));
        let contact = self.email.map(Contact::Email).or(self.phone.map(Contact::Phone));
        subject.map(Named::Subject).or(contact.map(Named::Contact))
    }
}

impl Named {
    /// Returns the same with a device by its id instead of the hash that staff see.
    pub(super) async fn resolved(self, eraser: &Eraser) -> Result<Self, CommandError> {
        Ok(match self {
            Self::Subject(subject) => Self::Subject(eraser.resolve(subject).await?),
            contact @ Self::Contact(_) => contact,
        })
    }

    /// Finds what belongs to them at these nodes.
    pub(super) async fn holder(&self, store: &Store, nodes: &NodeScope) -> Result<Holder, CommandError> {
        Ok(match self {
            Self::Subject(subject) => store.holder(subject, nodes).await?,
            Self::Contact(contact) => store.holder_of_contact(contact, nodes).await?,
        })
    }
}

/// Reads a number as people write it, into the form that is stored.
fn telephone_number(text: &str) -> Result<String, String> {
    let number = dialed(text);
    match number.strip_prefix('+') {
        Some(digits) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
        _ => Err("a number with the country's code is expected, such as +905321234567".into()),
    }
}

/// Says that nothing was found. Nobody should believe that somebody is erased, or that nothing is known about them, when an id was
/// mistyped.
pub(super) fn nothing_held(done: &str) -> String {
    format!(
        "nothing was {done}: no stored data matches. Check the spelling, and that --data or --database is the server's"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telephone_numbers_are_read_as_people_write_them() {
        let stored = Ok("+905321234567".to_owned());
        assert_eq!(telephone_number("+90 (532) 123-45.67"), stored);
        for wrong in ["0532 123 45 67", "+", "+90 abc", ""] {
            assert!(telephone_number(wrong).is_err(), "{wrong}");
        }
    }
}
