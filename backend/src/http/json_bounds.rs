//! Bounds of JSON that is read into a tree, checked before there is one (docs/api.md#limits).
//!
//! A value in a tree takes many times the bytes of `0,`. With these bounds the values of a body take some megabytes at most,
//! and the largest body costs less than 16 times its bytes (`backend/tests/it/flood.rs`).

/// How deep lists and objects may be in one another; the engine accepts as much.
const MAX_DEPTH: usize = 64;

/// Most commas and opening brackets: no JSON has more values, not counting keys. A long flow has some thousands.
const MAX_SEPARATORS: usize = 20_000;

/// Why JSON is not read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum JsonBound {
    Depth,
    Separators,
}

impl JsonBound {
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Depth => format!("lists and objects may be {MAX_DEPTH} deep"),
            Self::Separators => format!("{MAX_SEPARATORS} commas and opening brackets are accepted"),
        }
    }
}

/// Counts without parsing: in valid JSON every value but the first follows a comma or an opening bracket. Whether it is
/// valid is for the parser to say.
pub(crate) fn check_bounds(json: &[u8]) -> Result<(), JsonBound> {
    let (mut depth, mut separators) = (0_usize, 0_usize);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => skip_string(&mut bytes),
            b'[' | b'{' => {
                depth += 1;
                separators += 1;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => separators += 1,
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(JsonBound::Depth);
        }
        if separators > MAX_SEPARATORS {
            return Err(JsonBound::Separators);
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
        let list = |values: usize| format!("[{}0]", "0,".repeat(values - 2));
        assert_eq!(check_bounds(list(MAX_SEPARATORS).as_bytes()), Ok(()));
        assert_eq!(
            check_bounds(list(MAX_SEPARATORS + 2).as_bytes()),
            Err(JsonBound::Separators)
        );
        let empty = format!("[{}]", "{},".repeat(MAX_SEPARATORS / 2));
        assert_eq!(check_bounds(empty.as_bytes()), Err(JsonBound::Separators));
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
