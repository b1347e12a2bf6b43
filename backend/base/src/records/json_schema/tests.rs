//! Compares the schemas with the checks of files.

use super::super::connector_fields::check_connector;
use super::super::schema::{SchemaFinding, check_document};
use super::*;
use boon::{Compiler, SchemaIndex, Schemas};
use std::fs;
use std::path::Path;
use strum::VariantArray;

/// The schema as a program that knows nothing of records understands it.
struct Validator {
    schemas: Schemas,
    schema: SchemaIndex,
}

impl Validator {
    /// Panics if it is not a schema.
    fn new(schema: Value) -> Self {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        compiler.add_resource("schema.json", schema).unwrap();
        let schema = compiler.compile("schema.json", &mut schemas).unwrap();
        Self { schemas, schema }
    }

    fn validate(&self, document: &Value) -> Result<(), String> {
        let validated = self.schemas.validate(document, self.schema);
        validated.map_err(|error| error.to_string())
    }

    fn is_valid(&self, document: &Value) -> bool {
        self.schemas.validate(document, self.schema).is_ok()
    }
}

fn validator(kind: RecordKind) -> Validator {
    Validator::new(serde_json::from_str(&json_schema(kind)).unwrap())
}

/// Returns what checks each kind of record that has fields, and a record with all of them.
fn kinds() -> [(RecordKind, &'static [Field], Value); 3] {
    let records: Value = serde_json::from_str(include_str!("every_field.json")).unwrap();
    [
        (RecordKind::Node, NODE_FIELDS, records["node"].clone()),
        (RecordKind::Widget, WIDGET_FIELDS, records["widget"].clone()),
        (
            RecordKind::Connector,
            CONNECTOR_FIELDS,
            records["connector"].clone(),
        ),
    ]
}

/// Calls with copies of a document, in each of which one value is another one, one member is missing, or one is new.
fn for_each_variant(document: &Value, check: &mut dyn FnMut(&Value)) {
    fn walk(document: &Value, pointer: &str, check: &mut dyn FnMut(&Value)) {
        let mut replace = |value: Value| {
            let mut variant = document.clone();
            *variant.pointer_mut(pointer).unwrap() = value;
            check(&variant);
        };
        for value in [
            json!(null),
            json!(true),
            json!(-1),
            json!(1.5),
            json!("a word"),
            json!([]),
            json!({}),
        ] {
            replace(value);
        }
        match document.pointer(pointer).unwrap() {
            Value::Object(members) => {
                for name in members.keys() {
                    let mut fewer = members.clone();
                    fewer.remove(name);
                    replace(fewer.into());
                }
                let mut more = members.clone();
                more.insert("Unknown".into(), json!(true));
                replace(more.into());
                for name in members.keys() {
                    walk(document, &format!("{pointer}/{name}"), check);
                }
            }
            Value::Array(items) => {
                for index in 0..items.len() {
                    walk(document, &format!("{pointer}/{index}"), check);
                }
            }
            _ => {}
        }
    }
    walk(document, "", check);
}

#[test]
fn files_are_named_by_their_record() {
    for &kind in RecordKind::VARIANTS {
        assert_eq!(
            kind_of_schema_file(&format!("{}.json", kind.into_str())),
            Some(kind)
        );
    }
    assert_eq!(kind_of_schema_file("flow"), None);
    assert_eq!(kind_of_schema_file("customer.json"), None);
}

#[test]
fn the_examples_fit_the_schemas_that_they_name() {
    let mut found = 0;
    let examples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    for &kind in RecordKind::VARIANTS {
        let validator = validator(kind);
        for file in fs::read_dir(examples.join(kind.folder())).into_iter().flatten() {
            let path = file.unwrap().path();
            let record: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            assert_eq!(record["$schema"], format!("../schema/{}.json", kind.into_str()));
            assert_eq!(validator.validate(&record), Ok(()), "{}", path.display());
            found += 1;
        }
    }
    assert!(found >= 9, "{found}");
}

#[test]
fn every_field_has_a_description_for_people() {
    fn check(fields: &[Field]) {
        for field in fields {
            assert!(field.description.ends_with('.'), "{}", field.name);
            match field.kind {
                FieldKind::Object(fields) => check(fields),
                FieldKind::List(FieldKind::Object(fields)) => check(fields),
                _ => {}
            }
        }
    }
    for (_, fields, _) in kinds() {
        check(fields);
    }
}

/// Tells whether a text is of the wrong form. Some forms are more than a pattern, and a secret is measured in bytes.
fn is_of_form(found: &SchemaFinding) -> bool {
    found.message.starts_with("`a word` is not") || found.message.starts_with("a secret needs")
}

#[test]
fn schemas_and_check_refuse_the_same_records() {
    for (kind, fields, record) in kinds() {
        let validator = validator(kind);
        let names = fields
            .iter()
            .filter(|field| !matches!(field.kind, FieldKind::Computed));
        for name in names.map(|field| field.name) {
            assert!(record.get(name).is_some(), "{kind:?} {name}");
        }
        let mut refused = 0;
        for_each_variant(&record, &mut |variant| {
            let mut findings = check_document(variant, fields);
            let is_valid = validator.is_valid(variant);
            let is_refused = findings.iter().any(|found| !is_of_form(found));
            assert!(
                !is_valid || !is_refused,
                "{kind:?}: only the check refuses {variant}"
            );
            if !is_valid {
                refused += 1;
                if kind == RecordKind::Connector {
                    findings.extend(check_connector(variant));
                }
                assert_ne!(findings, [], "{kind:?}: only the schema refuses {variant}");
            }
        });
        assert!(refused > 50, "{kind:?}: {refused}");
    }
}
