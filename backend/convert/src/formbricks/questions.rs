//! The types of questions.

use super::Reader;
use crate::draft::{Choice, Content, Item, Question, Row};
use crate::node::Node;
use crate::text::Text;

impl Reader<'_> {
    pub(super) fn element(&mut self, element: &Node<'_>, items: &mut Vec<Item>) {
        let name = element.str("id").unwrap_or_default();
        let mut question = Question::new(name, "text", self.texts.read(element, "headline"));
        question.description = self.texts.read(element, "subheader");
        if question.description.is_empty() {
            question.description = self.texts.read(element, "html");
        }
        question.is_required = element.flag("required");
        self.media(element);
        self.by_type(element, question, items);
    }

    fn by_type(&mut self, element: &Node<'_>, mut question: Question, items: &mut Vec<Item>) {
        match element.str("type").unwrap_or_default() {
            "openText" => self.open_text(element, &mut question),
            "multipleChoiceSingle" => {
                question.style = if element.str("displayType") == Some("dropdown") {
                    "dropdown"
                } else {
                    "radio"
                };
                self.choices(element, &mut question);
            }
            "multipleChoiceMulti" => {
                question.style = "checklist";
                self.choices(element, &mut question);
            }
            "ranking" => {
                question.style = "ranking";
                self.choices(element, &mut question);
            }
            "nps" => self.scale(element, &mut question, "score", 0.0, 10.0),
            "rating" | "csat" => {
                let is_stars = element.str("scale") == Some("star");
                let range = element.number("range").unwrap_or(5.0);
                self.scale(
                    element,
                    &mut question,
                    if is_stars { "star" } else { "score" },
                    1.0,
                    range,
                );
            }
            "ces" => {
                let range = element.number("range").unwrap_or(7.0);
                self.scale(element, &mut question, "ces", 1.0, range);
            }
            "consent" => {
                let text = question.body.joined(&question.description, "\n");
                items.push(Item::new(&element.pointer, Content::Label(text)));
                question.style = "agreement";
                question.body = self.texts.read(element, "label");
                question.description = Text::default();
            }
            "pictureSelection" => self.pictures(element, &mut question),
            "date" => question.style = "datepicker",
            "fileUpload" => {
                question.style = "file";
                question.is_multi_select = element.flag("allowMultipleFiles");
                self.report
                    .changed(&element.pointer, "a file of any type", "images and PDF documents");
            }
            "matrix" => self.matrix(element, &mut question),
            "cta" => return self.call_to_action(element, &question, items),
            "address" => {
                const FIELDS: [&str; 6] = ["addressLine1", "addressLine2", "city", "state", "zip", "country"];
                return self.fields(element, &question, &FIELDS, items);
            }
            "contactInfo" => {
                const FIELDS: [&str; 5] = ["firstName", "lastName", "email", "phone", "company"];
                return self.fields(element, &question, &FIELDS, items);
            }
            "cal" => return self.report.lose_question(&element.pointer, "a booking with Cal"),
            other => {
                return self
                    .report
                    .lose_question(&element.pointer, format!("a question of the type `{other}`"));
            }
        }
        self.validation(element, &mut question);
        self.report.count_mapped();
        items.push(Item::new(&element.pointer, Content::Question(Box::new(question))));
    }

    fn open_text(&mut self, element: &Node<'_>, question: &mut Question) {
        question.style = match element.str("inputType").unwrap_or("text") {
            "email" => "email",
            "number" => "numeric",
            "phone" => {
                self.report.changed(
                    &element.pointer,
                    "a telephone number as it is typed",
                    "a number with its country code",
                );
                "phone_number"
            }
            "url" => {
                self.report
                    .changed(&element.pointer, "an address that is checked", "asked as a text");
                "text"
            }
            _ if element.flag("longAnswer") => "textarea",
            _ => "text",
        };
        question.placeholder = self.texts.read(element, "placeholder");
        if let Some(limit) = element.get("charLimit").filter(|limit| limit.flag("enabled")) {
            if question.style == "numeric" {
                return;
            }
            question.min_response_length = limit.count("min").filter(|length| *length > 0);
            question.max_response_length = limit.count("max").filter(|length| *length > 0);
        }
    }

    fn choices(&mut self, element: &Node<'_>, question: &mut Question) {
        for choice in element.items("choices") {
            let key = choice.str("id").unwrap_or_default();
            question.options.push(Choice {
                asks_for_text: key == "other" && question.style != "ranking",
                is_exclusive: key == "none" && question.style == "checklist",
                ..Choice::new(key, self.texts.read(&choice, "label"))
            });
        }
        match element.str("shuffleOption") {
            Some("all") => question.is_random = true,
            Some("exceptLast") => {
                question.is_random = true;
                if let Some(last) = question.options.last_mut() {
                    last.is_pinned = true;
                }
            }
            Some(order @ ("reverseOrderOccasionally" | "reverseOrderExceptLast")) => {
                let pointer = format!("{}/shuffleOption", element.pointer);
                self.report
                    .lost(&pointer, format!("the order `{order}`"), "the written order");
            }
            _ => {}
        }
    }

    fn scale(
        &mut self,
        element: &Node<'_>,
        question: &mut Question,
        style: &'static str,
        min: f64,
        max: f64,
    ) {
        question.style = style;
        (question.min, question.max) = (Some(min), Some(max));
        question.min_label = self.texts.read(element, "lowerLabel");
        question.max_label = self.texts.read(element, "upperLabel");
        if element.str("scale") == Some("smiley") {
            self.report
                .changed(&element.pointer, "a scale of smileys", "a scale of numbers");
        }
    }

    fn pictures(&mut self, element: &Node<'_>, question: &mut Question) {
        let is_plural = element.flag("allowMulti") || element.flag("allowMultiple");
        question.style = if is_plural { "checklist" } else { "radio" };
        for (at, picture) in element.items("choices").iter().enumerate() {
            let key = picture.str("id").unwrap_or_default();
            question.options.push(Choice {
                image_url: picture
                    .str("imageUrl")
                    .filter(|url| url.starts_with("http"))
                    .map(str::to_owned),
                ..Choice::new(key, Text::of("", (at + 1).to_string()))
            });
        }
        self.report.changed(
            &element.pointer,
            "pictures without texts",
            "pictures with numbers",
        );
    }

    fn matrix(&mut self, element: &Node<'_>, question: &mut Question) {
        question.style = "matrix";
        let label = |node: &Node<'_>| {
            if node.get("label").is_some() {
                self.texts.read(node, "label")
            } else {
                self.texts.of_node(node)
            }
        };
        // Conditions name rows and columns by their positions.
        for (at, column) in element.items("columns").iter().enumerate() {
            question.options.push(Choice::new(at.to_string(), label(column)));
        }
        for (at, row) in element.items("rows").iter().enumerate() {
            let (id, key) = (String::new(), at.to_string());
            question.statements.push(Row {
                id,
                key,
                body: label(row),
            });
        }
        question.has_random_rows = element.str("shuffleOption") == Some("all");
    }

    fn call_to_action(&mut self, element: &Node<'_>, question: &Question, items: &mut Vec<Item>) {
        self.report.count_mapped();
        let text = question.body.joined(&question.description, "\n");
        if !text.is_empty() {
            items.push(Item::new(&element.pointer, Content::Label(text)));
        }
        if let Some(url) = element
            .str("buttonUrl")
            .filter(|url| element.flag("buttonExternal") && !url.is_empty())
        {
            let mut label = self.texts.read(element, "ctaButtonLabel");
            if label.is_empty() {
                label = self.texts.read(element, "buttonLabel");
            }
            let label = if label.is_empty() {
                Text::of("", url)
            } else {
                label
            };
            self.report
                .changed(&element.pointer, "a button whose presses are counted", "a link");
            items.push(Item::new(&element.pointer, Content::Link(label, url.to_owned())));
        }
    }

    /// Asks for each field of an address or a contact by a question of its own.
    fn fields(&mut self, element: &Node<'_>, question: &Question, names: &[&str], items: &mut Vec<Item>) {
        items.push(Item::new(
            &element.pointer,
            Content::Label(question.body.joined(&question.description, "\n")),
        ));
        for name in names {
            let Some(field) = element.get(name).filter(|field| field.flag("show")) else {
                continue;
            };
            let mut body = self.texts.read(&field, "placeholder");
            if body.is_empty() {
                body = Text::of("", *name);
            }
            let style = match *name {
                "email" => "email",
                "phone" => "phone_number",
                _ => "text",
            };
            let mut of_field = Question::new(format!("{}.{name}", question.key), style, body);
            of_field.is_required = field.flag("required");
            items.push(Item::new(&field.pointer, Content::Question(Box::new(of_field))));
        }
        self.report.count_mapped();
        self.report.changed(
            &element.pointer,
            "several fields in one question",
            "one question for each",
        );
    }

    fn validation(&mut self, element: &Node<'_>, question: &mut Question) {
        let Some(validation) = element.get("validation") else {
            return;
        };
        let is_any = validation.str("logic") == Some("or");
        for rule in validation.items("rules") {
            let params = rule.get("params").unwrap_or_else(|| rule.clone());
            let (min, max) = (params.count("min"), params.count("max"));
            let is_text = matches!(question.style, "text" | "textarea" | "email");
            match rule.str("type").unwrap_or_default() {
                "minLength" if is_text && !is_any => question.min_response_length = min,
                "maxLength" if is_text && !is_any => question.max_response_length = max,
                "minValue" if question.style == "numeric" && !is_any => {
                    question.lower_limit = params.number("min")
                }
                "maxValue" if question.style == "numeric" && !is_any => {
                    question.upper_limit = params.number("max")
                }
                "minSelections" if question.style == "checklist" && !is_any => {
                    question.min_selection_count = min
                }
                "maxSelections" if question.style == "checklist" && !is_any => {
                    question.max_selection_count = max
                }
                "email" if question.style == "email" => {}
                "phone" if question.style == "phone_number" => {}
                "rankAll" if question.style == "ranking" => {}
                "answerAllRows" if question.style == "matrix" => {}
                other => self.report.lost(
                    &rule.pointer,
                    format!("a check of the type `{other}`"),
                    "not checked",
                ),
            }
        }
    }
}
