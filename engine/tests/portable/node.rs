//! A pattern as a tree, and its text.

use std::collections::BTreeSet;

/// A part of a pattern.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// A character, and whether it is escaped unnecessarily.
    Char(char, Escaped),
    /// `.`
    Any,
    /// `\d` and similar.
    Set(char),
    /// `\p{L}` or `\p{N}`
    Property(char),
    /// `[…]` or, negated, `[^…]`
    Class(bool, Vec<Item>),
    /// `^`
    Start,
    /// `$`
    End,
    /// `(…)` or, without a capture, `(?:…)`
    Group(bool, Box<Node>),
    Alternatives(Vec<Node>),
    Sequence(Vec<Node>),
    /// A repeated node, the number of repetitions, and whether they are lazy.
    Repeat(Box<Node>, Times, bool),
}

/// A part of a class.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    Char(char, Escaped),
    Range(char, char),
    Set(char),
    Property(char),
    /// `-` as the last item, where it needs no escape.
    Hyphen,
}

pub(crate) type Escaped = bool;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Times {
    Star,
    Plus,
    Maybe,
    Exactly(usize),
    AtLeast(usize),
    Between(usize, usize),
}

impl Times {
    /// Returns the minimum and maximum number of repetitions.
    pub(crate) fn bounds(self) -> (usize, usize) {
        match self {
            Self::Star => (0, usize::MAX),
            Self::Plus => (1, usize::MAX),
            Self::Maybe => (0, 1),
            Self::Exactly(times) => (times, times),
            Self::AtLeast(least) => (least, usize::MAX),
            Self::Between(least, most) => (least, most),
        }
    }
}

/// All productions of the grammar, by the names that [`Node::write`] records.
pub(crate) const PRODUCTIONS: &[&str] = &[
    "character",
    "escaped character",
    ".",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "\\s",
    "\\S",
    "\\p{L}",
    "\\p{N}",
    "[…]",
    "[^…]",
    "[character]",
    "[escaped character]",
    "[range]",
    "[\\d]",
    "[\\D]",
    "[\\w]",
    "[\\W]",
    "[\\s]",
    "[\\S]",
    "[\\p{L}]",
    "[\\p{N}]",
    "[…-]",
    "^",
    "$",
    "(…)",
    "(?:…)",
    "|",
    "nothing",
    "*",
    "+",
    "?",
    "{2}",
    "{2,}",
    "{2,5}",
    "lazy",
];

/// A pattern's text, and the productions in it.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) productions: BTreeSet<String>,
}

impl Written {
    fn push(&mut self, production: &str, text: &str) {
        self.productions.insert(production.to_owned());
        self.text += text;
    }
}

impl Node {
    pub(crate) fn write(&self, out: &mut Written) {
        match self {
            Self::Char(c, escaped) => write_char(*c, *escaped, r".^$|()[]{}*+?\", "", out),
            Self::Any => out.push(".", "."),
            Self::Set(name) => out.push(&format!("\\{name}"), &format!("\\{name}")),
            Self::Property(name) => out.push(&format!("\\p{{{name}}}"), &format!("\\p{{{name}}}")),
            Self::Class(negated, items) => {
                let open = if *negated {
                    ("[^…]", "[^")
                } else {
                    ("[…]", "[")
                };
                out.push(open.0, open.1);
                items.iter().for_each(|item| item.write(out));
                out.text.push(']');
            }
            Self::Start => out.push("^", "^"),
            Self::End => out.push("$", "$"),
            Self::Group(captures, node) => {
                let open = if *captures {
                    ("(…)", "(")
                } else {
                    ("(?:…)", "(?:")
                };
                out.push(open.0, open.1);
                node.write(out);
                out.text.push(')');
            }
            Self::Alternatives(nodes) => {
                for (at, node) in nodes.iter().enumerate() {
                    if at > 0 {
                        out.push("|", "|");
                    }
                    node.write(out);
                }
            }
            Self::Sequence(nodes) if nodes.is_empty() => out.push("nothing", ""),
            Self::Sequence(nodes) => nodes.iter().for_each(|node| node.write(out)),
            Self::Repeat(node, times, lazy) => {
                node.write(out);
                match times {
                    Times::Star => out.push("*", "*"),
                    Times::Plus => out.push("+", "+"),
                    Times::Maybe => out.push("?", "?"),
                    Times::Exactly(times) => out.push("{2}", &format!("{{{times}}}")),
                    Times::AtLeast(least) => out.push("{2,}", &format!("{{{least},}}")),
                    Times::Between(least, most) => out.push("{2,5}", &format!("{{{least},{most}}}")),
                }
                if *lazy {
                    out.push("lazy", "?");
                }
            }
        }
    }
}

impl Item {
    fn write(&self, out: &mut Written) {
        match self {
            Self::Char(c, escaped) => write_char(*c, *escaped, r"^-[]\", "[]", out),
            Self::Range(from, to) => {
                out.push("[range]", "");
                write_char(*from, false, r"^-[]\", "[]", out);
                out.text.push('-');
                write_char(*to, false, r"^-[]\", "[]", out);
            }
            Self::Set(name) => out.push(&format!("[\\{name}]"), &format!("\\{name}")),
            Self::Property(name) => out.push(&format!("[\\p{{{name}}}]"), &format!("\\p{{{name}}}")),
            Self::Hyphen => out.push("[…-]", "-"),
        }
    }
}

fn write_char(c: char, escaped: bool, special: &str, brackets: &str, out: &mut Written) {
    let (open, close) = brackets.split_at(brackets.len() / 2);
    if special.contains(c) || (escaped && c.is_ascii_punctuation()) {
        out.push(&format!("{open}escaped character{close}"), &format!("\\{c}"));
    } else {
        out.push(&format!("{open}character{close}"), &c.to_string());
    }
}
