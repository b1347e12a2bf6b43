//! SurveyJS: the JSON of a survey.

mod choices;
mod matrices;
mod names;
mod questions;
mod settings;

use crate::draft::{Content, Draft, Item, Page, Shown};
use crate::node::Node;
use crate::report::Report;
use names::{MAX_DEPTH, Names};
use settings::SURVEY;

pub(crate) fn recognizes(survey: &Node<'_>) -> bool {
    let has_elements = |node: &Node<'_>| {
        let elements = [node.items("elements"), node.items("questions")].concat();
        elements
            .iter()
            .any(|element| element.str("type").is_some() && element.str("name").is_some())
    };
    has_elements(survey) || survey.items("pages").iter().any(has_elements)
}

pub(crate) fn read(survey: &Node<'_>, report: &mut Report) -> Draft {
    let names = Names::of(survey);
    let mut reader = Reader {
        names: &names,
        report,
    };
    let mut draft = Draft {
        languages: vec![names.language().to_owned()],
        has_progress: survey.get("showProgressBar").is_some_and(|shown| {
            !matches!(shown.value.as_str(), Some("off")) && shown.value.as_bool() != Some(false)
        }),
        one_at_a_time: matches!(
            survey.str("questionsOnPageMode"),
            Some("questionPerPage" | "inputPerPage")
        ),
        ..Draft::default()
    };
    let pages = survey.items("pages");
    if pages.is_empty() {
        draft.pages.push(reader.page(survey, 0, true));
    }
    for (at, page) in pages.iter().enumerate() {
        if page
            .value
            .get("visible")
            .is_some_and(|visible| visible.as_bool() == Some(false))
            && page.get("visibleIf").is_none()
        {
            reader
                .report
                .lost(&page.pointer, "a page that is never shown", "left out");
            continue;
        }
        draft.pages.push(reader.page(page, at, false));
    }
    let title = names.text(survey, "title");
    draft.name = title.any().to_owned();
    if let Some(first) = draft.pages.first_mut() {
        let heading = title.joined(&names.text(survey, "description"), "\n");
        if !heading.is_empty() {
            first
                .items
                .insert(0, Item::new("/title", Content::Label(heading)));
        }
    }
    if let Some(last) = draft.pages.iter_mut().rev().find(|page| !page.is_end) {
        last.button = names.text(survey, "completeText");
    }
    draft.pages.extend(reader.end(survey));
    for name in survey.others(SURVEY) {
        let pointer = format!("{}/{name}", survey.pointer);
        match name {
            "triggers" => reader.report.lost(&pointer, "triggers of the survey", "left out"),
            "calculatedValues" => reader.report.lost(&pointer, "calculated values", "left out"),
            _ => reader
                .report
                .lost(&pointer, format!("the setting `{name}`"), "left out"),
        }
    }
    for name in ["maxTimeToFinish", "timeLimit"] {
        if survey.get(name).is_some() {
            reader
                .report
                .lost(&format!("/{name}"), "the time limit of a quiz", "no limit");
        }
    }
    draft
}

struct Reader<'r> {
    names: &'r Names,
    report: &'r mut Report,
}

impl Reader<'_> {
    fn page(&mut self, page: &Node<'_>, at: usize, is_whole: bool) -> Page {
        let mut items = Vec::new();
        if !is_whole {
            self.heading(page, &[], &mut items);
        }
        self.elements(page, &[], MAX_DEPTH, &mut items);
        let name = page
            .str("name")
            .map_or_else(|| format!("page{}", at + 1), str::to_owned);
        for name in ["maxTimeToFinish", "timeLimit"] {
            if !is_whole && page.get(name).is_some() {
                self.report.lost(
                    &format!("{}/{name}", page.pointer),
                    "the time limit of a page",
                    "no limit",
                );
            }
        }
        Page {
            name,
            pointer: page.pointer.clone(),
            items,
            shown_if: if is_whole {
                Vec::new()
            } else {
                self.names.shown_if(page, self.report)
            },
            is_random: page.str("questionsOrder") == Some("random")
                || page.str("questionOrder") == Some("random"),
            ..Page::default()
        }
    }

    /// Adds title and description of a page or panel.
    fn heading(&mut self, node: &Node<'_>, shown_if: &[Shown], items: &mut Vec<Item>) {
        let heading = self
            .names
            .text(node, "title")
            .joined(&self.names.text(node, "description"), "\n");
        if !heading.is_empty() {
            let mut item = Item::new(&node.pointer, Content::Label(heading));
            item.shown_if = shown_if.to_vec();
            items.push(item);
        }
    }

    fn elements(&mut self, node: &Node<'_>, shown_if: &[Shown], depth: usize, items: &mut Vec<Item>) {
        for element in [node.items("elements"), node.items("questions")].concat() {
            let mut conditions = shown_if.to_vec();
            conditions.extend(self.names.shown_if(&element, self.report));
            let is_hidden = element
                .get("visible")
                .is_some_and(|visible| visible.value.as_bool() == Some(false));
            if is_hidden && element.get("visibleIf").is_none() {
                self.report
                    .lose_question(&element.pointer, "a question that is never shown");
                continue;
            }
            match element.str("type") {
                Some("panel" | "flowpanel") if depth > 0 => {
                    self.heading(&element, &conditions, items);
                    self.elements(&element, &conditions, depth - 1, items);
                }
                _ => {
                    let from = items.len();
                    self.question(&element, depth, items);
                    for item in items.iter_mut().skip(from) {
                        item.shown_if.splice(0..0, conditions.iter().cloned());
                    }
                }
            }
        }
    }

    /// Reads what is shown at the end.
    fn end(&mut self, survey: &Node<'_>) -> Option<Page> {
        let text = self.names.text(survey, "completedHtml");
        let mut items = Vec::new();
        if !text.is_empty() {
            items.push(Item::new("/completedHtml", Content::Label(text)));
        }
        let redirect = survey
            .str("navigateToUrl")
            .map(|url| (url.to_owned(), "/navigateToUrl".to_owned()));
        (!items.is_empty() || redirect.is_some()).then(|| Page {
            name: "thanks".into(),
            pointer: "/completedHtml".into(),
            is_end: true,
            items,
            redirect,
            ..Page::default()
        })
    }
}
