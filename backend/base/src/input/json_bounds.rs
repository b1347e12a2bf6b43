//! Bounds of JSON, checked before it is read (docs/api.md#limits).
//!
//! In a tree `0,` takes 32 bytes and `{"":0}` takes 700; a response item takes 160 bytes even if it is `{}`. With these bounds
//! a request takes at most 16 times its bytes, and half a megabyte that every request may take (`backend/tests/memory.rs`).

/// How deep lists and objects may be in one another; the engine accepts as much.
const MAX_DEPTH: usize = 64;

/// Most commas and opening brackets of what a stranger sends: no JSON has more values, not counting keys.
const MAX_SEPARATORS: usize = 20_000;

/// How much JSON of a number of bytes may hold.
struct Density {
    /// Lists and objects that any JSON may have.
    free_containers: usize,
    /// Bytes of JSON that each further list or object needs.
    bytes_per_container: usize,
    /// Lists and objects that no JSON may exceed.
    most_containers: usize,
    /// Commas and opening brackets that any JSON may have.
    free_separators: usize,
    /// Bytes of JSON that each further comma or bracket needs.
    bytes_per_separator: usize,
    /// Commas and opening brackets that no JSON may exceed.
    most_separators: usize,
}

/// JSON that is read into a tree.
const TREE: Density = Density {
    free_containers: 512,
    bytes_per_container: 64,
    most_containers: MAX_SEPARATORS,
    free_separators: 2_048,
    bytes_per_separator: 8,
    most_separators: MAX_SEPARATORS,
};

/// A feedback, which is read into its types. The shortest answer that a flow can ask for has 20 bytes or more:
/// `{"question_id":"a"}`.
const FEEDBACK: Density = Density {
    free_containers: 1_024,
    bytes_per_container: 24,
    most_containers: MAX_SEPARATORS,
    free_separators: MAX_SEPARATORS,
    bytes_per_separator: 1,
    most_separators: MAX_SEPARATORS,
};

/// A record that staff send, which is read into a tree. A flow at its limits (docs/flows.md#limits) has some hundred thousand lists
/// and objects; a tree of so many takes 150 MB at most.
const RECORD: Density = Density {
    free_containers: 1_024,
    bytes_per_container: 12,
    most_containers: 250_000,
    free_separators: MAX_SEPARATORS,
    bytes_per_separator: 2,
    most_separators: 2_000_000,
};

/// Why JSON is not read.
#[derive(Debug, PartialEq, Eq)]
pub enum JsonBound {
    Depth,
    Separators(usize),
    Containers(usize),
}

impl JsonBound {
    /// Returns what a body may have at most, for people.
    pub fn message(&self) -> String {
        match self {
            Self::Depth => format!("lists and objects may be {MAX_DEPTH} deep"),
            Self::Separators(most) => {
                format!("{most} commas and opening brackets are accepted in a body of this size")
            }
            Self::Containers(most) => format!("{most} lists and objects are accepted in a body of this size"),
        }
    }
}

/// Checks JSON that will be a tree.
pub fn check_tree_bounds(json: &[u8]) -> Result<(), JsonBound> {
    check_bounds(json, &TREE)
}

/// Checks the JSON of a feedback.
pub fn check_feedback_bounds(json: &[u8]) -> Result<(), JsonBound> {
    check_bounds(json, &FEEDBACK)
}

/// Checks the JSON of a record.
pub fn check_record_bounds(json: &[u8]) -> Result<(), JsonBound> {
    check_bounds(json, &RECORD)
}

/// Counts without parsing: in valid JSON every value but the first follows a comma or an opening bracket. Whether it is
/// valid is for the parser to say.
fn check_bounds(json: &[u8], density: &Density) -> Result<(), JsonBound> {
    let most_separators = density.free_separators + json.len() / density.bytes_per_separator;
    let most_separators = most_separators.min(density.most_separators);
    let most_containers = density.free_containers + json.len() / density.bytes_per_container;
    let most_containers = most_containers.min(density.most_containers);
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
        assert_eq!(check_tree_bounds(nested(MAX_DEPTH).as_bytes()), Ok(()));
        assert_eq!(
            check_tree_bounds(nested(MAX_DEPTH + 1).as_bytes()),
            Err(JsonBound::Depth)
        );
        let list = |values: usize, value: &str| {
            let rest = vec![value; values - 1].concat();
            format!("[{rest}{}]", value.trim_end_matches(','))
        };
        let number = "1234567890,";
        assert_eq!(check_tree_bounds(list(MAX_SEPARATORS, number).as_bytes()), Ok(()));
        assert_eq!(
            check_tree_bounds(list(MAX_SEPARATORS + 1, number).as_bytes()),
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
        assert_eq!(
            check_tree_bounds(list("{}", TREE.free_containers, 0).as_bytes()),
            Ok(())
        );
        let objects = TREE.free_containers + 100;
        assert!(matches!(
            check_tree_bounds(list("{}", objects, 0).as_bytes()),
            Err(JsonBound::Containers(_))
        ));
        let padding = (objects + 1) * TREE.bytes_per_container;
        assert_eq!(check_tree_bounds(list("{}", objects, padding).as_bytes()), Ok(()));
        assert_eq!(
            check_tree_bounds(list("0", TREE.free_separators, 0).as_bytes()),
            Ok(())
        );
        let values = 2 * TREE.free_separators;
        assert!(matches!(
            check_tree_bounds(list("0", values, 0).as_bytes()),
            Err(JsonBound::Separators(_))
        ));
        let padding = values * TREE.bytes_per_separator;
        assert_eq!(check_tree_bounds(list("0", values, padding).as_bytes()), Ok(()));
    }

    #[test]
    fn a_feedback_may_be_dense() {
        let items = |item: &str, number: usize| {
            format!(
                "{{\"responses\":[{}{item}]}}",
                format!("{item},").repeat(number - 1)
            )
        };
        let short = items(r#"{"question_id":"q1","option_id":"o1"}"#, MAX_SEPARATORS / 3 - 1);
        assert_eq!(check_feedback_bounds(short.as_bytes()), Ok(()));
        assert!(check_tree_bounds(short.as_bytes()).is_err());
        assert!(matches!(
            check_feedback_bounds(items("{}", 3_000).as_bytes()),
            Err(JsonBound::Containers(_))
        ));
    }

    #[test]
    fn the_content_of_strings_does_not_count() {
        for text in [
            ",".repeat(MAX_SEPARATORS * 2),
            "[".repeat(MAX_DEPTH * 2),
            "\\\"[".repeat(MAX_DEPTH * 2),
        ] {
            assert_eq!(check_tree_bounds(format!("[\"{text}\"]").as_bytes()), Ok(()));
        }
        for broken in ["\"", "\"\\", "]]]", ""] {
            assert_eq!(check_tree_bounds(broken.as_bytes()), Ok(()), "{broken}");
        }
    }
}
