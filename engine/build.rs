//! Writes what the check of flows needs of their schema: the fields, their types and words. Descriptions are most of it.
#![allow(clippy::disallowed_macros, reason = "Cargo reads what a build script prints")]

use serde_json::{Map, Value};
use std::error::Error;
use std::path::Path;
use std::{env, fs};

const SCHEMA: &str = "src/flow/schema.json";

const KEPT: [&str; 8] = [
    "$defs",
    "$ref",
    "anyOf",
    "enum",
    "items",
    "properties",
    "propertyNames",
    "type",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={SCHEMA}");
    let schema: Value = serde_json::from_str(&fs::read_to_string(SCHEMA)?)?;
    let file = Path::new(&env::var("OUT_DIR")?).join("fields.json");
    fs::write(file, fields_of(schema).to_string())?;
    Ok(())
}

fn fields_of(schema: Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(name, _)| KEPT.contains(&&**name));
            let named = kept.map(|(name, value)| match (&*name, value) {
                ("$defs" | "properties", Value::Object(members)) => {
                    let members = members.into_iter();
                    let fields: Map<_, _> = members.map(|(name, value)| (name, fields_of(value))).collect();
                    (name, Value::Object(fields))
                }
                (_, value) => (name, fields_of(value)),
            });
            Value::Object(named.collect())
        }
        Value::Array(schemas) => schemas.into_iter().map(fields_of).collect(),
        other => other,
    }
}
