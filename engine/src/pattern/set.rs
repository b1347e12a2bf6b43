//! Character sets, written so that both matchers read the same set despite their different case folding.

type Range = (u32, u32);

/// The characters that `.`, `\d`, `\w` or `\s` matches; with `negated`, all other characters.
pub(super) struct Set {
    ranges: &'static [Range],
    negated: bool,
}

pub(super) const DIGIT: &[Range] = &[(0x30, 0x39)];
pub(super) const WORD: &[Range] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
/// If case is ignored, ſ equals s and the Kelvin sign equals k. `\W` must exclude both, because a set with ſ also matches s.
const WORD_OF_ANY_CASE: &[Range] = &[
    (0x30, 0x39),
    (0x41, 0x5A),
    (0x5F, 0x5F),
    (0x61, 0x7A),
    (0x17F, 0x17F),
    (0x212A, 0x212A),
];
pub(super) const SPACE: &[Range] = &[
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
pub(super) const LINE_END: &[Range] = &[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];

/// Letters that differ only in case since Unicode 15.1. Both are written for either one, for older browsers.
const LATE_PAIRS: [Range; 3] = [(0x390, 0x1FD3), (0x3B0, 0x1FE3), (0xFB05, 0xFB06)];

/// The characters that `.` matches.
pub(super) const ANY: Set = Set {
    ranges: LINE_END,
    negated: true,
};

impl Set {
    /// Returns the set of the escape `\c`.
    pub(super) fn of_escape(c: char) -> Option<Self> {
        let (ranges, negated) = match c {
            'd' => (DIGIT, false),
            'D' => (DIGIT, true),
            'w' => (WORD, false),
            'W' => (WORD_OF_ANY_CASE, true),
            's' => (SPACE, false),
            'S' => (SPACE, true),
            _ => return None,
        };
        Some(Self { ranges, negated })
    }

    /// Writes the ranges for use inside a class, where a complement can only be written as ranges.
    pub(super) fn write_ranges(&self, out: &mut String) {
        if !self.negated {
            for &(from, to) in self.ranges {
                write_range(out, from, to);
            }
            return;
        }
        let mut from = 0;
        for &(start, end) in self.ranges {
            if start > from {
                write_range(out, from, start - 1);
            }
            from = end + 1;
        }
        write_range(out, from, 0x0010_FFFF);
    }

    /// Writes the set for use outside a class.
    pub(super) fn write(&self, out: &mut String) {
        out.push('[');
        self.write_ranges(out);
        out.push(']');
    }
}

/// Writes a character outside a class.
pub(super) fn write_literal(out: &mut String, c: char) {
    let code = u32::from(c);
    if LATE_PAIRS
        .iter()
        .any(|&(one, other)| code == one || code == other)
    {
        out.push('[');
        write_range(out, code, code);
        out.push(']');
    } else {
        write_char(out, code);
    }
}

/// Writes a range inside a class.
pub(super) fn write_range(out: &mut String, from: u32, to: u32) {
    write_char(out, from);
    if to > from {
        out.push('-');
        write_char(out, to);
    }
    let holds = |code| from <= code && code <= to;
    for (one, other) in LATE_PAIRS {
        if holds(one) != holds(other) {
            write_char(out, if holds(one) { other } else { one });
        }
    }
}

/// An ASCII letter or digit is itself; everything else is its code, so that no character has a meaning.
fn write_char(out: &mut String, code: u32) {
    if let Some(c) = char::from_u32(code).filter(char::is_ascii_alphanumeric) {
        return out.push(c);
    }
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
