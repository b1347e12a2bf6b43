//! How much work a pattern can be for a matcher that tries one way after the other, as those of browsers do
//! (docs/flows.md#patterns). A visitor's text, or a link to a host's page, must not make the page stand still.
//!
//! A pattern is refused for its form alone, whatever it is matched with: a repetition that can take a text in several ways
//! (work that doubles with each character), repetitions that can hand text to each other so often that work grows with the
//! cube of the length, and too many optional parts beside each other.

mod ambiguity;
mod char_set;
mod positions;
mod syntax;

use crate::platform::PlatformRef;
use ambiguity::Chains;
use positions::Positions;
use syntax::Node;

/// Most repetitions without end that can hand text to each other.
const MAX_CHAIN: usize = 2;

/// Most ways to take a text outside of repetitions without end.
const MAX_WAYS: usize = 1_000;

/// A pattern that is tried from every character may have two repetitions that hand text to each other only if this many
/// characters are before the first one, multiplied by those between the two: so much less often do they match.
const MIN_DISTANCE: usize = 16;

/// Repeats anything without end.
const ANYTHING: &str = ".*";

/// Checks that no answer makes a browser try this pattern for long.
///
/// # Errors
/// Returns a message for the author of the pattern.
pub fn check_backtracking(pattern: &str, platform: PlatformRef) -> Result<(), &'static str> {
    check(pattern, pattern, platform)
}

/// As [`check_backtracking`], for a pattern of addresses, which may be any JavaScript regular expression. It is matched
/// [without `.*` at its start](without_leading_any). A text that is no pattern is not refused here.
///
/// # Errors
/// Returns a message for the author of the pattern.
pub fn check_address_backtracking(pattern: &str, platform: PlatformRef) -> Result<(), &'static str> {
    check(pattern, without_leading_any(pattern), platform)
}

/// Removes `.*` from the start of a pattern that is searched for in texts of one line. That changes nothing of what it matches,
/// and the work grows by one power of the text's length less.
#[must_use]
pub fn without_leading_any(pattern: &str) -> &str {
    let mut rest = pattern;
    while let Some(after) = rest.strip_prefix(ANYTHING) {
        rest = after.strip_prefix('?').unwrap_or(after);
    }
    rest
}

/// Checks a pattern as it is written, and as it is searched for.
fn check(written: &str, searched: &str, platform: PlatformRef) -> Result<(), &'static str> {
    let Some(node) = syntax::read(written, platform) else {
        return Ok(());
    };
    if is_nested(&node, false) {
        return Err(
            "repeats without end what is itself repeated without end, as in `(\\w+\\s?)*`: browsers try every way to divide \
             a text. Repeat once, as in `[\\w\\s]*`",
        );
    }
    let Some(positions) = Positions::new(&node) else {
        return Err("is too large once its repetitions are written out");
    };
    if ambiguity::is_exponential(&positions) {
        return Err(
            "repeats what can take the same text in several ways, as in `(a|a)*` or `(\\w{1,3})*`: browsers try all of them. \
             Let each alternative begin with other characters, or repeat one class, as in `\\w*`",
        );
    }
    if Chains::new(&positions).longest(&positions) > MAX_CHAIN {
        return Err(
            "has more than two repetitions without end that can take the same characters, such as `.*`: browsers try every \
             way to divide a text between them. A pattern is found anywhere, so `.*` at its ends can go; between `/` write \
             `[^/]*`",
        );
    }
    let ways = ambiguity::number_of_ways(&positions, MAX_WAYS);
    if ways.max(empty_ways(&node).1) >= MAX_WAYS {
        return Err(
            "has too many optional parts beside each other that can take the same characters, as in `\\d?\\d?\\d?…`: browsers \
             try every choice of them. Count them, as in `\\d{0,20}`",
        );
    }
    if is_slow_search(searched, platform) {
        return Err(
            "is tried from every character of a text, and has two repetitions without end that can take the same characters, \
             such as `.*`: begin it with `^`, or leave out `.*` at its start",
        );
    }
    Ok(())
}

/// Returns whether to search for a pattern takes work that grows with the cube of a text's length, undivided. `.*` at the end
/// takes what there is, and never has to be tried again.
fn is_slow_search(pattern: &str, platform: PlatformRef) -> bool {
    let rest = pattern.strip_suffix(ANYTHING);
    let searched = rest.filter(|rest| !rest.ends_with('\\')).unwrap_or(pattern);
    let Some(node) = syntax::read(searched, platform).filter(|node| !is_anchored(node)) else {
        return false;
    };
    Positions::new(&node).is_some_and(|positions| Chains::new(&positions).is_close(&positions, MIN_DISTANCE))
}

/// Returns whether a part matches at the beginning of a text only.
fn is_anchored(node: &Node) -> bool {
    match node {
        Node::Start => true,
        Node::One(_) => false,
        Node::Sequence(nodes) => nodes.first().is_some_and(is_anchored),
        Node::Alternatives(nodes) => nodes.iter().all(is_anchored),
        Node::Repeat(node, min, _) => *min > 0 && is_anchored(node),
    }
}

/// Returns whether a part without end is in another one.
fn is_nested(node: &Node, is_repeated: bool) -> bool {
    match node {
        Node::One(_) | Node::Start => false,
        Node::Sequence(nodes) | Node::Alternatives(nodes) => {
            nodes.iter().any(|node| is_nested(node, is_repeated))
        }
        Node::Repeat(_, _, None) if is_repeated => true,
        Node::Repeat(node, _, max) => is_nested(node, is_repeated || max.is_none()),
    }
}

/// Returns in how many ways a part takes nothing, and of all that is in it the most ways. Beyond its fewest times a repetition
/// takes something each time.
fn empty_ways(node: &Node) -> (usize, usize) {
    let (ways, most) = match node {
        Node::One(_) => (0, 0),
        Node::Start => (1, 1),
        Node::Sequence(nodes) => nodes
            .iter()
            .map(empty_ways)
            .fold((1_usize, 1_usize), |all, part| {
                (all.0.saturating_mul(part.0), all.1.saturating_mul(part.1.max(1)))
            }),
        Node::Alternatives(nodes) => nodes
            .iter()
            .map(empty_ways)
            .fold((0_usize, 0_usize), |all, part| {
                (all.0.saturating_add(part.0), all.1.max(part.1))
            }),
        Node::Repeat(node, min, _) => {
            let (ways, most) = empty_ways(node);
            (if *min == 0 { 1 } else { ways.saturating_pow(*min) }, most)
        }
    };
    (ways, most.max(ways))
}
