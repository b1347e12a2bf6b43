//! Blocks: bubbles, inputs and what leads from one to another.

use super::Reader;
use crate::condition::{Condition, Is};
use crate::draft::{Choice, Content, Item, Question};
use crate::node::Node;
use crate::text::Text;

/// Hints for what the server does otherwise.
const CALLS: &str = "left out: a webhook of the server can send the feedback, a connector look up an answer";

impl Reader<'_> {
    /// Reads a block. Returns whether the page ends with it.
    pub(super) fn block(&mut self, block: &Node<'_>) -> bool {
        let empty = serde_json::Value::Null;
        let none = || Node {
            value: &empty,
            pointer: block.pointer.clone(),
        };
        let content = block.get("content").unwrap_or_else(none);
        let options = block.get("options").unwrap_or_else(none);
        match block.str("type").unwrap_or_default() {
            "start" => {}
            "text" => {
                let text = self.variables.rich_text(&content);
                if !text.is_empty() {
                    self.add(block, Content::Label(text));
                }
            }
            "image" | "video" | "embed" | "audio" => self.medium(block, &content),
            kind if kind.ends_with(" input") => return self.input(kind, block, &options),
            "Condition" => return self.decide(block),
            "Jump" => {
                let to = options
                    .str("blockId")
                    .or(options.str("groupId"))
                    .unwrap_or_default();
                self.jump_to(block, to, &options);
                return true;
            }
            "Redirect" => {
                let url = options.str("url").unwrap_or_default().to_owned();
                let pointer = format!("{}/url", options.pointer);
                self.current.is_end = true;
                self.current.redirect = Some((url, pointer));
                return true;
            }
            "Wait" => {}
            "Set variable" => self.report.lost(
                &block.pointer,
                "a variable that is set",
                "left out, with what depends on it",
            ),
            "Webhook" | "webhook" | "Zapier" | "Make.com" | "Pabbly" | "Google Sheets" | "Email"
            | "Chatwoot" => {
                let kind = block.str("type").unwrap_or_default();
                self.report
                    .lost(&block.pointer, format!("a call of `{kind}`"), CALLS);
            }
            "AB test" => {
                self.report
                    .lost(&block.pointer, "a path by chance", "the first one");
                if let Some(first) = block.items("items").first() {
                    self.jump(first, None);
                }
                return true;
            }
            "Typebot link" => self.report.lost(&block.pointer, "another bot", "left out"),
            "cards" => self.report.lose_question(&block.pointer, "cards with buttons"),
            other => self.report.lost(
                &block.pointer,
                format!("a block of the type `{other}`"),
                "left out",
            ),
        }
        false
    }

    fn medium(&mut self, block: &Node<'_>, content: &Node<'_>) {
        let kind = block.str("type").unwrap_or_default();
        match content.str("url").filter(|url| url.starts_with("http")) {
            Some(url) => {
                self.report
                    .changed(&block.pointer, format!("{kind} in the page"), "a link to it");
                self.add(block, Content::Link(Text::of("", url), url.to_owned()));
            }
            None => self
                .report
                .lost(&block.pointer, format!("{kind} without an address"), "left out"),
        }
    }

    fn input(&mut self, kind: &str, block: &Node<'_>, options: &Node<'_>) -> bool {
        let name = block.str("id").unwrap_or_default();
        // The bubble before an input is its question.
        let body = match self.current.items.pop() {
            Some(Item {
                content: Content::Label(text),
                ..
            }) => text,
            Some(other) => {
                self.current.items.push(other);
                Text::default()
            }
            None => Text::default(),
        };
        let mut question = Question::new(name, "text", body);
        let variable = self.variables.name_of(name);
        if question.body.is_empty() {
            question.body = Text::of("", variable.unwrap_or(&self.title));
        }
        if let Some(variable) = variable {
            question.key = variable.to_owned();
        }
        question.is_required = kind != "file input"
            || options
                .value
                .get("isRequired")
                .is_none_or(|required| required.as_bool() != Some(false));
        let labels = options.get("labels").unwrap_or_else(|| options.clone());
        question.placeholder = self.variables.text(labels.str("placeholder").unwrap_or_default());
        self.current.button = self.variables.text(labels.str("button").unwrap_or_default());
        match kind {
            "text input" => {
                question.style = if options.flag("isLong") {
                    "textarea"
                } else {
                    "text"
                }
            }
            "number input" => {
                question.style = "numeric";
                (question.lower_limit, question.upper_limit) = (options.number("min"), options.number("max"));
                question.step = options.number("step").filter(|step| *step > 0.0);
            }
            "email input" => question.style = "email",
            "phone number input" => question.style = "phone_number",
            "url input" => {
                self.report
                    .changed(&block.pointer, "an address that is checked", "asked as a text")
            }
            "time input" => self
                .report
                .changed(&block.pointer, "a time of day", "asked as a text"),
            "date input" => {
                question.style = "datepicker";
                question.placeholder = Text::default();
                if options.flag("isRange") || options.flag("hasTime") {
                    self.report.changed(
                        &block.pointer,
                        "a day with its time, or two days",
                        "asked for one day",
                    );
                }
            }
            "rating input" => self.rating(options, &labels, &mut question),
            "file input" => {
                question.style = "file";
                question.placeholder = Text::default();
                question.is_multi_select = options.flag("isMultipleAllowed");
                self.report
                    .changed(&block.pointer, "a file of any type", "images and PDF documents");
            }
            "choice input" | "picture choice input" => {
                question.style = if options.flag("isMultipleChoice") {
                    "checklist"
                } else {
                    "radio"
                };
                question.placeholder = Text::default();
                self.choices(block, &mut question);
                if question.options.is_empty() {
                    self.report
                        .changed(&block.pointer, "choices of a variable", "asked as a text");
                    question.style = "text";
                }
            }
            other => {
                self.report
                    .lose_question(&block.pointer, format!("an input of the type `{other}`"));
                if !question.body.is_empty() {
                    self.add(block, Content::Label(question.body));
                }
                return true;
            }
        }
        self.report.count_mapped();
        self.add(block, Content::Question(Box::new(question)));
        true
    }

    fn rating(&self, options: &Node<'_>, labels: &Node<'_>, question: &mut Question) {
        let is_icons = options.str("buttonType") == Some("Icons");
        let first = if is_icons {
            1.0
        } else {
            options.number("startsAt").unwrap_or(0.0)
        };
        question.style = if is_icons { "star" } else { "score" };
        (question.min, question.max) = (Some(first), options.number("length").or(Some(10.0)));
        question.min_label = self.variables.text(labels.str("left").unwrap_or_default());
        question.max_label = self.variables.text(labels.str("right").unwrap_or_default());
        question.placeholder = Text::default();
    }

    fn choices(&mut self, block: &Node<'_>, question: &mut Question) {
        for item in block.items("items") {
            let label = item.str("content").or(item.str("title")).unwrap_or_default();
            let value = item.str("value").unwrap_or(label);
            let mut text = self.variables.text(label);
            text = text.joined(
                &self.variables.text(item.str("description").unwrap_or_default()),
                "\n",
            );
            if text.is_empty() && item.get("pictureSrc").is_none() {
                continue;
            }
            let number = (question.options.len() + 1).to_string();
            let key = if value.is_empty() {
                number.clone()
            } else {
                value.to_owned()
            };
            if text.is_empty() {
                text = Text::of("", number);
            }
            let picture = item.str("pictureSrc").filter(|url| url.starts_with("http"));
            self.jump(
                &item,
                Some(Condition::test(&question.name, Is::Containing(key.clone()))),
            );
            question.options.push(Choice {
                image_url: picture.map(str::to_owned),
                ..Choice::new(key, text)
            });
        }
    }
}
