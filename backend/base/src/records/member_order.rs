//! The order in which people write the members of a record's objects: that of the flow's schema, and of the tables of fields.

use super::RecordKind;
use super::connector_fields::CONNECTOR_FIELDS;
use super::field::{Field, FieldKind};
use super::json_schema::SCHEMA_MEMBER;
use super::node_fields::NODE_FIELDS;
use super::widget_fields::WIDGET_FIELDS;
use engine::FLOW_SCHEMA;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt;

/// The known members of an object, first to last, each with those of its own objects. Lists have those of their items.
#[derive(Debug, Default)]
pub(super) struct MemberOrder(Vec<(String, MemberOrder)>);

impl MemberOrder {
    /// Returns the order of the members of a record.
    pub(super) fn of(kind: RecordKind) -> Self {
        match kind {
            RecordKind::Flow => {
                let schema = serde_json::from_str::<Schema>(FLOW_SCHEMA).unwrap_or_default();
                Self::of_schema(&schema, &schema.definitions, &[])
            }
            RecordKind::Node => Self::of_record(NODE_FIELDS),
            RecordKind::Widget => Self::of_record(WIDGET_FIELDS),
            RecordKind::Connector => Self::of_record(CONNECTOR_FIELDS),
        }
    }

    /// Returns the members of an object in this order. Members of any name, such as languages, come last, by name.
    pub(super) fn sort<'a>(&self, object: &'a Map<String, Value>) -> Vec<(&'a String, &'a Value)> {
        let mut members: Vec<_> = object.iter().collect();
        members.sort_by_key(|&(name, _)| (self.position(name).unwrap_or(usize::MAX), name));
        members
    }

    /// Returns the order of a member's own members.
    pub(super) fn below(&self, name: &str) -> Option<&Self> {
        self.0.get(self.position(name)?).map(|(_, order)| order)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|(known, _)| known == name)
    }

    fn of_record(fields: &[Field]) -> Self {
        let mut order = Self::of_fields(fields);
        order.0.insert(0, (SCHEMA_MEMBER.to_owned(), Self::default()));
        order
    }

    fn of_fields(fields: &[Field]) -> Self {
        let members = fields
            .iter()
            .map(|field| (field.name.to_owned(), Self::of_kind(field.kind)));
        Self(members.collect())
    }

    fn of_kind(kind: FieldKind) -> Self {
        match kind {
            FieldKind::Object(fields) => Self::of_fields(fields),
            FieldKind::List(items) | FieldKind::ListUpTo(_, items) => Self::of_kind(*items),
            _ => Self::default(),
        }
    }

    /// `within` has the names of the definitions around this schema. Rules are in groups of rules, which are in no other
    /// groups.
    fn of_schema<'a>(
        schema: &'a Schema,
        definitions: &'a HashMap<String, Schema>,
        within: &[&'a str],
    ) -> Self {
        let name = schema.reference.as_deref();
        if let Some(name) = name.and_then(|name| name.strip_prefix("#/$defs/")) {
            let depth = within.iter().filter(|outer| **outer == name).count();
            return match definitions.get(name).filter(|_| depth <= MAX_DEPTH) {
                Some(definition) => Self::of_schema(definition, definitions, &[within, &[name]].concat()),
                None => Self::default(),
            };
        }
        let members = schema.properties.0.iter();
        let members =
            members.map(|(name, inner)| (name.clone(), Self::of_schema(inner, definitions, within)));
        let order = Self(members.collect());
        match schema.items.as_deref().or(schema.any_of.first()) {
            Some(inner) if order.0.is_empty() => Self::of_schema(inner, definitions, within),
            _ => order,
        }
    }
}

/// How often a definition may be within itself.
const MAX_DEPTH: usize = 1;

/// What of a JSON Schema tells the members of objects.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Schema {
    #[serde(rename = "$ref")]
    reference: Option<String>,
    #[serde(rename = "$defs")]
    definitions: HashMap<String, Schema>,
    properties: Properties,
    items: Option<Box<Schema>>,
    #[serde(rename = "anyOf")]
    any_of: Vec<Schema>,
}

/// The properties of a schema as they are written there; a map would sort them.
#[derive(Debug, Default)]
struct Properties(Vec<(String, Schema)>);

impl<'de> Deserialize<'de> for Properties {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Properties;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("properties")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Properties, A::Error> {
                let mut properties = Vec::new();
                while let Some(property) = members.next_entry()? {
                    properties.push(property);
                }
                Ok(Properties(properties))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_in_the_order_of_schema_and_tables() {
        let flow = MemberOrder::of(RecordKind::Flow);
        let question = ["states", "elements", "question"].into_iter();
        let question = question.fold(&flow, |order, name| order.below(name).unwrap());
        let names = |order: &MemberOrder| {
            order
                .0
                .iter()
                .map(|(name, _)| name.clone())
                .take(4)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&flow), ["$schema", "id", "name", "revision"]);
        assert_eq!(names(question), ["id", "key", "style", "body"]);
        let rule = flow
            .below("transitions")
            .and_then(|transition| transition.below("rules"));
        let in_group = rule.and_then(|rule| rule.below("any"));
        for rule in [rule.unwrap(), in_group.unwrap()] {
            assert_eq!(names(rule), ["any", "elementId", "score", "operator"]);
        }
        let node = MemberOrder::of(RecordKind::Node);
        assert_eq!(
            names(&node),
            ["$schema", "id", "flow_id", "non_operating_hours_flow_id"]
        );
        assert_eq!(
            names(node.below("operating_hours").unwrap()),
            ["period", "start_hour", "end_hour"]
        );
    }
}
