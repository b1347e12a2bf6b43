//! Questions by their type.

use super::Reader;
use super::settings::QUESTION;
use crate::draft::{Choice, Content, Item, Question};
use crate::node::{Node, word_of};
use crate::text::Text;
use crate::words::{Word, word};

impl Reader<'_> {
    /// Reads an element that is no panel.
    pub(super) fn question(&mut self, element: &Node<'_>, depth: usize, items: &mut Vec<Item>) {
        let name = element.str("name").unwrap_or_default();
        let mut title = self.names.text(element, "title");
        if title.is_empty() {
            title.set(self.names.language(), crate::text::verbatim(name));
        }
        let mut question = Question::new(name, "text", title);
        question.description = self.names.text(element, "description");
        question.is_required = element.flag("isRequired");
        let kind = element.str("type").unwrap_or_default();
        let from = items.len();
        self.by_type(kind, element, question, depth, items);
        if items.len() == from {
            return;
        }
        if element.flag("hasComment") || element.flag("showCommentArea") {
            let mut text = self.names.text(element, "commentText");
            if text.is_empty() {
                text = word(Word::Other, &[self.names.language().to_owned()]);
            }
            let comment = Question::new(format!("{name}-Comment"), "textarea", text);
            items.push(Item::new(&element.pointer, Content::Question(Box::new(comment))));
        }
        for name in element.others(QUESTION) {
            self.report.lost(
                &format!("{}/{name}", element.pointer),
                format!("the setting `{name}`"),
                "left out",
            );
        }
    }

    /// Reads a question of this type, of which `question` has what all types have.
    pub(super) fn by_type(
        &mut self,
        kind: &str,
        element: &Node<'_>,
        mut question: Question,
        depth: usize,
        items: &mut Vec<Item>,
    ) {
        let styled = |question: Question, style| Question { style, ..question };
        match kind {
            "text" => self.text(element, question, items),
            "comment" => {
                self.lengths(element, &mut question);
                self.add(element, styled(question, "textarea"), items);
            }
            "radiogroup" | "buttongroup" => self.add_choice(element, styled(question, "radio"), items),
            "dropdown" => self.add_choice(element, styled(question, "dropdown"), items),
            "checkbox" | "tagbox" => self.add_choice(element, styled(question, "checklist"), items),
            "imagepicker" => {
                let style = if element.flag("multiSelect") {
                    "checklist"
                } else {
                    "radio"
                };
                self.add_choice(element, styled(question, style), items);
            }
            "ranking" => self.add_choice(element, styled(question, "ranking"), items),
            "boolean" => {
                question.options = self.yes_and_no(element);
                self.add(element, styled(question, "radio"), items);
            }
            "rating" => self.rating(element, question, items),
            "slider" => self.slider(element, question, items),
            "matrix" => self.matrix(element, styled(question, "matrix"), items),
            "matrixdropdown" | "matrixdynamic" if depth > 0 => {
                self.columns_as_questions(element, &question.body, depth - 1, items);
            }
            "multipletext" => self.several_texts(element, &question.body, items),
            "paneldynamic" if depth > 0 => {
                self.report.changed(
                    &element.pointer,
                    "panels that visitors add",
                    "its questions are asked once",
                );
                items.push(Item::new(&element.pointer, Content::Label(question.body)));
                for inner in element.items("templateElements") {
                    let conditions = self.names.shown_if(&inner, self.report);
                    let from = items.len();
                    self.question(&inner, depth - 1, items);
                    for item in items.iter_mut().skip(from) {
                        item.shown_if.extend(conditions.iter().cloned());
                    }
                }
            }
            "panel" if depth > 0 => self.elements(element, &[], depth - 1, items),
            "html" => {
                let text = self.names.text(element, "html");
                if !text.is_empty() {
                    items.push(Item::new(&element.pointer, Content::Label(text)));
                }
            }
            "image" => self.image(element, items),
            "file" => {
                question.is_multi_select = element.flag("allowMultiple");
                self.report
                    .changed(&element.pointer, "a file of any type", "images and PDF documents");
                self.add(element, styled(question, "file"), items);
            }
            "signaturepad" => self.report.lose_question(&element.pointer, "a signature"),
            "expression" => self
                .report
                .lost(&element.pointer, "a calculated value", "left out"),
            other => self
                .report
                .lose_question(&element.pointer, format!("a question of the type `{other}`")),
        }
    }

    pub(super) fn add(&mut self, element: &Node<'_>, question: Question, items: &mut Vec<Item>) {
        self.report.count_mapped();
        items.push(Item::new(&element.pointer, Content::Question(Box::new(question))));
    }

    fn add_choice(&mut self, element: &Node<'_>, question: Question, items: &mut Vec<Item>) {
        let mut question = self.choice(element, question);
        self.validators(element, &mut question);
        self.add(element, question, items);
    }

    fn text(&mut self, element: &Node<'_>, mut question: Question, items: &mut Vec<Item>) {
        let input = element.str("inputType").unwrap_or("text");
        self.input(element, input, &mut question);
        self.lengths(element, &mut question);
        self.add(element, question, items);
    }

    /// Chooses the style of a text by its `inputType`.
    fn input(&mut self, element: &Node<'_>, input: &str, question: &mut Question) {
        let pointer = element.pointer.as_str();
        question.style = match input {
            "email" => "email",
            "number" => {
                (question.lower_limit, question.upper_limit) = (element.number("min"), element.number("max"));
                question.step = element.number("step").filter(|step| *step > 0.0);
                "numeric"
            }
            "range" => {
                (question.min, question.max) = (element.number("min"), element.number("max"));
                question.step = element.number("step").filter(|step| *step > 0.0);
                "slider"
            }
            "date" => "datepicker",
            "datetime-local" | "datetime" => {
                self.report
                    .changed(pointer, "a day with its time", "asked for the day");
                "datepicker"
            }
            "tel" => {
                self.report.changed(
                    pointer,
                    "a telephone number as it is typed",
                    "a number with its country code",
                );
                "phone_number"
            }
            "" | "text" => "text",
            other => {
                self.report.changed(
                    pointer,
                    format!("an input of the type `{other}`"),
                    "asked as a text",
                );
                "text"
            }
        };
        if matches!(question.style, "datepicker")
            && (element.get("min").is_some() || element.get("max").is_some())
        {
            self.report.lost(pointer, "bounds of a day", "any day");
        }
    }

    fn lengths(&mut self, element: &Node<'_>, question: &mut Question) {
        if matches!(question.style, "text" | "email") {
            question.max_response_length = element.count("maxLength").filter(|length| *length > 0);
        }
        question.placeholder = self
            .names
            .text(element, "placeholder")
            .joined(&self.names.text(element, "placeHolder"), " ");
        self.validators(element, question);
    }

    fn validators(&mut self, element: &Node<'_>, question: &mut Question) {
        for validator in element.items("validators") {
            match validator.str("type") {
                Some("text" | "textvalidator") if matches!(question.style, "text" | "textarea" | "email") => {
                    question.min_response_length = validator.count("minLength").filter(|length| *length > 0);
                    question.max_response_length = validator
                        .count("maxLength")
                        .filter(|length| *length > 0)
                        .or(question.max_response_length);
                }
                Some("numeric" | "numericvalidator") if matches!(question.style, "numeric" | "text") => {
                    question.style = "numeric";
                    question.lower_limit = validator.number("minValue").or(question.lower_limit);
                    question.upper_limit = validator.number("maxValue").or(question.upper_limit);
                }
                Some("email" | "emailvalidator") if matches!(question.style, "text" | "email") => {
                    question.style = "email"
                }
                Some("answercount" | "answercountvalidator") if question.style == "checklist" => {
                    question.min_selection_count = validator.count("minCount").filter(|count| *count > 0);
                    question.max_selection_count = validator.count("maxCount").filter(|count| *count > 0);
                }
                kind => {
                    let what = format!("a check of the type `{}`", kind.unwrap_or_default());
                    self.report.lost(&validator.pointer, what, "not checked");
                }
            }
        }
    }

    pub(super) fn yes_and_no(&self, element: &Node<'_>) -> Vec<Choice> {
        let option = |value: &str, default: &str, label: &str, default_label: Word| {
            let key = element.word(value).unwrap_or_else(|| default.to_owned());
            let text = self.names.text(element, label);
            let own = [self.names.language().to_owned()];
            Choice::new(
                key,
                if text.is_empty() {
                    word(default_label, &own)
                } else {
                    text
                },
            )
        };
        vec![
            option("valueTrue", "true", "labelTrue", Word::Yes),
            option("valueFalse", "false", "labelFalse", Word::No),
        ]
    }

    pub(super) fn rate_options(&self, element: &Node<'_>) -> Vec<Choice> {
        let listed: Vec<Choice> = element
            .items("rateValues")
            .iter()
            .filter_map(|value| self.one_choice(value))
            .collect();
        if !listed.is_empty() {
            return listed;
        }
        let (min, max, step) = rate_bounds(element);
        let number = ((max - min) / step).floor().clamp(0.0, 100.0);
        (0..=number as u32)
            .map(|n| crate::node::shortest(min + f64::from(n) * step))
            .map(|key| Choice::new(key.clone(), Text::of("", key)))
            .collect()
    }

    fn rating(&mut self, element: &Node<'_>, mut question: Question, items: &mut Vec<Item>) {
        let values = element.items("rateValues");
        let has_texts = values.iter().any(|value| {
            value.get("text").is_some()
                || word_of(value.value).is_some_and(|word| word.parse::<i32>().is_err())
        });
        let numbers: Vec<f64> = values
            .iter()
            .filter_map(|value| word_of(value.value).or_else(|| value.word("value"))?.parse().ok())
            .collect();
        let is_row = numbers.len() == values.len()
            && numbers
                .windows(2)
                .all(|pair| matches!(pair, [one, next] if (next - one - 1.0).abs() < 1e-9));
        let (mut min, mut max, step) = rate_bounds(element);
        if let ([first, .., last], true) = (numbers.as_slice(), is_row) {
            (min, max) = (*first, *last);
        }
        let is_scale = step.fract() == 0.0 && min.fract() == 0.0 && max > min && (max - min) / step <= 100.0;
        if !values.is_empty() && (has_texts || !is_row) || !is_scale {
            question.style = "radio";
            question.options = self.rate_options(element);
            if element.get("minRateDescription").is_some() || element.get("maxRateDescription").is_some() {
                self.report.lost(
                    &element.pointer,
                    "labels at the ends of the scale",
                    "the labels of the choices",
                );
            }
        } else {
            let kind = element.str("rateType").or(element.str("rateDisplayMode"));
            let is_stars = kind == Some("stars") && (min - 1.0).abs() < 1e-9;
            question.style = if is_stars { "star" } else { "score" };
            (question.min, question.max) = (Some(min), Some(max));
            question.step = Some(step).filter(|step| (*step - 1.0).abs() > 1e-9);
            question.min_label = self.names.text(element, "minRateDescription");
            question.max_label = self.names.text(element, "maxRateDescription");
            if kind == Some("smileys") {
                self.report
                    .changed(&element.pointer, "a scale of smileys", "a scale of numbers");
            }
        }
        self.add(element, question, items);
    }

    fn slider(&mut self, element: &Node<'_>, mut question: Question, items: &mut Vec<Item>) {
        (question.min, question.max) = (element.number("min"), element.number("max"));
        question.step = element.number("step").filter(|step| *step > 0.0);
        if element.str("sliderType").unwrap_or_default() == "range" {
            self.report.changed(
                &element.pointer,
                "a slider for two ends of a range",
                "a slider for one number",
            );
        }
        self.add(
            element,
            Question {
                style: "slider",
                ..question
            },
            items,
        );
    }

    fn several_texts(&mut self, element: &Node<'_>, title: &Text, items: &mut Vec<Item>) {
        let name = element.str("name").unwrap_or_default();
        let inputs = element.items("items");
        if inputs.is_empty() {
            return self
                .report
                .lose_question(&element.pointer, "texts of which there is none");
        }
        items.push(Item::new(&element.pointer, Content::Label(title.clone())));
        for item in inputs {
            let item_name = item.word("name").unwrap_or_default();
            let mut text = self.names.text(&item, "title");
            if text.is_empty() {
                text.set(self.names.language(), crate::text::verbatim(&item_name));
            }
            let mut question = Question::new(format!("{name}.{item_name}"), "text", text);
            question.is_required = item.flag("isRequired");
            self.input(&item, item.str("inputType").unwrap_or("text"), &mut question);
            self.lengths(&item, &mut question);
            items.push(Item::new(&item.pointer, Content::Question(Box::new(question))));
        }
        self.report.count_mapped();
        self.report.changed(
            &element.pointer,
            "several texts in one question",
            "one question for each",
        );
    }

    fn image(&mut self, element: &Node<'_>, items: &mut Vec<Item>) {
        let link = element.str("imageLink").filter(|link| link.starts_with("http"));
        let Some(link) = link else {
            return self
                .report
                .lost(&element.pointer, "an image without an address", "left out");
        };
        self.report
            .changed(&element.pointer, "an image in the page", "a link to it");
        let mut text = self.names.text(element, "altText");
        if text.is_empty() {
            text.set(self.names.language(), link);
        }
        items.push(Item::new(&element.pointer, Content::Link(text, link.to_owned())));
    }
}

/// Returns the ends of a rating's scale, and its step.
fn rate_bounds(element: &Node<'_>) -> (f64, f64, f64) {
    let min = element.number("rateMin").unwrap_or(1.0);
    let step = element
        .number("rateStep")
        .filter(|step| *step > 0.0)
        .unwrap_or(1.0);
    let by_count = element
        .number("rateCount")
        .map(|count| min + (count - 1.0) * step);
    (min, element.number("rateMax").or(by_count).unwrap_or(5.0), step)
}
