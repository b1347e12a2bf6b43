//! Questions with choices.

use super::Reader;
use crate::draft::{Choice, Question};
use crate::node::{Node, shortest, word_of};
use crate::words::{Word, word};

impl Reader<'_> {
    /// Reads the choices of a question of this style. One whose choices come from elsewhere becomes a text.
    pub(super) fn choice(&mut self, element: &Node<'_>, mut question: Question) -> Question {
        question.options = self.choices(element);
        if question.options.is_empty() {
            let pointer = element.pointer.as_str();
            self.report.changed(
                pointer,
                "choices that the survey does not contain",
                "asked as a text",
            );
            question.style = "text";
            question.is_multi_select = false;
            return question;
        }
        self.special_choices(element, &mut question);
        question.is_random = element.str("choicesOrder") == Some("random");
        if matches!(question.style, "checklist") || question.is_multi_select {
            question.min_selection_count = element.count("minSelectedChoices").filter(|count| *count > 0);
            question.max_selection_count = element.count("maxSelectedChoices").filter(|count| *count > 0);
        }
        question
    }

    /// Reads the choices that a survey contains.
    pub(super) fn choices(&mut self, element: &Node<'_>) -> Vec<Choice> {
        let listed = element.items("choices");
        let mut choices: Vec<Choice> = listed
            .iter()
            .filter_map(|choice| self.one_choice(choice))
            .collect();
        for choice in listed
            .iter()
            .filter(|choice| choice.get("visibleIf").is_some() || choice.get("enableIf").is_some())
        {
            self.report
                .lost(&choice.pointer, "the condition of a choice", "always offered");
        }
        if choices.is_empty()
            && let (Some(min), Some(max)) = (element.number("choicesMin"), element.number("choicesMax"))
        {
            let step = element
                .number("choicesStep")
                .filter(|step| *step > 0.0)
                .unwrap_or(1.0);
            let number = ((max - min) / step).floor();
            if (0.0..1_000.0).contains(&number) {
                choices = (0..=number as u32)
                    .map(|n| shortest(min + f64::from(n) * step))
                    .map(|key| Choice::new(key.clone(), crate::text::Text::of("", key)))
                    .collect();
            }
        }
        for name in [
            "choicesByUrl",
            "choicesFromQuestion",
            "choicesVisibleIf",
            "choicesEnableIf",
        ] {
            if element
                .get(name)
                .is_some_and(|setting| !setting.value.as_object().is_some_and(serde_json::Map::is_empty))
            {
                self.report.lost(
                    &format!("{}/{name}", element.pointer),
                    format!("choices by `{name}`"),
                    "the choices that are listed",
                );
            }
        }
        match element.str("choicesOrder") {
            Some("asc") => choices.sort_by(|one, other| one.body.any().cmp(other.body.any())),
            Some("desc") => choices.sort_by(|one, other| other.body.any().cmp(one.body.any())),
            _ => {}
        }
        choices
    }

    pub(super) fn one_choice(&self, choice: &Node<'_>) -> Option<Choice> {
        let key = word_of(choice.value).or_else(|| choice.word("value"))?;
        let mut text = self.names.text(choice, "text");
        if text.is_empty() {
            text.set(self.names.language(), crate::text::verbatim(&key));
        }
        let mut read = Choice::new(key, text);
        read.image_url = choice
            .str("imageLink")
            .filter(|link| link.starts_with("http"))
            .map(str::to_owned);
        if choice.get("imageLink").is_some() && read.image_url.is_none() {
            // The key stands for a picture without an address.
            read.image_url = None;
        }
        Some(read)
    }

    /// Adds “other”, “none” and their like, which settings switch on.
    fn special_choices(&mut self, element: &Node<'_>, question: &mut Question) {
        let has = |names: [&str; 2]| names.iter().any(|name| element.flag(name));
        let is_plural = question.style == "checklist" || question.is_multi_select;
        if has(["hasNone", "showNoneItem"]) {
            self.special(element, question, "none", "noneText", "None", is_plural);
        }
        if has(["showRefuseItem", "hasRefuse"]) {
            self.special(
                element,
                question,
                "refused",
                "refuseText",
                "Refuse to answer",
                is_plural,
            );
        }
        if has(["showDontKnowItem", "hasDontKnow"]) {
            self.special(
                element,
                question,
                "dontknow",
                "dontKnowText",
                "Don't know",
                is_plural,
            );
        }
        if has(["hasOther", "showOtherItem"]) {
            let mut text = self.names.text(element, "otherText");
            if text.is_empty() {
                text = word(Word::Other, &[self.names.language().to_owned()]);
            }
            question.options.push(Choice {
                asks_for_text: question.style != "ranking",
                ..Choice::new("other", text)
            });
        }
        if has(["hasSelectAll", "showSelectAllItem"]) {
            self.report
                .lost(&element.pointer, "a choice that selects all others", "left out");
        }
    }

    fn special(
        &self,
        element: &Node<'_>,
        question: &mut Question,
        key: &str,
        text: &str,
        default: &str,
        is_exclusive: bool,
    ) {
        let mut body = self.names.text(element, text);
        if body.is_empty() {
            body.set(self.names.language(), default);
        }
        question.options.push(Choice {
            is_exclusive,
            ..Choice::new(key, body)
        });
    }
}
