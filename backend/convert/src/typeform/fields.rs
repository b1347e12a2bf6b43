//! Fields by their type, each a page.

use super::{Reader, name_of};
use crate::draft::{Choice, Content, Item, Question, Row};
use crate::node::Node;
use crate::text::Text;
use crate::words::{Word, word};

impl Reader<'_, '_> {
    /// Reads fields. `heading` is the text of the group that they are in, which the first page of them shows.
    pub(super) fn fields(&mut self, fields: &[Node<'_>], mut heading: Option<Item>, depth: usize) {
        for field in fields {
            let properties = field.get("properties").unwrap_or_else(|| field.clone());
            self.attachment(field);
            let kind = field.str("type").unwrap_or_default();
            if matches!(kind, "group" | "inline_group" | "multi_format") && depth > 0 {
                let text = self
                    .text(field, "title")
                    .joined(&self.text(&properties, "description"), "\n");
                let inner = properties.items("fields");
                // A page of its own, which jumps to the group name.
                self.add_page(field, vec![Item::new(&field.pointer, Content::Label(text))]);
                self.fields(&inner, None, depth - 1);
                continue;
            }
            let mut items: Vec<Item> = heading.take().into_iter().collect();
            self.field(kind, field, &properties, &mut items);
            self.add_page(field, items);
            let button = self.text(&properties, "button_text");
            if let Some(page) = self.pages.last_mut() {
                page.button = button;
            }
        }
    }

    fn field(&mut self, kind: &str, field: &Node<'_>, properties: &Node<'_>, items: &mut Vec<Item>) {
        let pointer = field.pointer.as_str();
        let validations = field.get("validations").unwrap_or_else(|| field.clone());
        let mut question = Question::new(name_of(field), "text", self.text(field, "title"));
        question.description = self.text(properties, "description");
        question.is_required = validations.flag("required");
        match kind {
            "short_text" | "long_text" => {
                question.style = if kind == "long_text" { "textarea" } else { "text" };
                question.max_response_length = validations.count("max_length").filter(|length| *length > 0);
                question.min_response_length = validations.count("min_length").filter(|length| *length > 0);
            }
            "website" => self
                .report
                .changed(pointer, "an address that is checked", "asked as a text"),
            "email" => question.style = "email",
            "phone_number" => question.style = "phone_number",
            "number" => {
                question.style = "numeric";
                (question.lower_limit, question.upper_limit) =
                    (validations.number("min_value"), validations.number("max_value"));
            }
            "date" => question.style = "datepicker",
            "yes_no" => {
                question.style = "radio";
                let own = [self.language.to_owned()];
                let yes_and_no = [("true", Word::Yes), ("false", Word::No)];
                question.options = yes_and_no
                    .map(|(key, label)| Choice::new(key, word(label, &own)))
                    .into();
            }
            "legal" => question.style = "agreement",
            "multiple_choice" | "picture_choice" | "checkbox" => {
                let is_plural = properties.flag("allow_multiple_selection") || kind == "checkbox";
                question.style = if is_plural { "checklist" } else { "radio" };
                self.choices(properties, &validations, &mut question);
            }
            "dropdown" => {
                question.style = "dropdown";
                self.choices(properties, &validations, &mut question);
            }
            "ranking" => {
                question.style = "ranking";
                self.choices(properties, &validations, &mut question);
            }
            "nps" => self.scale(properties, &mut question, "score", 0.0, 10.0),
            "opinion_scale" => {
                let min = if properties.flag("start_at_one") { 1.0 } else { 0.0 };
                let steps = properties.number("steps").unwrap_or(11.0);
                self.scale(properties, &mut question, "score", min, min + steps - 1.0);
            }
            "rating" => self.scale(
                properties,
                &mut question,
                "star",
                1.0,
                properties.number("steps").unwrap_or(5.0),
            ),
            "file_upload" => {
                question.style = "file";
                self.report
                    .changed(pointer, "a file of any type", "images and PDF documents");
            }
            "matrix" => self.matrix(properties, &mut question),
            "statement" => {
                let text = question.body.joined(&question.description, "\n");
                items.push(Item::new(pointer, Content::Label(text)));
                return self.report.count_mapped();
            }
            "address" | "contact_info" => return self.parts(properties, &question, kind, pointer, items),
            "payment" => return self.report.lose_question(pointer, "a payment"),
            "calendly" => return self.report.lose_question(pointer, "a booking with Calendly"),
            other => {
                return self
                    .report
                    .lose_question(pointer, format!("a field of the type `{other}`"));
            }
        }
        self.report.count_mapped();
        items.push(Item::new(pointer, Content::Question(Box::new(question))));
    }

    fn choices(&mut self, properties: &Node<'_>, validations: &Node<'_>, question: &mut Question) {
        for (at, choice) in properties.items("choices").iter().enumerate() {
            let label = self.text(choice, "label");
            let key = choice.str("ref").or(choice.str("id")).or(choice.str("label"));
            let picture = choice
                .get("attachment")
                .and_then(|attachment| attachment.str("href").map(str::to_owned));
            question.options.push(Choice {
                image_url: picture.filter(|url| url.starts_with("http")),
                ..Choice::new(
                    key.map_or_else(|| (at + 1).to_string(), str::to_owned),
                    if label.is_empty() {
                        Text::of("", (at + 1).to_string())
                    } else {
                        label
                    },
                )
            });
        }
        if properties.flag("allow_other_choice") && question.style != "ranking" {
            question.options.push(Choice {
                asks_for_text: true,
                ..Choice::new("other", word(Word::Other, &[self.language.to_owned()]))
            });
        }
        question.is_random = properties.flag("randomize");
        if properties.flag("alphabetical_order") {
            question
                .options
                .sort_by(|one, other| one.body.any().cmp(other.body.any()));
        }
        if question.style == "checklist" {
            question.min_selection_count = validations.count("min_selection").filter(|count| *count > 0);
            question.max_selection_count = validations.count("max_selection").filter(|count| *count > 0);
        }
    }

    fn scale(
        &mut self,
        properties: &Node<'_>,
        question: &mut Question,
        style: &'static str,
        min: f64,
        max: f64,
    ) {
        question.style = style;
        (question.min, question.max) = (Some(min), Some(max));
        let Some(labels) = properties.get("labels") else {
            return;
        };
        question.min_label = self.text(&labels, "left");
        question.max_label = self.text(&labels, "right");
        if labels.str("center").is_some_and(|label| !label.is_empty()) {
            self.report.lost(
                &format!("{}/center", labels.pointer),
                "the label in the middle of a scale",
                "left out",
            );
        }
    }

    /// Reads a matrix, whose fields are its rows and have the columns as choices.
    fn matrix(&mut self, properties: &Node<'_>, question: &mut Question) {
        question.style = "matrix";
        for row in properties.items("fields") {
            let of_row = row.get("properties").unwrap_or_else(|| row.clone());
            if question.options.is_empty() {
                let none = Node {
                    value: &serde_json::Value::Null,
                    pointer: String::new(),
                };
                self.choices(&of_row, &none, question);
            }
            question.is_multi_select |= of_row.flag("allow_multiple_selection");
            question.is_required |= row
                .get("validations")
                .is_some_and(|validations| validations.flag("required"));
            let (id, key) = (String::new(), name_of(&row));
            question.statements.push(Row {
                id,
                key,
                body: self.text(&row, "title"),
            });
        }
    }

    /// Asks for each part of an address or a contact by a question of its own.
    fn parts(
        &mut self,
        properties: &Node<'_>,
        question: &Question,
        kind: &str,
        pointer: &str,
        items: &mut Vec<Item>,
    ) {
        items.push(Item::new(
            pointer,
            Content::Label(question.body.joined(&question.description, "\n")),
        ));
        self.report.count_mapped();
        self.report
            .changed(pointer, "several fields in one question", "one question for each");
        let parts = properties.items("fields");
        for part in &parts {
            let own = part.get("properties").unwrap_or_else(|| part.clone());
            let style = match part.str("type") {
                Some("email") => "email",
                Some("phone_number") => "phone_number",
                _ => "text",
            };
            let name = name_of(part);
            let mut of_part = Question::new(name, style, self.text(part, "title"));
            of_part.description = self.text(&own, "description");
            of_part.is_required = part
                .get("validations")
                .is_some_and(|validations| validations.flag("required"));
            items.push(Item::new(&part.pointer, Content::Question(Box::new(of_part))));
        }
        const ADDRESS: &[(&str, &str)] = &[
            ("address", "Address"),
            ("city", "City"),
            ("state", "State"),
            ("zip", "Postal code"),
            ("country", "Country"),
        ];
        const CONTACT: &[(&str, &str)] = &[
            ("first_name", "First name"),
            ("last_name", "Last name"),
            ("phone_number", "Phone number"),
            ("email", "Email"),
            ("company", "Company"),
        ];
        let defaults = if kind == "address" { ADDRESS } else { CONTACT };
        for (name, label) in defaults.iter().filter(|_| parts.is_empty()) {
            let style = match *name {
                "email" => "email",
                "phone_number" => "phone_number",
                _ => "text",
            };
            let mut of_part =
                Question::new(format!("{}.{name}", question.key), style, Text::of("en", *label));
            of_part.is_required = question.is_required && !matches!(*name, "company" | "state");
            items.push(Item::new(pointer, Content::Question(Box::new(of_part))));
        }
    }
}
