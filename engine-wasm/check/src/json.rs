//! Writes members of JSON objects. What serde needs for that would be a tenth of the whole check.

/// Writes a member with a text, after `before`.
pub(crate) fn text(out: &mut String, before: &str, name: &str, value: &str) {
    out.push_str(before);
    quote(out, name);
    out.push(':');
    quote(out, value);
}

/// Writes a member with a number, after a comma.
pub(crate) fn number(out: &mut String, name: &str, value: u32) {
    out.push(',');
    quote(out, name);
    out.push(':');
    out.push_str(&value.to_string());
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\0'..='\x1F' => {
                let code = u32::from(c);
                out.push_str("\\u00");
                out.extend(
                    [code / 16, code % 16]
                        .into_iter()
                        .filter_map(|digit| char::from_digit(digit, 16)),
                );
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}
