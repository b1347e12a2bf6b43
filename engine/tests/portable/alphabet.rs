//! The characters of random patterns and texts with their Unicode properties, copied by hand from Unicode's tables because
//! the tables of the matchers are under test.

/// Letters; each string holds letters that differ only in case (`CaseFolding.txt`, statuses C and S).
const LETTERS: &[&str] = &[
    "aA",
    "bB",
    "zZ",
    "iI",
    // Without a partner, because their mappings are for Turkish only, or longer than one character.
    "\u{130}",
    "\u{131}",
    "\u{149}",
    // Partners across scripts and blocks.
    "kK\u{212A}",
    "sS\u{17F}",
    "\u{E5}\u{C5}\u{212B}",
    "\u{B5}\u{3BC}\u{39C}",
    "\u{3C9}\u{3A9}\u{2126}",
    // The sharp s, which does not equal `ss` here; the final sigma; letters with three and with four forms.
    "\u{DF}\u{1E9E}",
    "\u{3C3}\u{3A3}\u{3C2}",
    "\u{1C6}\u{1C5}\u{1C4}",
    "\u{3B8}\u{398}\u{3D1}\u{3F4}",
    // The combining iota subscript.
    "\u{345}\u{3B9}\u{399}\u{1FBE}",
    // Partners since Unicode 15.1.
    "\u{390}\u{1FD3}",
    "\u{3B0}\u{1FE3}",
    "\u{FB05}\u{FB06}",
    "\u{E9}\u{C9}",
    "\u{436}\u{416}",
    // Cherokee, where the capitals are the older ones; Georgian; Deseret, outside the basic plane.
    "\u{AB70}\u{13A0}",
    "\u{10D0}\u{1C90}",
    "\u{10428}\u{10400}",
    "\u{FB01}",
    "\u{4E2D}",
    "\u{5D0}",
    "\u{800}",
    "\u{10000}",
    "\u{20000}",
];
const NUMBERS: &[&str] = &["0", "1", "9", "\u{663}", "\u{B2}", "\u{BD}", "\u{2177}\u{2167}"];
const OTHERS: &[&str] = &[
    "_",
    "-",
    "&",
    "~",
    "#",
    "!",
    "\"",
    "/",
    ",",
    ":",
    "=",
    "<",
    "@",
    // Characters with a meaning in patterns.
    ".",
    "*",
    "+",
    "?",
    "^",
    "$",
    "|",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\\",
    // White space, and characters that only some matchers treat as white space or a line end.
    " ",
    "\t",
    "\n",
    "\u{B}",
    "\r",
    "\u{85}",
    "\u{A0}",
    "\u{180E}",
    "\u{2003}",
    "\u{200B}",
    "\u{2028}",
    "\u{2029}",
    "\u{3000}",
    "\u{FEFF}",
    // Circled letters have case but are symbols.
    "\u{24D0}\u{24B6}",
    "\u{20AC}",
    "\u{301}",
    "\u{200D}",
    "\u{1F600}",
    "\u{1F3FD}",
    // The bounds of UTF-8 lengths and of the surrogate range; U+0000 is in no flow (docs/api.md#characters).
    "\u{1}",
    "\u{7F}",
    "\u{80}",
    "\u{7FF}",
    "\u{D7FF}",
    "\u{E000}",
    "\u{FFFD}",
    "\u{FFFF}",
    "\u{10FFFF}",
];

/// Returns all characters.
pub(crate) fn all() -> Vec<char> {
    [LETTERS, NUMBERS, OTHERS].concat().concat().chars().collect()
}

/// Returns `c` and all characters that differ from it only in case.
pub(crate) fn of_any_case(c: char) -> Vec<char> {
    let groups = [LETTERS, NUMBERS, OTHERS].concat();
    let group = groups.iter().find(|group| group.contains(c));
    group.map_or_else(|| vec![c], |group| group.chars().collect())
}

/// Returns whether `c` is one of `\d`, `\w`, `\s` or `.`, or of `\p{L}` or `\p{N}` under the names `L` and `N`. Upper-case letters
/// other than these two mean the complement.
pub(crate) fn is(name: char, c: char) -> bool {
    match name {
        'd' => c.is_ascii_digit(),
        'w' => of_any_case(c)
            .iter()
            .any(|c| c.is_ascii_alphanumeric() || *c == '_'),
        's' => "\t\n\u{B}\r \u{A0}\u{2003}\u{2028}\u{2029}\u{3000}\u{FEFF}".contains(c),
        '.' => !"\n\r\u{2028}\u{2029}".contains(c),
        'L' => LETTERS.concat().contains(c),
        'N' => NUMBERS.concat().contains(c),
        _ => !is(name.to_ascii_lowercase(), c),
    }
}
