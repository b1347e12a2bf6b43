//! Random patterns.

use super::alphabet;
use super::node::{Item, Node, Times};
use super::seeds::Seeds;

/// Returns a pattern that is small enough to understand by reading.
pub(crate) fn pattern(seeds: &mut Seeds) -> Node {
    let inner = alternatives(seeds, 3);
    // Anchored patterns miss texts because of small differences.
    match seeds.below(4) {
        0 => inner,
        1 => Node::Sequence(vec![Node::Start, grouped(seeds, inner)]),
        _ => Node::Sequence(vec![Node::Start, grouped(seeds, inner), Node::End]),
    }
}

fn grouped(seeds: &mut Seeds, node: Node) -> Node {
    Node::Group(seeds.once_in(2), Box::new(node))
}

fn alternatives(seeds: &mut Seeds, depth: usize) -> Node {
    let count = if seeds.once_in(3) { 2 + seeds.below(2) } else { 1 };
    Node::Alternatives((0..count).map(|_| sequence(seeds, depth)).collect())
}

fn sequence(seeds: &mut Seeds, depth: usize) -> Node {
    let count = if seeds.once_in(8) { 0 } else { 1 + seeds.below(3) };
    Node::Sequence((0..count).map(|_| repeated(seeds, depth)).collect())
}

fn repeated(seeds: &mut Seeds, depth: usize) -> Node {
    if seeds.once_in(16) {
        return if seeds.once_in(2) { Node::Start } else { Node::End };
    }
    let atom = atom(seeds, depth);
    if !seeds.once_in(3) {
        return atom;
    }
    let least = seeds.below(3);
    let times = match seeds.below(6) {
        0 => Times::Star,
        1 => Times::Plus,
        2 => Times::Maybe,
        3 => Times::Exactly(least),
        4 => Times::AtLeast(least),
        _ => Times::Between(least, least + seeds.below(3)),
    };
    Node::Repeat(Box::new(atom), times, seeds.once_in(3))
}

fn atom(seeds: &mut Seeds, depth: usize) -> Node {
    match seeds.below(if depth == 0 { 14 } else { 18 }) {
        0..=5 => Node::Char(character(seeds), seeds.once_in(2)),
        6 => Node::Any,
        7..=8 => Node::Set(*seeds.pick(&['d', 'D', 'w', 'W', 's', 'S'])),
        9 => Node::Property(*seeds.pick(&['L', 'N'])),
        10..=13 => {
            let mut items: Vec<Item> = (0..=seeds.below(3)).map(|_| item(seeds)).collect();
            if seeds.once_in(6) {
                items.push(Item::Hyphen);
            }
            Node::Class(seeds.once_in(2), items)
        }
        _ => {
            let inner = alternatives(seeds, depth - 1);
            grouped(seeds, inner)
        }
    }
}

fn item(seeds: &mut Seeds) -> Item {
    match seeds.below(8) {
        0..=2 => Item::Char(character(seeds), seeds.once_in(2)),
        3..=5 => {
            let (one, other) = (character(seeds), character(seeds));
            Item::Range(one.min(other), one.max(other))
        }
        6 => Item::Set(*seeds.pick(&['d', 'D', 'w', 'W', 's', 'S'])),
        _ => Item::Property(*seeds.pick(&['L', 'N'])),
    }
}

fn character(seeds: &mut Seeds) -> char {
    *seeds.pick(&alphabet::all())
}
