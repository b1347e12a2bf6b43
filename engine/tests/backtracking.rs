//! Runs `fixtures/backtracking`: the patterns that are refused because some text makes a browser try them for long, and
//! the ones that are not.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod support;

use engine::native;
use engine::pattern::{check_address_backtracking, check_backtracking};
use serde_json::Value;
use support::{check_each, fixtures};

#[test]
fn patterns_are_refused_for_their_form() {
    check_each(&fixtures("backtracking"), |fixture| {
        let file = fixture.json();
        let check = match text(&file["of"]) {
            "answers" => check_backtracking,
            "addresses" => check_address_backtracking,
            other => panic!("patterns of {other}"),
        };
        let mut problems = Vec::new();
        for pattern in list(&file, "accepted").iter().map(text) {
            if let Err(message) = check(pattern, native()) {
                problems.push(format!("{pattern} is refused: {message}"));
            }
        }
        for case in list(&file, "refused") {
            let (pattern, message) = (text(&case["pattern"]), text(&case["message"]));
            match check(pattern, native()) {
                Ok(()) => problems.push(format!("{pattern} is accepted")),
                Err(error) if error.contains(message) => {}
                Err(error) => problems.push(format!("{pattern}: expected {message:?}, got {error:?}")),
            }
        }
        problems
    });
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}
