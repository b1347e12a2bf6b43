//! Tables as workbooks of Microsoft Excel (docs/results.md#excel): Office Open XML. Texts are stored as texts, so that none is taken
//! for a formula, a number or a date.

use super::cell::Cell;
use super::export_error::ExportError;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

/// Most columns of a sheet.
const MAX_COLUMNS: usize = 16_384;

/// Most rows of a sheet, with that of the names.
const MAX_ROWS: usize = 1_048_576;

/// Most bytes of XML in a sheet: beyond 4 GiB the archive would need a form that Excel refuses.
const MAX_SHEET_BYTES: usize = 2 * 1024 * 1024 * 1024;

/// Most UTF-16 code units of a text in a cell.
const MAX_TEXT: usize = 32_767;

/// Days from 1900 as Excel counts them to 1970, and milliseconds in a day.
const DAYS_BEFORE_1970: f64 = 25_569.0;
const DAY_MS: f64 = 86_400_000.0;

/// The styles of [`STYLES`], by their places there.
const NAME_STYLE: usize = 1;
const TIME_STYLE: usize = 2;

/// Writes rows; what is written is taken away from time to time.
pub(super) struct XlsxTable {
    archive: ZipWriter<StreamWriter<Written>>,
    written: Written,
    names: Vec<String>,
    sheets: usize,
    /// Of the current sheet.
    rows: usize,
    bytes: usize,
}

impl XlsxTable {
    /// Begins with the names of the columns.
    ///
    /// # Errors
    /// More columns than a sheet has.
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Result<Self, ExportError> {
        let names: Vec<String> = names.map(str::to_owned).collect();
        if names.len() > MAX_COLUMNS {
            return Err(ExportError::TooManyColumns { count: names.len() });
        }
        let written = Written::default();
        let mut table = Self {
            archive: ZipWriter::new_stream(written.clone()),
            written,
            names,
            sheets: 0,
            rows: 0,
            bytes: 0,
        };
        table.begin_sheet()?;
        Ok(table)
    }

    /// Adds a row, on a further sheet if the current one is full.
    pub(super) fn write(&mut self, cells: &[Cell]) -> Result<(), ExportError> {
        if self.rows == MAX_ROWS || self.bytes >= MAX_SHEET_BYTES {
            self.end_sheet()?;
            self.begin_sheet()?;
        }
        let cells: String = cells.iter().map(cell_xml).collect();
        self.write_row(&cells)
    }

    /// Writes what tells where everything is.
    pub(super) fn finish(&mut self) -> Result<(), ExportError> {
        self.end_sheet()?;
        let sheets = 1..=self.sheets;
        self.write_file("xl/workbook.xml", &workbook(sheets.clone()))?;
        self.write_file("xl/_rels/workbook.xml.rels", &workbook_relations(sheets.clone()))?;
        self.write_file("xl/styles.xml", STYLES)?;
        self.write_file("_rels/.rels", RELATIONS)?;
        self.write_file("[Content_Types].xml", &content_types(sheets))?;
        let unused = ZipWriter::new_stream(Written::default());
        std::mem::replace(&mut self.archive, unused).finish()?;
        Ok(())
    }

    /// Takes what was written since the last time.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.written.take()
    }

    fn begin_sheet(&mut self) -> Result<(), ExportError> {
        self.sheets += 1;
        self.rows = 0;
        self.bytes = 0;
        let name = format!("xl/worksheets/sheet{}.xml", self.sheets);
        self.archive.start_file(name, SimpleFileOptions::default())?;
        self.write_text(SHEET_BEGIN)?;
        let names: String = self
            .names
            .iter()
            .map(|name| text_cell(name, Some(NAME_STYLE)))
            .collect();
        self.write_row(&names)
    }

    fn end_sheet(&mut self) -> Result<(), ExportError> {
        self.write_text(SHEET_END)
    }

    fn write_row(&mut self, cells: &str) -> Result<(), ExportError> {
        self.rows += 1;
        for part in ["<row>", cells, "</row>"] {
            self.write_text(part)?;
        }
        Ok(())
    }

    fn write_file(&mut self, name: &str, content: &str) -> Result<(), ExportError> {
        self.archive.start_file(name, SimpleFileOptions::default())?;
        self.write_text(content)
    }

    fn write_text(&mut self, text: &str) -> Result<(), ExportError> {
        self.bytes += text.len();
        Ok(self.archive.write_all(text.as_bytes())?)
    }
}

/// What the archive has written and nobody has taken: the archive keeps its target to itself.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn cell_xml(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text_cell(text, None),
        Cell::Number(number) if number.is_finite() => format!("<c><v>{number}</v></c>"),
        Cell::Integer(number) => format!("<c><v>{number}</v></c>"),
        Cell::Flag(flag) => format!("<c t=\"b\"><v>{}</v></c>", u8::from(*flag)),
        Cell::Time(time) => format!(
            "<c s=\"{TIME_STYLE}\"><v>{}</v></c>",
            DAYS_BEFORE_1970 + *time as f64 / DAY_MS
        ),
        Cell::Empty | Cell::Number(_) => "<c/>".into(),
    }
}

fn text_cell(text: &str, style: Option<usize>) -> String {
    let mut xml = String::with_capacity(text.len() + 60);
    xml.push_str("<c t=\"inlineStr\"");
    if let Some(style) = style {
        let _ = write!(xml, " s=\"{style}\"");
    }
    xml.push_str("><is><t xml:space=\"preserve\">");
    push_text(&mut xml, text);
    xml.push_str("</t></is></c>");
    xml
}

/// Adds a text that fits into a cell: a longer one ends with “…”, and what XML cannot hold becomes U+FFFD.
fn push_text(xml: &mut String, text: &str) {
    let is_too_long = text.len() > MAX_TEXT && text.encode_utf16().count() > MAX_TEXT;
    let mut room = if is_too_long { MAX_TEXT - 1 } else { usize::MAX };
    let rest = |at| text.get(at..).unwrap_or_default();
    for (at, character) in text.char_indices() {
        let Some(left) = room.checked_sub(character.len_utf16()) else {
            break;
        };
        room = left;
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            // XML readers make line feeds of them, and Excel has no other ends of lines.
            '\r' if rest(at).starts_with("\r\n") => {}
            '\r' => xml.push('\n'),
            '\u{0}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => {
                xml.push('\u{FFFD}');
            }
            // Excel reads `_x0041_` as “A”.
            '_' if is_escape(rest(at)) => xml.push_str("_x005F_"),
            other => xml.push(other),
        }
    }
    if is_too_long {
        xml.push('…');
    }
}

fn is_escape(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.starts_with(b"_x")
        && bytes.get(6) == Some(&b'_')
        && bytes
            .get(2..6)
            .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// Begins a sheet whose first row stays in view.
const SHEET_BEGIN: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="16" defaultRowHeight="15"/><sheetData>"#;

const SHEET_END: &str = "</sheetData></worksheet>";

/// The styles of cells: any, a name of a column, a time (UTC).
const STYLES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"#;

const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;

fn workbook(sheets: impl Iterator<Item = usize>) -> String {
    let sheets: String = sheets
        .map(|at| format!(r#"<sheet name="Feedback {at}" sheetId="{at}" r:id="rId{at}"/>"#))
        .collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>{sheets}</sheets></workbook>"#
    )
}

fn workbook_relations(sheets: impl Iterator<Item = usize>) -> String {
    let sheets: String = sheets
        .map(|at| format!(r#"<Relationship Id="rId{at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet{at}.xml"/>"#))
        .collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{sheets}<Relationship Id="styles" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#
    )
}

fn content_types(sheets: impl Iterator<Item = usize>) -> String {
    let sheets: String = sheets
        .map(|at| format!(r#"<Override PartName="/xl/worksheets/sheet{at}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>"#))
        .collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>{sheets}</Types>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use zip::ZipArchive;

    fn part(bytes: &[u8], name: &str) -> String {
        let mut archive = ZipArchive::new(io::Cursor::new(bytes)).unwrap();
        let mut text = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    fn text_in_xml(text: &str) -> String {
        let mut xml = String::new();
        push_text(&mut xml, text);
        xml
    }

    #[test]
    fn cells_have_their_types() {
        let mut table = XlsxTable::new(["id", "a<b"].into_iter()).unwrap();
        let rows = [
            [Cell::Integer(-7), Cell::Text("=1+1 & co".into())],
            [Cell::Number(0.5), Cell::Empty],
            [Cell::Flag(true), Cell::Time(43_200_000)],
        ];
        for row in &rows {
            table.write(row).unwrap();
        }
        let mut bytes = table.take();
        table.finish().unwrap();
        bytes.extend(table.take());
        assert!(table.take().is_empty());
        let sheet = part(&bytes, "xl/worksheets/sheet1.xml");
        let (_, data) = sheet.split_once("<sheetData>").unwrap();
        assert_eq!(
            data,
            "<row><c t=\"inlineStr\" s=\"1\"><is><t xml:space=\"preserve\">id</t></is></c>\
             <c t=\"inlineStr\" s=\"1\"><is><t xml:space=\"preserve\">a&lt;b</t></is></c></row>\
             <row><c><v>-7</v></c><c t=\"inlineStr\"><is><t xml:space=\"preserve\">=1+1 &amp; co</t></is></c></row>\
             <row><c><v>0.5</v></c><c/></row>\
             <row><c t=\"b\"><v>1</v></c><c s=\"2\"><v>25569.5</v></c></row></sheetData></worksheet>"
        );
        assert!(part(&bytes, "xl/workbook.xml").contains("<sheet name=\"Feedback 1\""));
        assert!(part(&bytes, "[Content_Types].xml").contains("/xl/worksheets/sheet1.xml"));
    }

    #[test]
    fn a_full_sheet_is_followed_by_another_with_the_names() {
        let mut table = XlsxTable::new(["id"].into_iter()).unwrap();
        table.rows = MAX_ROWS;
        table.write(&[Cell::Integer(1)]).unwrap();
        table.bytes = MAX_SHEET_BYTES;
        table.write(&[Cell::Integer(2)]).unwrap();
        table.finish().unwrap();
        let bytes = table.take();
        for (sheet, value) in [(2, 1), (3, 2)] {
            let sheet = part(&bytes, &format!("xl/worksheets/sheet{sheet}.xml"));
            assert!(
                sheet.contains("id</t>") && sheet.contains(&format!("<v>{value}</v>")),
                "{sheet}"
            );
        }
        assert!(part(&bytes, "xl/workbook.xml").contains("r:id=\"rId3\""));
    }

    #[test]
    fn texts_fit_into_cells() {
        assert_eq!(
            text_in_xml("a\r\nb\rc\u{1}_x0041_ _x004"),
            "a\nb\nc\u{FFFD}_x005F_x0041_ _x004"
        );
        let exact = "😀".repeat(MAX_TEXT / 2);
        assert_eq!(text_in_xml(&exact), exact);
        let cut = text_in_xml(&format!("{exact}ab"));
        assert_eq!(cut, format!("{exact}…"));
        assert_eq!(cut.encode_utf16().count(), MAX_TEXT);
    }

    #[test]
    fn more_columns_than_a_sheet_has_are_refused() {
        let names = vec!["a"; MAX_COLUMNS + 1];
        let error = XlsxTable::new(names.into_iter()).err().unwrap();
        assert!(error.to_string().contains("16385"), "{error}");
    }
}
