//! A simple and slow matcher that follows the definition of the grammar.

use super::alphabet::{is, of_any_case};
use super::node::{Item, Node};
use std::collections::BTreeSet;

/// Returns whether the pattern occurs in the text.
pub(crate) fn occurs(pattern: &Node, text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    !ends(pattern, &text, &(0..=text.len()).collect()).is_empty()
}

/// Returns the positions where a match that begins at one of `starts` can end.
fn ends(node: &Node, text: &[char], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
    let one = |test: &dyn Fn(char) -> bool| {
        let fitting = starts
            .iter()
            .filter(|at| text.get(**at).is_some_and(|c| test(*c)));
        fitting.map(|at| at + 1).collect()
    };
    match node {
        Node::Char(c, _) => one(&|other| of_any_case(*c).contains(&other)),
        Node::Any => one(&|c| is('.', c)),
        Node::Set(name) | Node::Property(name) => one(&|c| is(*name, c)),
        Node::Class(negated, items) => one(&|c| items.iter().any(|item| holds(item, c)) != *negated),
        Node::Start => starts.iter().copied().filter(|at| *at == 0).collect(),
        Node::End => starts.iter().copied().filter(|at| *at == text.len()).collect(),
        Node::Group(_, node) => ends(node, text, starts),
        Node::Alternatives(nodes) => nodes.iter().flat_map(|node| ends(node, text, starts)).collect(),
        Node::Sequence(nodes) => nodes
            .iter()
            .fold(starts.clone(), |starts, node| ends(node, text, &starts)),
        Node::Repeat(node, times, _) => {
            let (least, most) = times.bounds();
            let mut now = starts.clone();
            for _ in 0..least {
                now = ends(node, text, &now);
            }
            let mut reached = now.clone();
            // After one round for each position, further rounds reach no new one.
            for _ in least..most.min(least + text.len() + 1) {
                now = ends(node, text, &now);
                reached.extend(&now);
            }
            reached
        }
    }
}

/// Returns whether a class with this item alone matches. A class ignores case before it is negated.
fn holds(item: &Item, c: char) -> bool {
    let any_case = of_any_case(c);
    match item {
        Item::Char(own, _) => any_case.contains(own),
        Item::Range(from, to) => any_case.iter().any(|c| (from..=to).contains(&c)),
        Item::Set(name) | Item::Property(name) => is(*name, c),
        Item::Hyphen => c == '-',
    }
}
