//! Writes values to the tape.

use super::tape::{LIST, OBJECT, Tape};
use serde::Serialize;
use serde::ser::{
    Error, Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
    Serializer,
};

/// The error for a value without a counterpart in JavaScript.
#[derive(Debug)]
pub(crate) struct ConversionError;

impl ConversionError {
    pub(crate) const MESSAGE: &'static str = "this value cannot be converted to JavaScript";
}

impl std::fmt::Display for ConversionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(Self::MESSAGE)
    }
}

impl std::error::Error for ConversionError {}

impl Error for ConversionError {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

type Result<T = ()> = std::result::Result<T, ConversionError>;

/// Writes one value.
pub(super) struct ValueWriter<'a> {
    tape: &'a mut Tape,
    /// Whether a string is one of the program's own.
    is_interned: bool,
}

impl<'a> ValueWriter<'a> {
    pub(super) fn new(tape: &'a mut Tape) -> Self {
        Self {
            tape,
            is_interned: false,
        }
    }
}

/// Writes the items of a list or the fields of an object.
pub(super) struct ContainerWriter<'a> {
    tape: &'a mut Tape,
    begin: usize,
    tag: u32,
    count: usize,
    /// Whether the keys are field names of the program, not keys of a map.
    has_field_names: bool,
}

impl<'a> ContainerWriter<'a> {
    fn new(tape: &'a mut Tape, tag: u32) -> Self {
        let begin = tape.open();
        Self {
            tape,
            begin,
            tag,
            count: 0,
            has_field_names: false,
        }
    }

    fn add<T: ?Sized + Serialize>(&mut self, item: &T) -> Result {
        self.count += 1;
        item.serialize(ValueWriter::new(self.tape))
    }

    fn close(self) {
        self.tape.close(self.begin, self.tag, self.count);
    }
}

/// The number types that fit into an `f64` exactly.
macro_rules! write_numbers {
    ($($method:ident: $number:ty),*) => {
        $(fn $method(self, number: $number) -> Result {
            self.tape.write_number(number.into());
            Ok(())
        })*
    };
}

impl<'a> Serializer for ValueWriter<'a> {
    type Ok = ();
    type Error = ConversionError;
    type SerializeSeq = ContainerWriter<'a>;
    type SerializeTuple = ContainerWriter<'a>;
    type SerializeTupleStruct = ContainerWriter<'a>;
    type SerializeTupleVariant = Impossible<(), ConversionError>;
    type SerializeMap = ContainerWriter<'a>;
    type SerializeStruct = ContainerWriter<'a>;
    type SerializeStructVariant = Impossible<(), ConversionError>;

    write_numbers!(
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32,
        serialize_f32: f32, serialize_f64: f64
    );

    fn serialize_i64(self, _: i64) -> Result {
        Err(ConversionError)
    }

    fn serialize_u64(self, _: u64) -> Result {
        Err(ConversionError)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result {
        Err(ConversionError)
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
        if self.is_interned {
            self.tape.write_interned(text);
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
        self.tape.write_interned(variant);
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
        Err(ConversionError)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ContainerWriter<'a>> {
        Ok(ContainerWriter::new(self.tape, LIST))
    }

    fn serialize_tuple(self, _: usize) -> Result<ContainerWriter<'a>> {
        Ok(ContainerWriter::new(self.tape, LIST))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<ContainerWriter<'a>> {
        Ok(ContainerWriter::new(self.tape, LIST))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        Err(ConversionError)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<ContainerWriter<'a>> {
        // A struct with a flattened field is serialized as a map of unknown length.
        let has_field_names = length.is_none();
        Ok(ContainerWriter {
            has_field_names,
            ..ContainerWriter::new(self.tape, OBJECT)
        })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<ContainerWriter<'a>> {
        Ok(ContainerWriter::new(self.tape, OBJECT))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        Err(ConversionError)
    }
}

macro_rules! write_items {
    ($($list:ident: $method:ident),*) => {
        $(impl $list for ContainerWriter<'_> {
            type Ok = ();
            type Error = ConversionError;

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

impl SerializeMap for ContainerWriter<'_> {
    type Ok = ();
    type Error = ConversionError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result {
        self.count += 1;
        key.serialize(ValueWriter {
            is_interned: self.has_field_names,
            tape: self.tape,
        })
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result {
        value.serialize(ValueWriter::new(self.tape))
    }

    fn end(self) -> Result {
        self.close();
        Ok(())
    }
}

impl SerializeStruct for ContainerWriter<'_> {
    type Ok = ();
    type Error = ConversionError;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result {
        self.tape.write_interned(key);
        self.add(value)
    }

    fn end(self) -> Result {
        self.close();
        Ok(())
    }
}
