//! The check of flows for the browser. This crate converts values; every decision is made in `engine`. See
//! docs/check.md#in-the-browser.

mod json;

use engine::{Finding, Fix};
use wasm_bindgen::prelude::wasm_bindgen;

/// Checks a flow's JSON text, and returns what `pulsen check --format json` has in `findings` for it, as JSON text: a list of
/// objects with `code`, `severity`, `line`, `column`, `pointer`, `within`, `params`, `message` and `fix`, but without `file`.
///
/// A text that is no JSON, or too large, has findings that say so.
#[wasm_bindgen]
#[must_use]
pub fn check(flow_json: &str) -> String {
    let mut out = String::from("[");
    for (at, finding) in engine::check_flow(flow_json, browser::platform())
        .iter()
        .enumerate()
    {
        if at > 0 {
            out.push(',');
        }
        write_finding(&mut out, finding);
    }
    out.push(']');
    out
}

fn write_finding(out: &mut String, finding: &Finding) {
    // A field that is new has to be written here, too.
    let Finding {
        code,
        pointer,
        position,
        within,
        params,
        message,
        fix,
    } = finding;
    json::text(out, "{", "code", code.name);
    json::text(out, ",", "severity", code.severity.name());
    json::number(out, "line", position.line);
    json::number(out, "column", position.column);
    json::text(out, ",", "pointer", pointer);
    match within {
        Some(within) => json::text(out, ",", "within", within),
        None => out.push_str(",\"within\":null"),
    }
    out.push_str(",\"params\":{");
    for (at, (name, value)) in params.iter().enumerate() {
        json::text(out, if at > 0 { "," } else { "" }, name, value);
    }
    out.push('}');
    json::text(out, ",", "message", message);
    match fix {
        Some(fix) => write_fix(out, fix),
        None => out.push_str(",\"fix\":null}"),
    }
}

/// Writes a change as a JSON Patch of one operation, and the end of its finding.
fn write_fix(out: &mut String, fix: &Fix) {
    let (operation, path) = match fix {
        Fix::Set { path, .. } => ("add", path),
        Fix::Rename { path, .. } => ("move", path),
        Fix::Remove { path } => ("remove", path),
    };
    json::text(out, ",\"fix\":[{", "op", operation);
    json::text(out, ",", "path", path);
    match fix {
        Fix::Set { value, .. } => {
            out.push_str(",\"value\":");
            out.push_str(value);
        }
        Fix::Rename { from, .. } => json::text(out, ",", "from", from),
        Fix::Remove { .. } => {}
    }
    out.push_str("}]}");
}
