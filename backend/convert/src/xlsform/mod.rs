//! XLSForm: a workbook with the sheets `survey`, `choices` and `settings`, as ODK and KoboToolbox read it.

mod questions;
mod workbook;

pub(crate) use workbook::{Table, read_tables};

use crate::draft::{Content, Draft, Item, Page, Shown};
use crate::expression;
use crate::report::Report;
use crate::text::{Text, pipe, without_html};
use workbook::Row;

/// Returns whether a file is an archive, as workbooks are.
pub(crate) fn recognizes(file: &[u8]) -> bool {
    file.starts_with(b"PK\x03\x04")
}

pub(crate) fn read(tables: &[Table], report: &mut Report) -> Draft {
    let table = |name: &str| tables.iter().find(|table| table.name == name);
    let setting = |name: &str| {
        let settings = table("settings")?;
        settings.get(settings.rows.first()?, &[name]).map(str::to_owned)
    };
    let mut draft = Draft {
        name: setting("form_title")
            .or_else(|| setting("title"))
            .unwrap_or_default(),
        languages: setting("default_language")
            .map(|name| language_of(&name))
            .into_iter()
            .collect(),
        ..Draft::default()
    };
    let Some(survey) = table("survey") else {
        return draft;
    };
    let mut reader = Reader {
        survey,
        choices: table("choices"),
        language: draft.languages.first().cloned().unwrap_or_default(),
        report,
        pages: vec![Page {
            name: "start".into(),
            ..Page::default()
        }],
        groups: Vec::new(),
    };
    for row in &survey.rows {
        reader.row(row);
    }
    draft.pages = reader.pages;
    draft
}

struct Reader<'r> {
    survey: &'r Table,
    choices: Option<&'r Table>,
    /// The language of texts without one.
    language: String,
    report: &'r mut Report,
    pages: Vec<Page>,
    /// The conditions of the groups that the row is in.
    groups: Vec<Vec<Shown>>,
}

impl Reader<'_> {
    fn row(&mut self, row: &Row) {
        let Some(kind) = self.survey.get(row, &["type"]) else {
            return;
        };
        let kind = kind.split_whitespace().collect::<Vec<_>>().join(" ");
        let lower = kind.to_lowercase().replace('_', " ");
        match lower.as_str() {
            "begin group" | "begin repeat" => self.begin(row, lower == "begin repeat"),
            "end group" | "end repeat" => self.end(),
            _ => {
                let from = self.pages.last().map_or(0, |page| page.items.len());
                self.question(row, &kind, &lower);
                let mut conditions: Vec<Shown> = self.groups.iter().skip(1).flatten().cloned().collect();
                conditions.extend(self.shown_if(row));
                if let Some(page) = self.pages.last_mut() {
                    page.items
                        .iter_mut()
                        .skip(from)
                        .for_each(|item| item.shown_if.clone_from(&conditions));
                }
            }
        }
    }

    /// Begins a group. Those that are in no other one are pages.
    fn begin(&mut self, row: &Row, is_repeat: bool) {
        if is_repeat {
            let pointer = self.survey.pointer(row, "type");
            self.report
                .changed(&pointer, "questions that are repeated", "they are asked once");
        }
        let conditions = self.shown_if(row);
        let label = self.text(self.survey, row, "label");
        let pointer = self.survey.pointer(row, "label");
        if self.groups.is_empty() {
            let name = self.survey.get(row, &["name"]).unwrap_or("group").to_owned();
            self.pages.push(Page {
                name,
                pointer: pointer.clone(),
                shown_if: conditions.clone(),
                ..Page::default()
            });
        }
        self.groups.push(conditions);
        if !label.is_empty() {
            let mut item = Item::new(&pointer, Content::Label(label));
            item.shown_if = self.groups.iter().skip(1).flatten().cloned().collect();
            self.add(item);
        }
    }

    fn end(&mut self) {
        if self.groups.pop().is_some() && self.groups.is_empty() {
            let name = format!("page{}", self.pages.len() + 1);
            self.pages.push(Page {
                name,
                ..Page::default()
            });
        }
    }

    fn add(&mut self, item: Item) {
        if let Some(page) = self.pages.last_mut() {
            page.items.push(item);
        }
    }

    fn shown_if(&mut self, row: &Row) -> Vec<Shown> {
        let Some(relevant) = self.survey.get(row, &["relevant"]) else {
            return Vec::new();
        };
        let pointer = self.survey.pointer(row, "relevant");
        match expression::parse(relevant, &|name| (name.to_owned(), None)) {
            Ok(condition) => vec![Shown { condition, pointer }],
            Err(what) => {
                self.report
                    .lost(&pointer, format!("a condition with {what}"), "always shown");
                Vec::new()
            }
        }
    }

    /// Reads a text, which has a column for each language: `label`, `label::English (en)`.
    fn text(&self, table: &Table, row: &Row, name: &str) -> Text {
        let mut text = Text::default();
        for (_, column) in &table.columns {
            let Some(rest) = column.strip_prefix(name) else {
                continue;
            };
            let language = rest.trim_start_matches(':');
            let is_it = rest.is_empty() || language.len() < rest.len();
            if let Some(cell) = table.get(row, &[column]).filter(|_| is_it) {
                let language = if language.is_empty() {
                    self.language.clone()
                } else {
                    language_of(language)
                };
                text.set(&language, with_pipes(cell));
            }
        }
        text
    }
}

/// Returns the code of a language: that in parentheses, or that of a common name.
fn language_of(name: &str) -> String {
    const NAMES: [(&str, &str); 12] = [
        ("english", "en"),
        ("french", "fr"),
        ("français", "fr"),
        ("spanish", "es"),
        ("español", "es"),
        ("arabic", "ar"),
        ("portuguese", "pt"),
        ("swahili", "sw"),
        ("hindi", "hi"),
        ("german", "de"),
        ("russian", "ru"),
        ("turkish", "tr"),
    ];
    let name = name.trim().to_lowercase();
    if let Some((_, code)) = name.split_once('(') {
        return code.trim_end_matches(')').trim().to_owned();
    }
    let known = NAMES.iter().find(|(known, _)| *known == name);
    known.map_or(name.clone(), |(_, code)| (*code).to_owned())
}

/// Makes pipes of `${name}`.
fn with_pipes(text: &str) -> String {
    let text = without_html(text);
    let mut whole = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("${") {
        whole.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            rest = after;
            continue;
        };
        whole.push_str(&pipe(name.trim(), ""));
        rest = after;
    }
    whole.push_str(rest);
    whole
}
