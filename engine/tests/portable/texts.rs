//! Texts that a pattern matches or nearly matches.

use super::alphabet;
use super::node::Node;
use super::reference::occurs;
use super::seeds::Seeds;

/// Maximum length: longer texts test nothing more, and can take a backtracking matcher exponential time.
const LONGEST: usize = 14;

/// Returns distinct texts.
pub(crate) fn texts(pattern: &Node, seeds: &mut Seeds) -> Vec<String> {
    let mut texts = Vec::new();
    for _ in 0..3 {
        let mut sample = Vec::new();
        grow(pattern, seeds, &mut sample);
        sample.truncate(LONGEST);
        texts.push(String::from_iter(&sample));
        for c in &mut sample {
            *c = *seeds.pick(&alphabet::of_any_case(*c));
        }
        texts.push(String::from_iter(&sample));
        mutate(&mut sample, seeds);
        texts.push(String::from_iter(&sample));
    }
    texts.sort();
    texts.dedup();
    texts
}

/// Appends a text that the node matches, unless an anchor prevents it.
fn grow(node: &Node, seeds: &mut Seeds, text: &mut Vec<char>) {
    match node {
        Node::Char(..) | Node::Any | Node::Set(_) | Node::Property(_) | Node::Class(..) => {
            let mut fitting = alphabet::all();
            fitting.retain(|c| occurs(node, &c.to_string()));
            if !fitting.is_empty() {
                text.push(*seeds.pick(&fitting));
            }
        }
        Node::Start | Node::End => {}
        Node::Group(_, node) => grow(node, seeds, text),
        Node::Alternatives(nodes) => grow(seeds.pick(nodes), seeds, text),
        Node::Sequence(nodes) => nodes.iter().for_each(|node| grow(node, seeds, text)),
        Node::Repeat(node, times, _) => {
            let (least, most) = times.bounds();
            for _ in 0..least + seeds.below(most.saturating_sub(least).min(3) + 1) {
                grow(node, seeds, text);
            }
        }
    }
}

fn mutate(text: &mut Vec<char>, seeds: &mut Seeds) {
    let c = *seeds.pick(&alphabet::all());
    let at = seeds.below(text.len() + 1);
    match seeds.below(4) {
        0 if at < text.len() => text[at] = c,
        1 if at < text.len() => drop(text.remove(at)),
        2 => text.reverse(),
        _ => text.insert(at, c),
    }
}
