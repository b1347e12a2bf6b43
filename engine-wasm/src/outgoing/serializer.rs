//! Writes what serde says onto the tape.

use super::tape::{LIST, OBJECT, Tape};
use serde::Serialize;
use serde::ser::{
    Error, Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
    Serializer,
};

/// A value has no counterpart in JavaScript.
#[derive(Debug)]
pub(crate) struct Unconvertible;

impl std::fmt::Display for Unconvertible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value that JavaScript cannot hold")
    }
}

impl std::error::Error for Unconvertible {}

impl Error for Unconvertible {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

type Result<T = ()> = std::result::Result<T, Unconvertible>;

/// Writes one value.
pub(super) struct Writer<'a> {
    tape: &'a mut Tape,
    /// Whether a text is one of the program's own.
    writes_words: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(tape: &'a mut Tape) -> Self {
        Self {
            tape,
            writes_words: false,
        }
    }
}

/// A list or an object that is being written.
pub(super) struct Parts<'a> {
    tape: &'a mut Tape,
    begin: usize,
    kind: u32,
    count: usize,
    /// Whether the keys are field names, not a map's own.
    has_fields: bool,
}

impl<'a> Parts<'a> {
    fn new(tape: &'a mut Tape, kind: u32) -> Self {
        let begin = tape.open();
        Self {
            tape,
            begin,
            kind,
            count: 0,
            has_fields: false,
        }
    }

    fn add<T: ?Sized + Serialize>(&mut self, part: &T) -> Result {
        self.count += 1;
        part.serialize(Writer::new(self.tape))
    }

    fn close(self) {
        self.tape.close(self.begin, self.kind, self.count);
    }
}

/// Numbers that JavaScript's hold exactly.
macro_rules! write_numbers {
    ($($method:ident: $number:ty),*) => {
        $(fn $method(self, number: $number) -> Result {
            self.tape.write_number(number.into());
            Ok(())
        })*
    };
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Unconvertible;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Impossible<(), Unconvertible>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Impossible<(), Unconvertible>;

    write_numbers!(
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32,
        serialize_f32: f32, serialize_f64: f64
    );

    fn serialize_i64(self, _: i64) -> Result {
        Err(Unconvertible)
    }

    fn serialize_u64(self, _: u64) -> Result {
        Err(Unconvertible)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result {
        Err(Unconvertible)
    }

    fn serialize_bool(self, value: bool) -> Result {
        self.tape.write_boolean(value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result {
        self.tape.write_text(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result {
        if self.writes_words {
            self.tape.write_word(text);
        } else {
            self.tape.write_text(text);
        }
        Ok(())
    }

    fn serialize_none(self) -> Result {
        self.tape.write_undefined();
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.tape.write_word(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result {
        Err(Unconvertible)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>> {
        Ok(Parts::new(self.tape, LIST))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>> {
        Ok(Parts::new(self.tape, LIST))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>> {
        Ok(Parts::new(self.tape, LIST))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        Err(Unconvertible)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Parts<'a>> {
        // A struct into which another one is flattened comes as a map, which cannot know how many it will have.
        let has_fields = length.is_none();
        Ok(Parts {
            has_fields,
            ..Parts::new(self.tape, OBJECT)
        })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>> {
        Ok(Parts::new(self.tape, OBJECT))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        Err(Unconvertible)
    }
}

macro_rules! write_items {
    ($($list:ident: $method:ident),*) => {
        $(impl $list for Parts<'_> {
            type Ok = ();
            type Error = Unconvertible;

            fn $method<T: ?Sized + Serialize>(&mut self, item: &T) -> Result {
                self.add(item)
            }

            fn end(self) -> Result {
                self.close();
                Ok(())
            }
        })*
    };
}

write_items!(SerializeSeq: serialize_element, SerializeTuple: serialize_element, SerializeTupleStruct: serialize_field);

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Unconvertible;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result {
        self.count += 1;
        key.serialize(Writer {
            writes_words: self.has_fields,
            tape: self.tape,
        })
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result {
        value.serialize(Writer::new(self.tape))
    }

    fn end(self) -> Result {
        self.close();
        Ok(())
    }
}

impl SerializeStruct for Parts<'_> {
    type Ok = ();
    type Error = Unconvertible;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result {
        self.tape.write_word(key);
        self.add(value)
    }

    fn end(self) -> Result {
        self.close();
        Ok(())
    }
}
