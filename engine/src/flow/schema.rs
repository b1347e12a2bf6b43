//! The JSON Schema of flows, for editors and other checkers (docs/flows.md#schema).

/// JSON Schema (2020-12) of a flow's file. It knows the form: fields, types, and what must be there. What fields of
/// different places say together, such as an id that names a state, is known to [`super::check_flow`] alone.
pub const FLOW_SCHEMA: &str = include_str!("schema.json");

/// The schema is written by hand beside the reader, so the tests compare what both say of the same documents.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::check::{SCHEMA_POINTER, check_flow};
    use crate::flow::read::read;
    use crate::json::Reader;
    use boon::{Compiler, SchemaIndex, Schemas};
    use regex::Regex;
    use serde_json::{Value, json};
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The sources that name what a flow may say: fields, and words that fields are chosen from.
    const SOURCES: [&str; 6] = [
        include_str!("read.rs"),
        include_str!("resolve/triggers.rs"),
        include_str!("../comparison.rs"),
        include_str!("../condition.rs"),
        include_str!("../question/read.rs"),
        include_str!("../question/styles/mod.rs"),
    ];

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

    fn schema() -> Value {
        serde_json::from_str(FLOW_SCHEMA).unwrap()
    }

    /// A flow without faults that has every field.
    fn every_field() -> Value {
        let text = include_str!("../../fixtures/flows/every-field.json");
        assert_eq!(check_flow(text, crate::native()), []);
        serde_json::from_str(text).unwrap()
    }

    /// Returns the JSON pointers of unknown fields, or `None` for a document that the reader refuses.
    fn unknown_fields(document: &Value) -> Option<Vec<String>> {
        let text = document.to_string();
        let definition = read(&mut Reader::new(&text, crate::native())).ok()?;
        Some(definition.unknown)
    }

    /// Returns all names and words in the sources.
    fn words() -> BTreeSet<&'static str> {
        let literal = Regex::new(r#""(\w+)""#).unwrap();
        let found = SOURCES
            .into_iter()
            .flat_map(|source| literal.captures_iter(source));
        let words: BTreeSet<_> = found
            .filter_map(|literal| literal.get(1))
            .map(|word| word.as_str())
            .collect();
        assert!(words.len() > 150, "{words:?}");
        words
    }

    /// Returns the JSON pointers of all values in a document.
    fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
        found.push(at.to_owned());
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    pointers(member, &format!("{at}/{name}"), found);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    pointers(item, &format!("{at}/{index}"), found);
                }
            }
            _ => {}
        }
    }

    /// Returns copies of a document with one fault or difference each.
    fn variants(document: &Value) -> Vec<Value> {
        let words = words();
        let mut variants = Vec::new();
        let mut all = Vec::new();
        pointers(document, "", &mut all);
        for pointer in all.iter().filter(|pointer| *pointer != SCHEMA_POINTER) {
            let mut replace = |value: Value| {
                let mut variant = document.clone();
                *variant.pointer_mut(pointer).unwrap() = value;
                variants.push(variant);
            };
            for value in [
                json!(null),
                json!(true),
                json!(-1),
                json!(1.5),
                json!("word"),
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
                    more.insert("colour".into(), json!("red"));
                    replace(more.into());
                }
                Value::String(word) if words.contains(&**word) => {
                    words.iter().for_each(|word| replace(json!(word)));
                }
                _ => {}
            }
        }
        variants
    }

    #[test]
    fn every_field_has_a_description() {
        let schema = schema();
        let mut all = Vec::new();
        pointers(&schema, "", &mut all);
        let fields = Regex::new(r"(^|/\$defs/\w+|/items|/extra)/properties/[$\w]+$").unwrap();
        let fields: Vec<_> = all.iter().filter(|at| fields.is_match(at)).collect();
        assert!(fields.len() > 90, "{fields:?}");
        for field in fields {
            let description = schema.pointer(&format!("{field}/description"));
            assert!(description.is_some_and(Value::is_string), "{field}");
        }
    }

    #[test]
    fn takes_the_flows_of_fixtures_and_examples() {
        let validator = Validator::new(schema());
        for folder in ["fixtures/flows", "../examples/flows"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            for file in fs::read_dir(folder).unwrap() {
                let path = file.unwrap().path();
                let flow: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
                assert_eq!(validator.validate(&flow), Ok(()), "{}", path.display());
            }
        }
    }

    #[test]
    fn the_schema_refuses_what_the_reader_refuses_and_accepts_valid_flows() {
        let validator = Validator::new(schema());
        let mut refused = 0;
        for variant in variants(&every_field()) {
            let is_valid = validator.is_valid(&variant);
            let unknown = unknown_fields(&variant);
            let is_read = unknown.is_some_and(|unknown| unknown.iter().all(|at| at == SCHEMA_POINTER));
            assert!(is_read || !is_valid, "only the reader refuses {variant}");
            if !is_valid {
                refused += 1;
                let findings = check_flow(&variant.to_string(), crate::native());
                assert_ne!(findings, [], "only the schema refuses {variant}");
            }
        }
        assert!(refused > 500, "{refused}");
    }

    #[test]
    fn knows_the_fields_that_the_reader_knows() {
        let validator = Validator::new(schema());
        let flow = every_field();
        let words = words();
        let mut all = Vec::new();
        pointers(&flow, "", &mut all);
        for (pointer, name) in all
            .iter()
            .flat_map(|at| words.iter().map(move |name| (at, *name)))
        {
            let with = |value: Value| {
                let mut variant = flow.clone();
                let members = variant.pointer_mut(pointer)?.as_object_mut()?;
                (!members.contains_key(name)).then(|| members.insert(name.into(), value))?;
                Some(variant)
            };
            // Nobody misses a field that is null, but what is unknown is refused with any value.
            let (Some(with_null), Some(with_any)) = (with(json!(null)), with(json!({}))) else {
                continue;
            };
            let unknown = unknown_fields(&with_any).unwrap_or_default();
            let is_known = !unknown.contains(&format!("{pointer}/{name}"));
            assert_eq!(validator.is_valid(&with_null), is_known, "{pointer}/{name}");
        }
    }

    #[test]
    fn every_field_of_the_schema_is_in_the_flow_with_every_field() {
        let (schema, flow) = (schema(), every_field());
        let mut all = Vec::new();
        pointers(&schema, "", &mut all);
        for object in all
            .iter()
            .filter(|at| at.ends_with("/properties") && !at.contains("/if/"))
        {
            for name in schema.pointer(object).unwrap().as_object().unwrap().keys() {
                let mut without = schema.clone();
                without
                    .pointer_mut(object)
                    .unwrap()
                    .as_object_mut()
                    .unwrap()
                    .remove(name);
                if schema.pointer(&format!("{object}/{name}/description")).is_some() {
                    assert!(!Validator::new(without).is_valid(&flow), "{object}/{name}");
                }
            }
        }
    }
}
