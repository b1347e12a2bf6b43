//! Google Forms: a form as the API's `forms.get` gives it. Its language is not part of it, so texts have none.

use crate::condition::{Condition, Is};
use crate::draft::{Choice, Content, Draft, Item, Jump, Page, Question, Row, Target};
use crate::node::Node;
use crate::report::Report;
use crate::text::{Text, verbatim};
use crate::words::{Word, word};

/// The name of the page before the first page break.
const FIRST_PAGE: &str = "first page";

pub(crate) fn recognizes(form: &Node<'_>) -> bool {
    const KINDS: [&str; 6] = [
        "questionItem",
        "questionGroupItem",
        "pageBreakItem",
        "textItem",
        "imageItem",
        "videoItem",
    ];
    let is_item = |item: &Node<'_>| KINDS.iter().any(|kind| item.get(kind).is_some());
    form.items("items").iter().any(is_item)
}

pub(crate) fn read(form: &Node<'_>, report: &mut Report) -> Draft {
    let info = form.get("info").unwrap_or_else(|| form.clone());
    let mut first = Page {
        name: FIRST_PAGE.into(),
        ..Page::default()
    };
    let heading = text(&info, "title").joined(&text(&info, "description"), "\n");
    if !heading.is_empty() {
        first
            .items
            .push(Item::new(&info.pointer, Content::Label(heading)));
    }
    let mut reader = Reader {
        report,
        pages: vec![first],
    };
    for item in form.items("items") {
        reader.item(&item);
    }
    let settings = form
        .get("settings")
        .and_then(|settings| settings.get("quizSettings"));
    if let Some(quiz) = settings.filter(|quiz| quiz.flag("isQuiz")) {
        reader
            .report
            .lost(&quiz.pointer, "the grading of a quiz", "left out");
    }
    Draft {
        name: info
            .str("title")
            .or(info.str("documentTitle"))
            .unwrap_or_default()
            .to_owned(),
        pages: reader.pages,
        ..Draft::default()
    }
}

fn text(node: &Node<'_>, name: &str) -> Text {
    Text::of("", verbatim(node.str(name).unwrap_or_default()))
}

struct Reader<'r> {
    report: &'r mut Report,
    pages: Vec<Page>,
}

impl Reader<'_> {
    fn item(&mut self, item: &Node<'_>) {
        let heading = text(item, "title").joined(&text(item, "description"), "\n");
        if let Some(asked) = item.get("questionItem") {
            self.question(item, &asked);
        } else if let Some(group) = item.get("questionGroupItem") {
            self.grid(item, &group);
        } else if item.get("pageBreakItem").is_some() {
            self.pages.push(Page {
                name: item.str("itemId").unwrap_or_default().to_owned(),
                pointer: item.pointer.clone(),
                ..Page::default()
            });
            if !heading.is_empty() {
                self.add(item, Content::Label(heading));
            }
        } else if item.get("textItem").is_some() {
            self.add(item, Content::Label(heading));
        } else if let Some(image) = item.get("imageItem").and_then(|item| item.get("image")) {
            if !heading.is_empty() {
                self.add(item, Content::Label(heading));
            }
            self.image(&image);
        } else {
            self.report.lost(
                &item.pointer,
                "a video, or an item of an unknown kind",
                "its title",
            );
            if !heading.is_empty() {
                self.add(item, Content::Label(heading));
            }
        }
    }

    fn add(&mut self, node: &Node<'_>, content: Content) {
        if let Some(page) = self.pages.last_mut() {
            page.items.push(Item::new(&node.pointer, content));
        }
    }

    fn image(&mut self, image: &Node<'_>) {
        let Some(url) = image.str("contentUri").or(image.str("sourceUri")) else {
            return self
                .report
                .lost(&image.pointer, "an image without an address", "left out");
        };
        let label = text(image, "altText");
        let label = if label.is_empty() {
            Text::of("", url)
        } else {
            label
        };
        self.report
            .changed(&image.pointer, "an image in the page", "a link to it");
        self.add(image, Content::Link(label, url.to_owned()));
    }

    fn question(&mut self, item: &Node<'_>, asked: &Node<'_>) {
        if let Some(image) = asked.get("image") {
            self.image(&image);
        }
        let Some(question) = asked.get("question") else {
            return self
                .report
                .lose_question(&item.pointer, "a question without content");
        };
        let name = question
            .str("questionId")
            .or(item.str("itemId"))
            .unwrap_or_default();
        let mut draft = Question::new(name, "text", text(item, "title"));
        draft.description = text(item, "description");
        draft.is_required = question.flag("required");
        if let Some(grading) = question.get("grading") {
            self.report
                .lost(&grading.pointer, "the grading of an answer", "left out");
        }
        if let Some(choices) = question.get("choiceQuestion") {
            self.choices(&choices, &mut draft);
        } else if let Some(typed) = question.get("textQuestion") {
            draft.style = if typed.flag("paragraph") {
                "textarea"
            } else {
                "text"
            };
        } else if let Some(scale) = question.get("scaleQuestion") {
            draft.style = "score";
            (draft.min, draft.max) = (
                Some(scale.number("low").unwrap_or(0.0)),
                scale.number("high").or(Some(5.0)),
            );
            (draft.min_label, draft.max_label) = (text(&scale, "lowLabel"), text(&scale, "highLabel"));
        } else if let Some(rating) = question.get("ratingQuestion") {
            draft.style = "star";
            draft.max = rating.number("ratingScaleLevel").or(Some(5.0));
        } else if let Some(date) = question.get("dateQuestion") {
            draft.style = "datepicker";
            if date.flag("includeTime") {
                self.report
                    .changed(&date.pointer, "a day with its time", "asked for the day");
            }
        } else if let Some(time) = question.get("timeQuestion") {
            let what = if time.flag("duration") {
                "a duration"
            } else {
                "a time of day"
            };
            self.report.changed(&time.pointer, what, "asked as a text");
        } else if let Some(file) = question.get("fileUploadQuestion") {
            draft.style = "file";
            draft.is_multi_select = file.number("maxFiles").is_some_and(|files| files > 1.0);
            self.report
                .changed(&file.pointer, "a file of any type", "images and PDF documents");
        } else {
            return self
                .report
                .lose_question(&question.pointer, "a question of an unknown kind");
        }
        self.report.count_mapped();
        self.add(item, Content::Question(Box::new(draft)));
    }

    fn choices(&mut self, choices: &Node<'_>, question: &mut Question) {
        question.style = match choices.str("type") {
            Some("CHECKBOX") => "checklist",
            Some("DROP_DOWN") => "dropdown",
            _ => "radio",
        };
        question.is_random = choices.flag("shuffle");
        for option in choices.items("options") {
            question.options.push(option_of(&option));
            self.go_to(&option, question);
        }
    }

    /// Reads where an option leads.
    fn go_to(&mut self, option: &Node<'_>, question: &Question) {
        let section = option
            .str("goToSectionId")
            .map(|section| Target::Page(section.to_owned()));
        let to = section.or_else(|| match option.str("goToAction") {
            Some("SUBMIT_FORM") => Some(Target::End),
            Some("RESTART_FORM") => Some(Target::Page(FIRST_PAGE.into())),
            _ => None,
        });
        let key = question.options.last().map(|option| option.key.clone());
        if let (Some(to), Some(key), Some(page)) = (to, key, self.pages.last_mut()) {
            page.jumps.push(Jump {
                pointer: option.pointer.clone(),
                when: Some(Condition::test(&question.name, Is::Equal(key))),
                to,
            });
        }
    }

    fn grid(&mut self, item: &Node<'_>, group: &Node<'_>) {
        if let Some(image) = group.get("image") {
            self.image(&image);
        }
        let mut question = Question::new(
            item.str("itemId").unwrap_or_default(),
            "matrix",
            text(item, "title"),
        );
        question.description = text(item, "description");
        if let Some(grid) = group.get("grid") {
            question.has_random_rows = grid.flag("shuffleQuestions");
            if let Some(columns) = grid.get("columns") {
                question.is_multi_select = columns.str("type") == Some("CHECKBOX");
                question.options = columns.items("options").iter().map(option_of).collect();
            }
        }
        for row in group.items("questions") {
            question.is_required |= row.flag("required");
            let body = row
                .get("rowQuestion")
                .map_or_else(Text::default, |row| text(&row, "title"));
            let key = row.str("questionId").unwrap_or_default().to_owned();
            question.statements.push(Row {
                id: String::new(),
                key,
                body,
            });
        }
        self.report.count_mapped();
        self.add(item, Content::Question(Box::new(question)));
    }
}

fn option_of(option: &Node<'_>) -> Choice {
    if option.flag("isOther") {
        return Choice {
            asks_for_text: true,
            ..Choice::new("other", word(Word::Other, &[]))
        };
    }
    let value = option.str("value").unwrap_or_default();
    let image = option
        .get("image")
        .and_then(|image| image.str("contentUri").map(str::to_owned));
    Choice {
        image_url: image.filter(|url| url.starts_with("http")),
        ..Choice::new(value, Text::of("", verbatim(value)))
    }
}
