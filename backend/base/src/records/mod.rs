//! What operators define in files: flows, nodes, widgets and connectors (docs/api.md#import).
//!
//! The structs of this module list exactly what may reach a browser. A file may hold more (a node's `chat` and `retention`): that stays
//! in the stored record, and nothing that serves visitors can leak it.

mod activation;
mod address_pattern;
mod bubble_question;
mod campaign;
mod canonical_form;
mod chat_settings;
mod checked_record;
mod codes;
mod color;
mod connector;
mod connector_fields;
mod earlier;
mod field;
mod finding;
mod finding_item;
mod fixed_files;
mod hours;
mod json_schema;
mod kiosk;
mod launcher_colors;
mod line_diff;
mod link;
mod member_order;
mod node;
mod node_checks;
mod node_fields;
mod phone_country;
mod phone_numbers;
mod quota;
mod record_files;
mod record_set;
mod record_text;
mod references;
mod retention;
mod schema;
mod stored_secrets;
mod template;
mod text_form;
mod theme;
mod url_template;
mod widget;
mod widget_fields;
mod widget_rules;

pub use activation::Unavailability;
pub use bubble_question::BubbleQuestion;
pub use campaign::is_campaign_parameter;
pub use canonical_form::{canonical_form, format_file};
pub use chat_settings::{ChatSettings, LocalText, QueueRule};
pub use checked_record::CheckedRecord;
pub use codes::RECORD_CODES;
pub use color::Color;
pub use connector::{Connector, ConnectorMethod};
pub use earlier::compare_with_earlier;
pub use finding::Finding;
pub use finding_item::FindingItem;
pub use fixed_files::{FixedFile, TextEdit};
pub use json_schema::{SCHEMA_MEMBER, json_schema, kind_of_schema_file};
pub use kiosk::{Kiosk, PinError, with_hashed_pin};
pub use line_diff::line_diff;
pub use link::LinkSignature;
pub use node::{FeedbackNode, OnceWithin, PublicNode};
pub use quota::Quota;
pub use record_files::record_files;
pub use record_set::{ConnectorRecord, FlowRecord, NodeRecord, RecordSet, WidgetRecord};
pub use references::{ImportedBefore, check_dependents, check_references};
pub use retention::Retention;
pub use stored_secrets::{
    StoredSecretError, has_written_secrets, hide_secrets, keep_written_secrets, take_stored_secrets,
};
pub use template::{Template, TemplateValues};
pub use text_form::is_language_code;
pub use theme::Theme;
pub use url_template::{UnfitValue, UrlTemplate};
pub use widget::{WidgetConfiguration, is_widget_code};
pub use widget_rules::WidgetRules;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// What a file can define, in the order in which kinds are read and reported.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    ValueEnum,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RecordKind {
    Flow,
    Node,
    Widget,
    Connector,
}

impl RecordKind {
    /// Returns the name of the folder that holds records of this kind.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Flow => "flows",
            Self::Node => "nodes",
            Self::Widget => "widgets",
            Self::Connector => "connectors",
        }
    }

    /// Returns the member that names a record of this kind.
    pub fn id_member(self) -> &'static str {
        match self {
            Self::Widget => "code",
            Self::Flow | Self::Node | Self::Connector => "id",
        }
    }

    /// Returns what names a record.
    pub fn id_of(self, record: &serde_json::Value) -> Option<&str> {
        record.get(self.id_member())?.as_str()
    }
}

/// Who has a record (docs/api.md#owners). As a setting of the server: where records that files have may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RecordOwner {
    /// Files, by imports.
    Files,
    /// Staff, in the console.
    Console,
}

/// The longest period in days: a century, as good as forever.
const MAX_DAYS: u32 = 36_500;

#[cfg(test)]
mod tests {
    use super::field::{Field, FieldKind};
    use super::*;
    use serde::de::value::Error;
    use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
    use std::collections::BTreeSet;

    /// A deserializer that fails with the names of the struct's fields.
    struct FieldNames;

    impl<'de> Deserializer<'de> for FieldNames {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
            Err(Error::custom("not a struct"))
        }

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            _: V,
        ) -> Result<V::Value, Error> {
            Err(Error::custom(fields.join(" ")))
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }

    fn field_names<'de, T: Deserialize<'de>>() -> BTreeSet<String> {
        let Err(names) = T::deserialize(FieldNames) else {
            panic!("a struct has fields");
        };
        names.to_string().split(' ').map(str::to_owned).collect()
    }

    fn public_names(fields: &[Field], private: &[&str]) -> BTreeSet<String> {
        let public = fields.iter().filter(|field| !private.contains(&field.name));
        let stored = public.filter(|field| !matches!(field.kind, FieldKind::Computed));
        stored.map(|field| field.name.to_owned()).collect()
    }

    #[test]
    fn files_hold_the_public_fields_and_a_few_private_ones() {
        assert_eq!(
            field_names::<FeedbackNode>(),
            public_names(node_fields::NODE_FIELDS, &["chat", "retention"])
        );
        assert_eq!(
            field_names::<WidgetConfiguration>(),
            public_names(widget_fields::WIDGET_FIELDS, &["secret"])
        );
    }
}
