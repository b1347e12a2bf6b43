//! One object of a PDF document, as far as it matters for what the document does by itself.

use super::super::content::ContentError;
use super::tokens::{Bracket, Token, Tokens, whole_number};

/// Brackets within brackets. Readers have such limits as well.
const MAX_DEPTH: usize = 256;

/// Words that end an object outside of brackets.
const ENDS: [&[u8]; 5] = [b"endobj", b"obj", b"stream", b"trailer", b"xref"];

/// What an object is.
#[derive(Debug, Default)]
pub(super) struct Object {
    is_array: bool,
    is_dictionary: bool,
    /// Whether a bracket or a text stands where a key is expected: readers differ about what follows.
    is_damaged: bool,
    /// Values of `S` that go to a page, and others.
    page_actions: u32,
    other_actions: u32,
    /// Whether another action follows.
    has_next: bool,
    /// Whether something makes it a stream of objects.
    pub(super) is_object_stream: bool,
    /// The value of `First`, where the first object of such a stream begins.
    pub(super) first: Option<usize>,
    /// Values that this cannot make sense of in a stream of objects.
    pub(super) is_unclear: bool,
    /// How often the stream is packed by deflate.
    pub(super) deflated: u32,
}

impl Object {
    /// Returns whether an action shows a page of the document and does nothing else.
    pub(super) fn only_goes_to_a_page(&self) -> bool {
        let is_action = self.is_dictionary && self.page_actions > 0;
        self.is_array || (is_action && self.other_actions == 0 && !self.has_next && !self.is_damaged)
    }

    /// Reads an object without a look at its names, which somebody else has.
    pub(super) fn glimpse(tokens: Tokens<'_, '_>) -> Self {
        let mut reader = Reader::default();
        for token in tokens {
            if !reader.take(&token) {
                break;
            }
        }
        reader.object
    }

    fn set(&mut self, key: &[u8], value: &Token<'_>) {
        let is_name = |name: &[u8]| matches!(value, Token::Name(value) if **value == *name);
        match key {
            b"S" if is_name(b"GoTo") => self.page_actions += 1,
            b"S" => self.other_actions += 1,
            b"Next" => self.has_next = true,
            b"Type" if is_name(b"ObjStm") => self.is_object_stream = true,
            b"First" => {
                self.is_object_stream = true;
                let first = whole_number(Some(value)).and_then(|first| usize::try_from(first).ok());
                self.is_unclear |= first.is_none() || self.first.is_some();
                self.first = first;
            }
            b"Filter" if *value != Token::Open(Bracket::Array) => self.add_filter(value),
            // Where readers look for more or others of these.
            b"F" | b"FFilter" | b"FDecodeParms" | b"DP" => self.is_unclear = true,
            b"DecodeParms" => {
                self.is_unclear |= !matches!(value, Token::Word(b"null") | Token::Open(_));
            }
            _ => {}
        }
    }

    fn add_filter(&mut self, value: &Token<'_>) {
        match value {
            Token::Name(name) if **name == *b"FlateDecode" => self.deflated += 1,
            Token::Word(b"null") => {}
            _ => self.is_unclear = true,
        }
    }
}

/// Looks at a name of an object, and at the words behind it.
type Look<'l> = dyn FnMut(&[u8], &Tokens<'_, '_>) -> Result<(), ContentError> + 'l;

/// Reads an object from its first word on, and has each name in it looked at, together with the words behind it. Afterwards the
/// words go on behind the object.
///
/// # Errors
/// Those of `look`; brackets are too deep.
pub(super) fn read_object(tokens: &mut Tokens<'_, '_>, look: &mut Look<'_>) -> Result<Object, ContentError> {
    let mut reader = Reader::default();
    loop {
        let before = tokens.clone();
        let Some(token) = tokens.next() else { break };
        if let Token::Name(name) = &token {
            look(name, tokens)?;
        }
        if !reader.take(&token) {
            if matches!(token, Token::Word(_)) {
                *tokens = before;
            }
            break;
        }
        if reader.open.len() > MAX_DEPTH {
            return Err(ContentError::Invalid);
        }
    }
    Ok(reader.object)
}

/// Puts an object together, word by word.
#[derive(Default)]
struct Reader {
    object: Object,
    open: Vec<Bracket>,
    /// The key, in the outermost dictionary, whose value is expected.
    key: Option<Vec<u8>>,
    /// The key of the last value.
    last: Vec<u8>,
}

impl Reader {
    /// Takes a word. Returns false if the object has ended with it.
    fn take(&mut self, token: &Token<'_>) -> bool {
        if let Token::Name(name) = token {
            self.object.is_unclear |= **name == *b"Predictor";
        }
        match self.open.as_slice() {
            [] => {
                if let Token::Word(word) = token
                    && ENDS.contains(word)
                {
                    return false;
                }
                self.object.is_array |= *token == Token::Open(Bracket::Array);
                self.object.is_dictionary |= *token == Token::Open(Bracket::Dictionary);
            }
            [Bracket::Dictionary] => self.take_entry(token),
            [Bracket::Dictionary, Bracket::Array] if !matches!(token, Token::Close(_)) => {
                match &*self.last {
                    b"Filter" => self.object.add_filter(token),
                    // Not a reference to somewhere else.
                    b"DecodeParms" => {
                        self.object.is_unclear |= matches!(token, Token::Word(word) if **word != *b"null");
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        match token {
            Token::Open(bracket) => self.open.push(*bracket),
            // A bracket that closes none is passed over, as readers do.
            Token::Close(bracket) if self.open.last() == Some(bracket) => {
                self.open.pop();
                return !self.open.is_empty();
            }
            _ => {}
        }
        true
    }

    /// Takes a word of the outermost dictionary.
    fn take_entry(&mut self, token: &Token<'_>) {
        if let Some(key) = self.key.take() {
            if !matches!(token, Token::Close(_)) {
                self.object.set(&key, token);
            }
            self.last = key;
            return;
        }
        match token {
            Token::Name(name) => self.key = Some(name.to_vec()),
            // The value before was a reference.
            Token::Word(b"R") => {
                let last = std::mem::take(&mut self.last);
                self.object.is_unclear |= matches!(&*last, b"First" | b"Filter" | b"DecodeParms");
            }
            Token::Open(_) | Token::Text => self.object.is_damaged = true,
            Token::Word(_) | Token::Close(_) => {}
        }
    }
}
