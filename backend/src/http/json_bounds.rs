//! Bounds of JSON that is read into a tree, checked before there is one (docs/api.md#limits).
//!
//! In a tree `0,` takes 32 bytes and `{"":0}` takes 700. With these bounds a request takes at most 16 times its bytes, and half
//! a megabyte that every request may take (`backend/tests/memory.rs`).

/// How deep lists and objects may be in one another; the engine accepts as much.
const MAX_DEPTH: usize = 64;

/// Most commas and opening brackets: no JSON has more values, not counting keys. A long flow has some thousands.
const MAX_SEPARATORS: usize = 20_000;

/// Lists and objects that any JSON may have.
const FREE_CONTAINERS: usize = 512;

/// Bytes of JSON that each further list or object needs. An answer with ids as the product makes them has a hundred.
const BYTES_PER_CONTAINER: usize = 64;

/// Commas and opening brackets that any JSON may have.
const FREE_SEPARATORS: usize = 2_048;

/// Bytes of JSON that each further comma or bracket needs.
const BYTES_PER_SEPARATOR: usize = 8;

/// Why JSON is not read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum JsonBound {
    Depth,
    Separators(usize),
    Containers(usize),
}

impl JsonBound {
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Depth => format!("lists and objects may be {MAX_DEPTH} deep"),
            Self::Separators(most) => {
                format!("{most} commas and opening brackets are accepted in a body of this size")
            }
            Self::Containers(most) => format!("{most} lists and objects are accepted in a body of this size"),
        }
    }
}

/// Counts without parsing: in valid JSON every value but the first follows a comma or an opening bracket. Whether it is
/// valid is for the parser to say.
pub(crate) fn check_bounds(json: &[u8]) -> Result<(), JsonBound> {
    let most_separators = (FREE_SEPARATORS + json.len() / BYTES_PER_SEPARATOR).min(MAX_SEPARATORS);
    let most_containers = FREE_CONTAINERS + json.len() / BYTES_PER_CONTAINER;
    let (mut depth, mut separators, mut containers) = (0_usize, 0_usize, 0_usize);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => skip_string(&mut bytes),
            b'[' | b'{' => {
                depth += 1;
                separators += 1;
                containers += 1;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => separators += 1,
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(JsonBound::Depth);
        }
        if separators > most_separators {
            return Err(JsonBound::Separators(most_separators));
        }
        if containers > most_containers {
            return Err(JsonBound::Containers(most_containers));
        }
    }
    Ok(())
}

/// Skips the rest of a string and its closing quote.
fn skip_string(bytes: &mut std::slice::Iter<'_, u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_and_number_of_values_are_bounded() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(check_bounds(nested(MAX_DEPTH).as_bytes()), Ok(()));
        assert_eq!(
            check_bounds(nested(MAX_DEPTH + 1).as_bytes()),
            Err(JsonBound::Depth)
        );
        let list = |values: usize, value: &str| {
            let rest = vec![value; values - 1].concat();
            format!("[{rest}{}]", value.trim_end_matches(','))
        };
        let number = "1234567890,";
        assert_eq!(check_bounds(list(MAX_SEPARATORS, number).as_bytes()), Ok(()));
        assert_eq!(
            check_bounds(list(MAX_SEPARATORS + 1, number).as_bytes()),
            Err(JsonBound::Separators(MAX_SEPARATORS))
        );
    }

    #[test]
    fn more_bytes_may_hold_more_values() {
        let list = |part: &str, number: usize, padding: usize| {
            let padding = " ".repeat(padding);
            format!("[{}{part}{padding}]", format!("{part},").repeat(number - 1))
        };
        // The list itself is one of them.
        assert_eq!(check_bounds(list("{}", FREE_CONTAINERS, 0).as_bytes()), Ok(()));
        let objects = FREE_CONTAINERS + 100;
        assert!(matches!(
            check_bounds(list("{}", objects, 0).as_bytes()),
            Err(JsonBound::Containers(_))
        ));
        let padding = (objects + 1) * BYTES_PER_CONTAINER;
        assert_eq!(check_bounds(list("{}", objects, padding).as_bytes()), Ok(()));
        assert_eq!(check_bounds(list("0", FREE_SEPARATORS, 0).as_bytes()), Ok(()));
        let values = 2 * FREE_SEPARATORS;
        assert!(matches!(
            check_bounds(list("0", values, 0).as_bytes()),
            Err(JsonBound::Separators(_))
        ));
        let padding = values * BYTES_PER_SEPARATOR;
        assert_eq!(check_bounds(list("0", values, padding).as_bytes()), Ok(()));
    }

    #[test]
    fn the_content_of_strings_does_not_count() {
        for text in [
            ",".repeat(MAX_SEPARATORS * 2),
            "[".repeat(MAX_DEPTH * 2),
            "\\\"[".repeat(MAX_DEPTH * 2),
        ] {
            assert_eq!(check_bounds(format!("[\"{text}\"]").as_bytes()), Ok(()));
        }
        for broken in ["\"", "\"\\", "]]]", ""] {
            assert_eq!(check_bounds(broken.as_bytes()), Ok(()), "{broken}");
        }
    }
}
