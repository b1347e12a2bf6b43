//! Texts with placeholders, such as `{name}`.

/// Puts a value in the place of each placeholder. What a value contains is never read as a placeholder.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, value, after)) = first_of(rest, values) {
        filled.push_str(before);
        filled.push_str(value);
        rest = after;
    }
    filled + rest
}

/// Divides a text at its first placeholder, and returns the value for it.
fn first_of<'a>(text: &'a str, values: &[(&str, &'a str)]) -> Option<(&'a str, &'a str, &'a str)> {
    let found = values.iter().filter_map(|(placeholder, value)| {
        let (before, after) = text.split_once(placeholder)?;
        Some((before, *value, after))
    });
    found.min_by_key(|(before, ..)| before.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_placeholder_is_replaced_once() {
        let fill = |text| fill(text, &[("{code}", "12{name}"), ("{name}", "{code}")]);
        for (text, filled) in [
            ("", ""),
            ("no {place}, {{}}", "no {place}, {{}}"),
            ("{name}: {code}", "{code}: 12{name}"),
            ("{code}{code}{name", "12{name}12{name}{name"),
            ("{{code}}", "{12{name}}"),
        ] {
            assert_eq!(fill(text), filled);
        }
    }
}
