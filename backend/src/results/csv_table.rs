//! Tables as CSV (docs/results.md#csv): RFC 4180, and safe to open in a spreadsheet.

use super::cell::Cell;
use base::time::to_rfc3339;
use csv::{QuoteStyle, Terminator, Writer, WriterBuilder};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use utoipa::ToSchema;

/// What a spreadsheet takes for the beginning of a formula, also as it is written in East Asia.
const SIGNS: [char; 9] = [
    '=', '+', '-', '@', '\u{2212}', '\u{FF1D}', '\u{FF0B}', '\u{FF0D}', '\u{FF20}',
];

/// What a spreadsheet skips before one.
const BLANKS: [char; 2] = ['\t', '\r'];

/// Ranges of characters that nobody sees, beside white space and control characters: programs drop them, or skip them.
const INVISIBLE: [RangeInclusive<char>; 16] = [
    '\u{AD}'..='\u{AD}',
    '\u{34F}'..='\u{34F}',
    '\u{61C}'..='\u{61C}',
    '\u{115F}'..='\u{1160}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180B}'..='\u{180F}',
    '\u{200B}'..='\u{200F}',
    '\u{202A}'..='\u{202E}',
    '\u{2060}'..='\u{206F}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{FE00}'..='\u{FE0F}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFA0}'..='\u{FFA0}',
    '\u{FFF0}'..='\u{FFFB}',
    '\u{E0000}'..='\u{E0FFF}',
];

/// What begins a cell of its own in programs that do not separate by commas, whatever stands in quotes.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// By which programs of Microsoft know UTF-8.
const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// What stands between cells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Separator {
    #[default]
    Comma,
    /// For programs that write numbers with a comma, as numbers then are.
    Semicolon,
    Tab,
}

impl Separator {
    fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }
}

/// Writes rows; what is written is taken away from time to time.
pub(super) struct CsvTable {
    writer: Writer<Vec<u8>>,
    separator: Separator,
}

impl CsvTable {
    /// Begins with the names of the columns.
    pub(super) fn new<'a>(
        names: impl Iterator<Item = &'a str>,
        separator: Separator,
        has_byte_order_mark: bool,
    ) -> Result<Self, csv::Error> {
        let mut begin = Vec::new();
        if has_byte_order_mark {
            begin.extend_from_slice(BYTE_ORDER_MARK.as_bytes());
        }
        let mut writer = writer(separator, begin);
        for name in names {
            writer.write_field(harmless(name).as_bytes())?;
        }
        writer.write_record(None::<&[u8]>)?;
        Ok(Self { writer, separator })
    }

    /// Adds a row.
    pub(super) fn write(&mut self, cells: &[Cell]) -> Result<(), csv::Error> {
        for cell in cells {
            let text: Cow<'_, str> = match cell {
                Cell::Empty => "".into(),
                Cell::Text(text) => harmless(text),
                Cell::Number(number) if self.separator == Separator::Semicolon => {
                    number.to_string().replace('.', ",").into()
                }
                Cell::Number(number) => number.to_string().into(),
                Cell::Integer(number) => number.to_string().into(),
                Cell::Flag(flag) => if *flag { "1" } else { "0" }.into(),
                Cell::Time(time) => to_rfc3339(*time).into(),
            };
            self.writer.write_field(text.as_bytes())?;
        }
        self.writer.write_record(None::<&[u8]>)
    }

    /// Takes what was written since the last time.
    pub(super) fn take(&mut self) -> Result<Vec<u8>, csv::Error> {
        self.writer.flush()?;
        // A writer gives its target away only with itself.
        let written = std::mem::replace(&mut self.writer, writer(self.separator, Vec::new()));
        written
            .into_inner()
            .map_err(|error| csv::Error::from(error.into_error()))
    }
}

fn writer(separator: Separator, target: Vec<u8>) -> Writer<Vec<u8>> {
    WriterBuilder::new()
        .delimiter(separator.byte())
        .terminator(Terminator::CRLF)
        .quote_style(QuoteStyle::Necessary)
        .from_writer(target)
}

/// Puts an apostrophe before all that a spreadsheet would take for a formula: at the beginning of the text, and after what may
/// separate cells, with quotes and with what nobody sees in between or not.
fn harmless(text: &str) -> Cow<'_, str> {
    if !text.starts_with(BLANKS) && !text.contains(SIGNS) {
        return text.into();
    }
    let mut harmless = String::with_capacity(text.len() + 1);
    if text.starts_with(BLANKS) {
        harmless.push('\'');
    }
    let mut begins_cell = true;
    for character in text.chars() {
        if begins_cell && SIGNS.contains(&character) {
            harmless.push('\'');
        }
        harmless.push(character);
        begins_cell =
            SEPARATORS.contains(&character) || (begins_cell && (character == '"' || is_skipped(character)));
    }
    harmless.into()
}

/// Returns whether a cell may still begin after a character.
fn is_skipped(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || INVISIBLE.iter().any(|range| range.contains(&character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_and_never_formulas() {
        let mut table = CsvTable::new(["id", "=text"].into_iter(), Separator::Comma, true).unwrap();
        let rows = [
            [Cell::Integer(-7), Cell::Text("=HYPERLINK(\"x\")".into())],
            [Cell::Number(0.5), Cell::Text("a, \"b\"\r\nc".into())],
            [Cell::Flag(true), Cell::Empty],
            [Cell::Time(0), Cell::Text("+90 555".into())],
        ];
        for row in &rows {
            table.write(row).unwrap();
        }
        let text = String::from_utf8(table.take().unwrap()).unwrap();
        assert_eq!(
            text,
            "\u{FEFF}id,'=text\r\n-7,\"'=HYPERLINK(\"\"x\"\")\"\r\n0.5,\"a, \"\"b\"\"\r\nc\"\r\n1,\r\n\
             1970-01-01T00:00:00.000Z,'+90 555\r\n"
        );
        assert!(table.take().unwrap().is_empty());
    }

    #[test]
    fn other_separators_quote_themselves_and_semicolons_come_with_decimal_commas() {
        for (separator, expected) in [
            (Separator::Semicolon, "a;b\r\n0,5;\"x;y\"\r\n-3;z,t\tu\r\n"),
            (Separator::Tab, "a\tb\r\n0.5\tx;y\r\n-3\t\"z,t\tu\"\r\n"),
        ] {
            let mut table = CsvTable::new(["a", "b"].into_iter(), separator, false).unwrap();
            table
                .write(&[Cell::Number(0.5), Cell::Text("x;y".into())])
                .unwrap();
            table
                .write(&[Cell::Integer(-3), Cell::Text("z,t\tu".into())])
                .unwrap();
            assert_eq!(String::from_utf8(table.take().unwrap()).unwrap(), expected);
        }
    }

    #[test]
    fn no_separator_lets_a_formula_begin_inside_a_text() {
        for (text, expected) in [
            ("x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"),
            ("x;\"=1+1;y", "x;\"'=1+1;y"),
            ("a\n- b\r\n+c\td", "a\n'- b\r\n'+c\td"),
            ("\t@a", "'\t'@a"),
            ("\ra", "'\ra"),
            (";;-1", ";;'-1"),
            ("a=b; c-d, e@f", "a=b; c-d, e@f"),
            ("a \"=b\"", "a \"=b\""),
        ] {
            assert_eq!(harmless(text), expected);
        }
    }

    #[test]
    fn invisible_characters_do_not_hide_a_formula() {
        let unseen = [
            ' ',
            '\u{0}',
            '\u{1}',
            '\u{8}',
            '\u{B}',
            '\u{C}',
            '\u{1B}',
            '\u{1F}',
            '\u{7F}',
            '\u{85}',
            '\u{9F}',
            '\u{A0}',
            '\u{AD}',
            '\u{61C}',
            '\u{180E}',
            '\u{2003}',
            '\u{200B}',
            '\u{200D}',
            '\u{200F}',
            '\u{2028}',
            '\u{202E}',
            '\u{2060}',
            '\u{2066}',
            '\u{2800}',
            '\u{3000}',
            '\u{3164}',
            '\u{FE0F}',
            '\u{FEFF}',
            '\u{FFF9}',
            '\u{E0020}',
            '\u{E0100}',
        ];
        for unseen in unseen {
            for before in ["", "x;", "x\n", "x;\"", "\u{200B}"] {
                let text = format!("{before}{unseen}=1+1");
                let harmless = harmless(&text);
                assert!(harmless.contains("'=1+1"), "{text:?}: {harmless:?}");
            }
            let inside = format!("a{unseen}=b");
            assert_eq!(
                harmless(&inside).contains("'="),
                "\r\n\t".contains(unseen),
                "{inside:?}"
            );
        }
        for (text, expected) in [
            ("\u{FF1D}1", "'\u{FF1D}1"),
            ("\u{FF0B}1", "'\u{FF0B}1"),
            ("\u{FF0D}1", "'\u{FF0D}1"),
            ("\u{FF20}SUM(A1)", "'\u{FF20}SUM(A1)"),
            ("\u{2212}1", "'\u{2212}1"),
        ] {
            assert_eq!(harmless(text), expected);
        }
    }
}
