//! What makes a PDF document act by itself: the names by which it is known, and what opening the document leads to.

use super::super::content::ContentError;
use super::object::{Object, read_object};
use super::tokens::{Token, Tokens, whole_number};
use std::collections::HashMap;

/// Names that only what acts by itself, or holds a file, has; in whatever place of an object.
const ACTIVE: [&[u8]; 12] = [
    b"AA",
    b"EF",
    b"EmbeddedFile",
    b"EmbeddedFiles",
    b"FileAttachment",
    b"GoToE",
    b"JS",
    b"JavaScript",
    b"Launch",
    b"OnInstantiate",
    b"RichMedia",
    b"XFA",
];

/// What was found in a document so far.
#[derive(Debug, Default)]
pub(super) struct Examination {
    /// By the number of each object whether opening the document may lead to it, in all its versions.
    may_open: HashMap<u64, bool>,
    /// Numbers of the objects to which opening the document leads.
    opened: Vec<u64>,
}

impl Examination {
    /// Reads an object, and looks at each name in it.
    ///
    /// # Errors
    /// It acts by itself; it is damaged.
    pub(super) fn read(
        &mut self,
        tokens: &mut Tokens<'_, '_>,
        number: Option<u64>,
    ) -> Result<Object, ContentError> {
        let object = read_object(tokens, &mut |name, after| self.check_name(name, after))?;
        if let Some(number) = number {
            let may_open = self.may_open.entry(number).or_insert(true);
            *may_open &= object.only_goes_to_a_page();
        }
        Ok(object)
    }

    /// As [`Self::read`], of an object that nothing ends but itself.
    ///
    /// # Errors
    /// As of [`Self::read`].
    pub(super) fn read_packed(
        &mut self,
        tokens: &mut Tokens<'_, '_>,
        number: u64,
    ) -> Result<(), ContentError> {
        let mut ahead = tokens.clone();
        match ahead.next() {
            Some(Token::Open(_)) => {
                self.read(tokens, Some(number))?;
            }
            first => {
                self.may_open.insert(number, false);
                if let Some(Token::Name(name)) = first {
                    self.check_name(&name, &ahead)?;
                }
            }
        }
        Ok(())
    }

    /// Looks at a name, and at what follows it.
    ///
    /// # Errors
    /// Only what acts by itself has such a name.
    pub(super) fn check_name(&mut self, name: &[u8], after: &Tokens<'_, '_>) -> Result<(), ContentError> {
        if ACTIVE.contains(&name) {
            return Err(ContentError::ActiveDocument);
        }
        if name == b"OpenAction" {
            self.check_opening(after.clone())?;
        }
        Ok(())
    }

    /// Checks that opening the document leads to a page, now that all objects are known.
    ///
    /// # Errors
    /// It leads to something else, or to nothing that is known.
    pub(super) fn finish(&self) -> Result<(), ContentError> {
        let may_open = |number| self.may_open.get(number).is_some_and(|may| *may);
        if self.opened.iter().all(may_open) {
            Ok(())
        } else {
            Err(ContentError::ActiveDocument)
        }
    }

    /// Checks what happens when the document is opened: it may show a page, and nothing else.
    fn check_opening(&mut self, mut after: Tokens<'_, '_>) -> Result<(), ContentError> {
        let begin = after.clone();
        match after.next() {
            Some(Token::Word(first)) => {
                let is_reference =
                    whole_number(after.next().as_ref()).is_some() && after.next() == Some(Token::Word(b"R"));
                match whole_number(Some(&Token::Word(first))) {
                    Some(number) if is_reference => self.opened.push(number),
                    _ if first == b"null" => {}
                    _ => return Err(ContentError::ActiveDocument),
                }
            }
            Some(Token::Open(_)) => {
                let object = Object::glimpse(begin);
                if !object.only_goes_to_a_page() {
                    return Err(ContentError::ActiveDocument);
                }
            }
            // The name of a page, or nothing.
            Some(Token::Name(_) | Token::Text | Token::Close(_)) | None => {}
        }
        Ok(())
    }
}
