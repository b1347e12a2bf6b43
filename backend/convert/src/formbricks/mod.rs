//! Formbricks: the JSON of a survey, as its API and its export give it; also the older form with `questions` instead of `blocks`.

mod logic;
mod questions;
mod texts;
mod variables;

use crate::draft::{Content, Draft, Item, Next, Page, Question, Target};
use crate::node::Node;
use crate::report::Report;
use crate::text::Text;
use texts::Texts;

pub(crate) fn recognizes(file: &Node<'_>) -> bool {
    let survey = survey_in(file);
    let is_question =
        |question: &Node<'_>| question.str("type").is_some() && question.get("headline").is_some();
    let in_block = |block: &Node<'_>| block.items("elements").iter().any(is_question);
    survey.items("questions").iter().any(is_question) || survey.items("blocks").iter().any(in_block)
}

/// Returns the survey itself, which responses and templates have within another object.
fn survey_in<'a>(file: &Node<'a>) -> Node<'a> {
    let inner = ["data", "preset", "survey"]
        .iter()
        .filter_map(|name| file.get(name));
    let mut surveys = inner.filter(|inner| inner.value.is_object());
    surveys.next().unwrap_or_else(|| file.clone())
}

/// What decides where and when a survey is offered, which nodes and widgets do here.
const OFFERING: [(&str, &str); 14] = [
    ("segment", "targeting by attributes"),
    ("triggers", "triggers that show the survey"),
    ("autoClose", "closing by itself"),
    ("autoComplete", "an end after a number of responses"),
    ("delay", "a delay before it is shown"),
    ("displayLimit", "a limit of displays"),
    ("displayPercentage", "a share of visitors"),
    ("recontactDays", "a pause between surveys"),
    ("followUps", "e-mails that follow"),
    ("recaptcha", "a check against robots"),
    ("pin", "a PIN"),
    ("surveyClosedMessage", "the message of a closed survey"),
    ("closeOnDate", "the day of its end"),
    ("runOnDate", "the day of its start"),
];

pub(crate) fn read(file: &Node<'_>, report: &mut Report) -> Draft {
    let survey = survey_in(file);
    let texts = Texts::of(&survey);
    let mut draft = Draft {
        name: survey.str("name").unwrap_or_default().to_owned(),
        languages: texts.languages.clone(),
        ..Draft::default()
    };
    let mut reader = Reader {
        texts: &texts,
        report,
    };
    draft.pages.extend(reader.welcome(&survey));
    let blocks = survey.items("blocks");
    for (at, block) in blocks.iter().enumerate() {
        draft.pages.push(reader.block(block, at));
    }
    for (at, question) in survey
        .items("questions")
        .iter()
        .enumerate()
        .filter(|_| blocks.is_empty())
    {
        draft.pages.push(reader.single(question, at));
    }
    for ending in survey.items("endings") {
        draft.pages.push(reader.ending(&ending));
    }
    // Before there could be several endings.
    if let Some(card) = survey.get("thankYouCard").filter(|card| card.flag("enabled")) {
        draft.pages.push(reader.ending(&card));
    }
    draft.pages.extend(reader.hidden_fields(&survey));
    draft.variables = variables::variables(&survey);
    for (name, what) in OFFERING {
        let is_set = |value: &Node<'_>| {
            let is_empty = value.value.as_array().is_some_and(Vec::is_empty)
                || value.value.as_object().is_some_and(|object| {
                    object.is_empty()
                        || object.get("enabled").and_then(serde_json::Value::as_bool) == Some(false)
                });
            !is_empty && !matches!(value.value.as_f64(), Some(0.0))
        };
        if let Some(setting) = survey.get(name).filter(is_set) {
            reader.report.lost(
                &setting.pointer,
                what,
                "left out: nodes and widgets decide when a flow is offered",
            );
        }
    }
    draft
}

struct Reader<'r> {
    texts: &'r Texts,
    report: &'r mut Report,
}

impl Reader<'_> {
    fn welcome(&mut self, survey: &Node<'_>) -> Option<Page> {
        let card = survey.get("welcomeCard").filter(|card| card.flag("enabled"))?;
        let text = self
            .texts
            .read(&card, "headline")
            .joined(&self.texts.read(&card, "subheader"), "\n");
        let text = text.joined(&self.texts.read(&card, "html"), "\n");
        self.media(&card);
        Some(Page {
            name: "start".into(),
            pointer: card.pointer.clone(),
            items: vec![Item::new(&card.pointer, Content::Label(text))],
            button: self.texts.read(&card, "buttonLabel"),
            ..Page::default()
        })
    }

    fn block(&mut self, block: &Node<'_>, at: usize) -> Page {
        let mut items = Vec::new();
        for element in block.items("elements") {
            self.element(&element, &mut items);
        }
        let fallback = block
            .str("logicFallback")
            .map(|name| Target::Page(name.to_owned()));
        Page {
            name: block
                .str("id")
                .map_or_else(|| format!("block{}", at + 1), str::to_owned),
            pointer: block.pointer.clone(),
            items,
            jumps: self.jumps(block),
            changes: variables::changes(block),
            next: fallback.map_or(Next::Following, Next::To),
            button: self.texts.read(block, "buttonLabel"),
            ..Page::default()
        }
    }

    /// Reads a question of the older form, which is a page of its own with its own logic.
    fn single(&mut self, question: &Node<'_>, at: usize) -> Page {
        let mut page = self.block(question, at);
        page.name = question
            .str("id")
            .map_or_else(|| format!("question{}", at + 1), str::to_owned);
        self.element(question, &mut page.items);
        page
    }

    fn ending(&mut self, ending: &Node<'_>) -> Page {
        let text = self
            .texts
            .read(ending, "headline")
            .joined(&self.texts.read(ending, "subheader"), "\n");
        let mut items = Vec::new();
        if !text.is_empty() {
            items.push(Item::new(&ending.pointer, Content::Label(text)));
        }
        if let Some(link) = ending.str("buttonLink") {
            let label = self.texts.read(ending, "buttonLabel");
            let label = if label.is_empty() {
                Text::of("", link)
            } else {
                label
            };
            items.push(Item::new(
                &format!("{}/buttonLink", ending.pointer),
                Content::Link(label, link.to_owned()),
            ));
        }
        self.media(ending);
        Page {
            name: ending.str("id").unwrap_or("ending").to_owned(),
            pointer: ending.pointer.clone(),
            is_end: true,
            items,
            redirect: ending
                .get("url")
                .and_then(|url| Some((url.value.as_str()?.to_owned(), url.pointer))),
            ..Page::default()
        }
    }

    fn hidden_fields(&mut self, survey: &Node<'_>) -> Option<Page> {
        let fields = survey.get("hiddenFields")?;
        if fields
            .value
            .get("enabled")
            .is_some_and(|enabled| enabled.as_bool() == Some(false))
        {
            return None;
        }
        let field = |field: Node<'_>| {
            let name = field.value.as_str()?;
            let mut question = Question::new(name, "hidden_field", Text::of("", name));
            question.prefill = Some(name.to_owned());
            Some(Item::new(&field.pointer, Content::Question(Box::new(question))))
        };
        let items = fields.items("fieldIds").into_iter().filter_map(field).collect();
        Some(Page {
            name: "hidden fields".into(),
            items,
            ..Page::default()
        })
    }

    /// Reports a picture or a video beside a text.
    fn media(&mut self, node: &Node<'_>) {
        for (name, what) in [
            ("imageUrl", "a picture"),
            ("videoUrl", "a video"),
            ("fileUrl", "a picture"),
        ] {
            if node.str(name).is_some_and(|url| !url.is_empty()) {
                self.report
                    .lost(&format!("{}/{name}", node.pointer), what, "left out");
            }
        }
    }
}
