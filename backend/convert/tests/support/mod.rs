//! Workbooks made of tables, so that fixtures can be read.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Writes `{"survey": [["type", "name"], ["text", "q1"]]}` as the workbook that Excel would save.
pub(crate) fn workbook(tables: &Value) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, text: &str| {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    };
    let (mut sheets, mut relations, mut types) = (String::new(), String::new(), String::new());
    let none = serde_json::Map::new();
    for (at, (name, rows)) in (1..).zip(tables.as_object().unwrap_or(&none)) {
        write!(sheets, r#"<sheet name="{name}" sheetId="{at}" r:id="rId{at}"/>"#).unwrap();
        let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet";
        write!(
            relations,
            r#"<Relationship Id="rId{at}" Type="{kind}" Target="worksheets/sheet{at}.xml"/>"#
        )
        .unwrap();
        let content = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";
        write!(
            types,
            r#"<Override PartName="/xl/worksheets/sheet{at}.xml" ContentType="{content}"/>"#
        )
        .unwrap();
        add(&format!("xl/worksheets/sheet{at}.xml"), &sheet(rows));
    }
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006";
    add(
        "xl/workbook.xml",
        &format!(r#"<workbook xmlns="{main}" xmlns:r="{office}"><sheets>{sheets}</sheets></workbook>"#),
    );
    add(
        "xl/_rels/workbook.xml.rels",
        &format!(r#"<Relationships xmlns="{package}/relationships">{relations}</Relationships>"#),
    );
    let root =
        format!(r#"<Relationship Id="rId1" Type="{office}/officeDocument" Target="xl/workbook.xml"/>"#);
    add(
        "_rels/.rels",
        &format!(r#"<Relationships xmlns="{package}/relationships">{root}</Relationships>"#),
    );
    let book = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
    add(
        "[Content_Types].xml",
        &format!(
            r#"<Types xmlns="{package}/content-types"><Override PartName="/xl/workbook.xml" ContentType="{book}"/>{types}</Types>"#
        ),
    );
    zip.finish().unwrap().into_inner()
}

fn sheet(rows: &Value) -> String {
    let mut text = String::new();
    let none = Vec::new();
    for (row, cells) in (1..).zip(rows.as_array().unwrap_or(&none)) {
        write!(text, r#"<row r="{row}">"#).unwrap();
        for (column, cell) in (b'A'..=b'Z').zip(cells.as_array().unwrap_or(&none)) {
            let at = format!("{}{row}", char::from(column));
            match cell {
                Value::String(cell) => {
                    let cell = cell.replace('&', "&amp;").replace('<', "&lt;");
                    write!(text, r#"<c r="{at}" t="inlineStr"><is><t>{cell}</t></is></c>"#).unwrap();
                }
                Value::Number(cell) => write!(text, r#"<c r="{at}"><v>{cell}</v></c>"#).unwrap(),
                _ => {}
            }
        }
        text.push_str("</row>");
    }
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    format!(r#"<worksheet xmlns="{main}"><sheetData>{text}</sheetData></worksheet>"#)
}
