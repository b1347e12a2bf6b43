//! Streams of a PDF document that hold objects (ISO 32000-2, 7.5.7). One that cannot be looked into could hold anything, so
//! its document is refused.

use super::super::content::ContentError;
use super::examination::Examination;
use super::object::Object;
use super::tokens::{Budget, Token, Tokens, whole_number};
use flate2::{Decompress, FlushDecompress, Status};

/// Most bytes of such a stream when it is unpacked. Writers put some hundred objects into one.
pub(in crate::uploads) const LARGEST: usize = 8 << 20;

/// Most bytes that are unpacked of one document.
const MOST_UNPACKED: usize = 64 << 20;

/// Room for what is unpacked, before it is known how much that is.
const FIRST_ROOM: usize = 64 << 10;

/// How often bytes may be read, on average. Those of an honest document are read once or twice.
pub(super) const READINGS: usize = 8;

/// Looks into the streams of objects of one document.
pub(super) struct ObjectStreams<'b> {
    /// What may still be read.
    budget: &'b Budget,
    /// What may still be unpacked.
    unpacked: Budget,
}

impl<'b> ObjectStreams<'b> {
    pub(super) fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            unpacked: Budget::new(MOST_UNPACKED),
        }
    }

    /// Checks the objects in a stream, if an object is followed by one. `tokens` go on behind that object.
    ///
    /// # Errors
    /// It cannot be looked into, or has what acts by itself.
    pub(super) fn check(
        &self,
        bytes: &[u8],
        mut tokens: Tokens<'_, '_>,
        object: &Object,
        examination: &mut Examination,
    ) -> Result<(), ContentError> {
        if !object.is_object_stream {
            return Ok(());
        }
        tokens.skip_space();
        let rest = bytes.get(tokens.at()..).unwrap_or_default();
        // Entries of tables of contents have a `First` as well.
        let Some(rest) = rest.strip_prefix(b"stream") else {
            return Ok(());
        };
        let content = match rest {
            [b'\r', b'\n', content @ ..] | [b'\n' | b'\r', content @ ..] => content,
            _ => return Err(UNCLEAR),
        };
        let first = object.first.filter(|_| !object.is_unclear).ok_or(UNCLEAR)?;
        match object.deflated {
            // Where it ends does not matter: each object in it says where it begins.
            0 => self.check_objects(content, first, examination),
            1 => {
                let unpacked = self.unpack(content)?;
                self.budget.add(READINGS * unpacked.len());
                self.check_objects(&unpacked, first, examination)
            }
            _ => Err(UNCLEAR),
        }
    }

    /// Unpacks a stream. The checksum behind it does not matter: readers pass over it.
    fn unpack(&self, content: &[u8]) -> Result<Vec<u8>, ContentError> {
        let [method, flags, packed @ ..] = content else {
            return Err(UNCLEAR);
        };
        let has_dictionary = flags & 0x20 != 0;
        if method & 0x0F != 8 || u16::from_be_bytes([*method, *flags]) % 31 != 0 || has_dictionary {
            return Err(UNCLEAR);
        }
        let unpacked = inflated(packed).ok_or(UNCLEAR)?;
        let is_affordable = self.unpacked.spend(unpacked.len());
        is_affordable.then_some(unpacked).ok_or(UNCLEAR)
    }

    /// Checks the objects of an unpacked stream, which begins with the number and the place of each.
    fn check_objects(
        &self,
        content: &[u8],
        first: usize,
        examination: &mut Examination,
    ) -> Result<(), ContentError> {
        let mut head = Tokens::new(content, 0, self.budget);
        loop {
            let begin = head.clone();
            let number = whole_number(head.next().as_ref());
            let place = whole_number(head.next().as_ref());
            let Some((number, place)) = number.zip(place) else {
                head = begin;
                break;
            };
            let place = first.saturating_add(usize::try_from(place).unwrap_or(usize::MAX));
            let mut tokens = Tokens::new(content, place, self.budget);
            examination.read_packed(&mut tokens, number)?;
        }
        head.skip_space();
        if head.at() < first || first > content.len() {
            return Err(UNCLEAR);
        }
        // Some readers do not look at the places.
        let mut tokens = Tokens::new(content, first, self.budget);
        while let Some(token) = tokens.next() {
            if let Token::Name(name) = token {
                examination.check_name(&name, &tokens)?;
            }
        }
        Ok(())
    }
}

const UNCLEAR: ContentError = ContentError::ActiveDocument;

/// Returns what was packed by deflate; `None` if it is damaged, does not end, or is too large.
fn inflated(packed: &[u8]) -> Option<Vec<u8>> {
    let mut inflate = Decompress::new(false);
    let mut unpacked = Vec::with_capacity(FIRST_ROOM);
    loop {
        let rest = packed.get(usize::try_from(inflate.total_in()).ok()?..)?;
        let before = unpacked.len();
        let status = inflate
            .decompress_vec(rest, &mut unpacked, FlushDecompress::None)
            .ok()?;
        if unpacked.len() > LARGEST {
            return None;
        }
        let has_room = unpacked.len() < unpacked.capacity();
        match status {
            Status::StreamEnd => return Some(unpacked),
            _ if unpacked.len() == before && has_room => return None,
            _ if has_room => {}
            _ => unpacked.reserve(unpacked.len()),
        }
    }
}
