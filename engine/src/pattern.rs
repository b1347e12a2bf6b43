//! The portable pattern grammar (`wire.md`, Patterns): the part of regular expressions that can be made to mean the
//! same in Rust and in JavaScript.
//!
//! [`canonical`] rewrites a pattern into one text that both the `regex` crate and `RegExp` with the flags `iu` accept:
//! `.` and the classes become explicit sets, since the two disagree about them (`\s` on U+00A0, `\w` on ſ, `.` on
//! carriage return), and every literal that is not an ASCII letter or digit is written by its code.

/// The longest accepted pattern, in bytes.
const MAX_LENGTH: usize = 1_000;
/// The highest accepted repetition count: the native matcher's memory grows with it.
const MAX_REPEAT: u32 = 100;
/// How deep groups may nest.
const MAX_DEPTH: u32 = 20;
/// How many copies of one atom nested counted repetitions may ask for.
const MAX_COPIES: u32 = 1_000;

type Range = (u32, u32);
const DIGIT: &[Range] = &[(0x30, 0x39)];
const WORD: &[Range] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const SPACE: &[Range] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];
const LINE_END: &[Range] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];

/// Rewrites `pattern` so that it means the same on every platform.
///
/// # Errors
/// Says what is outside the grammar, in words for the author of the flow.
pub fn canonical(pattern: &str) -> Result<Box<str>, &'static str> {
    if pattern.len() > MAX_LENGTH {
        return Err("the pattern is longer than 1,000 bytes");
    }
    let mut parser = Parser {
        rest: pattern.chars().peekable(),
        out: String::new(),
    };
    parser.alternatives(0, 1)?;
    match parser.rest.peek() {
        None => Ok(parser.out.into()),
        Some(_) => Err("`)` without `(`"),
    }
}

struct Parser<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    out: String,
}

impl Parser<'_> {
    /// Everything up to the end or the closing parenthesis; returns how many copies of an atom it may stand for.
    fn alternatives(&mut self, depth: u32, copies: u32) -> Result<u32, &'static str> {
        let mut most = copies;
        while let Some(&c) = self.rest.peek() {
            match c {
                ')' => break,
                '|' => {
                    self.rest.next();
                    self.out.push('|');
                }
                '^' | '$' => {
                    self.rest.next();
                    self.out.push(c);
                    if matches!(self.rest.peek(), Some('*' | '+' | '?' | '{')) {
                        return Err("an anchor cannot be repeated");
                    }
                }
                _ => most = most.max(self.repeated_atom(depth)?),
            }
        }
        Ok(most)
    }

    fn repeated_atom(&mut self, depth: u32) -> Result<u32, &'static str> {
        let copies = self.atom(depth)?;
        let Some(times) = self.quantifier()? else {
            return Ok(copies);
        };
        if matches!(self.rest.peek(), Some('*' | '+' | '?' | '{')) {
            return Err("one thing is repeated twice in a row, as in `a**`");
        }
        let copies = copies.saturating_mul(times.max(1));
        if copies > MAX_COPIES {
            Err("repetitions inside repetitions ask for too much")
        } else {
            Ok(copies)
        }
    }

    fn atom(&mut self, depth: u32) -> Result<u32, &'static str> {
        match self.rest.next() {
            Some('(') => return self.group(depth),
            Some('[') => self.class()?,
            Some('.') => write_set(&mut self.out, LINE_END, true),
            Some('\\') => self.escape()?,
            Some('*' | '+' | '?' | '{' | '}') => return Err("a repetition has nothing before it to repeat"),
            Some(']') => return Err("`]` without `[`; write `\\]`"),
            Some(c) => write_literal(&mut self.out, c),
            None => return Err("the pattern ends too early"),
        }
        Ok(1)
    }

    fn group(&mut self, depth: u32) -> Result<u32, &'static str> {
        if depth >= MAX_DEPTH {
            return Err("groups are nested too deeply");
        }
        if self.rest.next_if_eq(&'?').is_some() && self.rest.next_if_eq(&':').is_none() {
            return Err("only `(` and `(?:` open a group: no look-around, names or inline flags");
        }
        self.out.push_str("(?:");
        let copies = self.alternatives(depth + 1, 1)?;
        match self.rest.next() {
            Some(_) => self.out.push(')'),
            None => return Err("`(` without `)`"),
        }
        Ok(copies)
    }

    fn escape(&mut self) -> Result<(), &'static str> {
        match self.rest.next() {
            Some('p') => self.property(),
            Some(c) => match class_of(c) {
                Some((ranges, negated)) => {
                    write_set(&mut self.out, ranges, negated);
                    Ok(())
                }
                None => {
                    write_literal(&mut self.out, escaped_literal(c)?);
                    Ok(())
                }
            },
            None => Err("the pattern ends in `\\`"),
        }
    }

    fn property(&mut self) -> Result<(), &'static str> {
        let mut next = || self.rest.next();
        match (next(), next(), next()) {
            (Some('{'), Some(name @ ('L' | 'N')), Some('}')) => {
                self.out.push_str(if name == 'L' { "\\p{L}" } else { "\\p{N}" });
                Ok(())
            }
            _ => Err("of the properties only `\\p{L}` and `\\p{N}` are portable"),
        }
    }

    fn class(&mut self) -> Result<(), &'static str> {
        self.out.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        if self.rest.peek() == Some(&']') {
            return Err("an empty class; write `\\]` for the bracket itself");
        }
        loop {
            match self.rest.next() {
                Some(']') => break,
                Some('[') => return Err("`[` inside a class; write `\\[`"),
                Some('\\') => match self.rest.peek().copied() {
                    Some('p') => {
                        self.rest.next();
                        self.property()?;
                    }
                    Some(c) if class_of(c).is_some() => {
                        self.rest.next();
                        if let Some((ranges, negated)) = class_of(c) {
                            write_ranges(&mut self.out, ranges, negated);
                        }
                    }
                    Some(c) => {
                        self.rest.next();
                        let from = escaped_literal(c)?;
                        self.class_range(from)?;
                    }
                    None => return Err("the pattern ends in `\\`"),
                },
                Some(from) => self.class_range(from)?,
                None => return Err("`[` without `]`"),
            }
        }
        self.out.push(']');
        Ok(())
    }

    /// A single character of a class, or a range that begins with it.
    fn class_range(&mut self, from: char) -> Result<(), &'static str> {
        write_literal(&mut self.out, from);
        let mut ahead = self.rest.clone();
        if ahead.next() != Some('-') || matches!(ahead.peek(), None | Some(']')) {
            return Ok(());
        }
        self.rest.next();
        let to = match self.rest.next() {
            Some('\\') => match self.rest.next() {
                Some(c) if c != 'p' && class_of(c).is_none() => escaped_literal(c)?,
                _ => return Err("a range in a class must end in a character"),
            },
            Some('[') => return Err("`[` inside a class; write `\\[`"),
            Some(c) => c,
            None => return Err("`[` without `]`"),
        };
        if to < from {
            return Err("a range in a class runs backwards");
        }
        self.out.push('-');
        write_literal(&mut self.out, to);
        Ok(())
    }

    /// Writes the quantifier, if one follows, and says how many copies it asks for at least once compiled.
    fn quantifier(&mut self) -> Result<Option<u32>, &'static str> {
        let times = match self.rest.peek() {
            Some(&c @ ('*' | '+' | '?')) => {
                self.rest.next();
                self.out.push(c);
                1
            }
            Some('{') => {
                self.rest.next();
                self.counted()?
            }
            _ => return Ok(None),
        };
        if self.rest.next_if_eq(&'?').is_some() {
            self.out.push('?');
        }
        Ok(Some(times))
    }

    fn counted(&mut self) -> Result<u32, &'static str> {
        const SHAPE: &str =
            "a counted repetition is `{2}`, `{2,}` or `{2,5}`; write `\\{` for the brace itself";
        let least = self.count().ok_or(SHAPE)?;
        let mut most = least;
        self.out.push('{');
        write_decimal(&mut self.out, least);
        if self.rest.next_if_eq(&',').is_some() {
            self.out.push(',');
            if self.rest.peek() != Some(&'}') {
                most = self.count().ok_or(SHAPE)?;
                write_decimal(&mut self.out, most);
            }
        }
        if self.rest.next() != Some('}') {
            return Err(SHAPE);
        }
        self.out.push('}');
        if most < least {
            return Err("a counted repetition runs backwards");
        }
        if most > MAX_REPEAT {
            Err("at most 100 repetitions can be counted")
        } else {
            Ok(most)
        }
    }

    fn count(&mut self) -> Option<u32> {
        let mut number: Option<u32> = None;
        while let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(10)) {
            self.rest.next();
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        number
    }
}

fn class_of(c: char) -> Option<(&'static [Range], bool)> {
    Some(match c {
        'd' => (DIGIT, false),
        'D' => (DIGIT, true),
        'w' => (WORD, false),
        'W' => (WORD, true),
        's' => (SPACE, false),
        'S' => (SPACE, true),
        _ => return None,
    })
}

fn escaped_literal(c: char) -> Result<char, &'static str> {
    if c.is_ascii_punctuation() {
        Ok(c)
    } else if c == 'b' || c == 'B' {
        Err("`\\b` is not portable")
    } else if c.is_ascii_digit() {
        Err("back-references are not portable")
    } else {
        Err("only punctuation can be escaped, beside `\\d \\w \\s \\D \\W \\S \\p{L} \\p{N}`")
    }
}

fn write_literal(out: &mut String, c: char) {
    if c.is_ascii_alphanumeric() {
        out.push(c)
    } else {
        write_code(out, u32::from(c))
    }
}

fn write_set(out: &mut String, ranges: &[Range], negated: bool) {
    out.push('[');
    write_ranges(out, ranges, negated);
    out.push(']');
}

/// The ranges, or all that they leave out. A complement is spelled out because inside a class there is no other way.
fn write_ranges(out: &mut String, ranges: &[Range], negated: bool) {
    if !negated {
        for &(from, to) in ranges {
            write_range(out, from, to);
        }
        return;
    }
    let mut from = 0;
    for &(start, end) in ranges {
        if start > from {
            write_range(out, from, start - 1);
        }
        from = end + 1;
    }
    write_range(out, from, 0x0010_FFFF);
}

fn write_range(out: &mut String, from: u32, to: u32) {
    // Surrogates are no characters: a range over them is written around them.
    if from < 0xD800 && to > 0xDFFF {
        write_range(out, from, 0xD7FF);
        return write_range(out, 0xE000, to);
    }
    write_code(out, from);
    if to > from {
        out.push('-');
        write_code(out, to);
    }
}

fn write_code(out: &mut String, code: u32) {
    out.push_str("\\u{");
    let mut shift = 24;
    let mut started = false;
    loop {
        shift -= 4;
        let digit = (code >> shift) & 0xF;
        started |= digit != 0 || shift == 0;
        if started && let Some(digit) = char::from_digit(digit, 16) {
            out.push(digit);
        }
        if shift == 0 {
            break;
        }
    }
    out.push('}');
}

/// `to_string` for small numbers, without the formatting machinery in WebAssembly.
pub(crate) fn write_decimal(out: &mut String, number: u32) {
    if number >= 10 {
        write_decimal(out, number / 10);
    }
    if let Some(digit) = char::from_digit(number % 10, 10) {
        out.push(digit);
    }
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn rewrites_classes_and_literals() {
        for (pattern, expected) in [
            ("ab1", "ab1"),
            ("a b", "a\\u{20}b"),
            (r"^\d+$", r"^[\u{30}-\u{39}]+$"),
            (r"[a-c\-]", r"[a-c\u{2d}]"),
            (r"[^\d_]", r"[^\u{30}-\u{39}\u{5f}]"),
            (r"(ab|c){2,3}?", r"(?:ab|c){2,3}?"),
            (r"\p{L}", r"\p{L}"),
            ("ı", "\\u{131}"),
            ("[a-]", "[a\\u{2d}]"),
        ] {
            assert_eq!(canonical(pattern).as_deref(), Ok(expected), "{pattern}");
        }
    }

    #[test]
    fn refuses_what_is_not_portable() {
        for pattern in [
            r"\bword",
            r"(?=a)",
            r"(?i)a",
            r"(a)\1",
            "a**",
            "*a",
            "^*",
            "(a",
            "a)",
            "[]",
            "[z-a]",
            "a{,3}",
            "a{3,1}",
            "a{1000}",
            "((a{100}){100})",
            r"\p{Greek}",
            r"\x41",
            "a\\",
            "]",
            "[[:alpha:]]",
        ] {
            assert!(canonical(pattern).is_err(), "{pattern}");
        }
    }

    #[cfg(feature = "native")]
    #[test]
    fn every_canonical_pattern_compiles_and_matches_alike() {
        let platform = crate::native();
        for (pattern, text, expected) in [
            (r"^\s$", "\u{a0}", true),
            (r"^\S$", "\u{a0}", false),
            (r"^.$", "\r", false),
            (r"^.$", "😀", true),
            (r"^\w$", "é", false),
            (r"^[^\W]$", "x", true),
            ("STRASSE", "strasse", true),
            ("^[&&a]$", "&", true),
        ] {
            let canonical = canonical(pattern).unwrap();
            assert_eq!(
                platform.is_match(&canonical, text),
                expected,
                "{pattern} on {text:?}"
            );
        }
    }
}
