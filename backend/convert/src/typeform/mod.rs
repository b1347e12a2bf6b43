//! Typeform: the JSON of a form, as its Create API gives it.

mod fields;
mod logic;
mod variables;

use crate::draft::{Content, Draft, Item, Next, Page, Question, Target};
use crate::node::Node;
use crate::report::Report;
use crate::text::{Text, pipe, without_html};

pub(crate) fn recognizes(form: &Node<'_>) -> bool {
    let is_field = |field: &Node<'_>| field.str("type").is_some() && field.get("title").is_some();
    form.items("fields").iter().any(is_field)
}

pub(crate) fn read(form: &Node<'_>, report: &mut Report) -> Draft {
    let settings = form.get("settings");
    let language = form
        .str("language")
        .or(settings.as_ref().and_then(|settings| settings.str("language")))
        .unwrap_or_default();
    let mut reader = Reader {
        language,
        form,
        report,
        pages: Vec::new(),
    };
    reader.welcome();
    reader.fields(&form.items("fields"), None, 5);
    reader.endings();
    reader.hidden_fields();
    reader.jumps();
    reader.others();
    let progress = settings.is_some_and(|settings| settings.flag("show_progress_bar"));
    let variables = reader.variables();
    let pages = reader.pages;
    Draft {
        name: form.str("title").unwrap_or_default().to_owned(),
        languages: vec![language.to_owned()],
        pages,
        variables,
        has_progress: progress,
        one_at_a_time: true,
        ..Draft::default()
    }
}

struct Reader<'r, 'a> {
    language: &'a str,
    form: &'r Node<'a>,
    report: &'r mut Report,
    pages: Vec<Page>,
}

impl Reader<'_, '_> {
    fn text(&self, node: &Node<'_>, name: &str) -> Text {
        Text::of(self.language, with_recalls(node.str(name).unwrap_or_default()))
    }

    fn welcome(&mut self) {
        for screen in self.form.items("welcome_screens") {
            let properties = screen.get("properties").unwrap_or_else(|| screen.clone());
            let text = self
                .text(&screen, "title")
                .joined(&self.text(&properties, "description"), "\n");
            self.attachment(&screen);
            self.pages.push(Page {
                name: name_of(&screen),
                pointer: screen.pointer.clone(),
                items: vec![Item::new(&screen.pointer, Content::Label(text))],
                button: self.text(&properties, "button_text"),
                ..Page::default()
            });
        }
    }

    fn endings(&mut self) {
        for screen in self.form.items("thankyou_screens") {
            let properties = screen.get("properties").unwrap_or_else(|| screen.clone());
            let text = self
                .text(&screen, "title")
                .joined(&self.text(&properties, "description"), "\n");
            self.attachment(&screen);
            let mut items = vec![Item::new(&screen.pointer, Content::Label(text))];
            let redirect = properties.str("redirect_url").filter(|url| !url.is_empty());
            let is_link = properties.flag("show_button") && screen.str("type") != Some("url_redirect");
            let at = format!("{}/redirect_url", properties.pointer);
            if let Some(url) = redirect.filter(|_| is_link) {
                let label = self.text(&properties, "button_text");
                let label = if label.is_empty() {
                    Text::of("", url)
                } else {
                    label
                };
                items.push(Item::new(&at, Content::Link(label, url.to_owned())));
            }
            self.pages.push(Page {
                name: name_of(&screen),
                pointer: screen.pointer.clone(),
                is_end: true,
                items,
                redirect: redirect.filter(|_| !is_link).map(|url| (url.to_owned(), at)),
                ..Page::default()
            });
        }
        let url = self
            .form
            .get("settings")
            .and_then(|settings| settings.get("redirect_after_submit_url"));
        if let Some((url, at)) = url
            .and_then(|url| Some((url.value.as_str()?.to_owned(), url.pointer)))
            .filter(|(url, _)| !url.is_empty())
        {
            match self.pages.iter_mut().find(|page| page.is_end) {
                Some(end) => end.redirect = Some((url, at)),
                None => self.pages.push(Page {
                    name: "thanks".into(),
                    is_end: true,
                    redirect: Some((url, at)),
                    ..Page::default()
                }),
            }
        }
    }

    fn hidden_fields(&mut self) {
        let Some(hidden) = self.form.get("hidden") else {
            return;
        };
        let field = |field: Node<'_>| {
            let name = field.value.as_str()?;
            let mut question = Question::new(name, "hidden_field", Text::of("", name));
            // A field can have the same name.
            question.name = format!("hidden:{name}");
            question.prefill = Some(name.to_owned());
            Some(Item::new(&field.pointer, Content::Question(Box::new(question))))
        };
        let items = hidden.list().filter_map(field).collect();
        self.pages.push(Page {
            name: "hidden fields".into(),
            items,
            ..Page::default()
        });
    }

    /// Reports what a form has beside its fields.
    fn others(&mut self) {
        if let Some(outcome) = self.form.get("outcome") {
            self.report.lost(
                &outcome.pointer,
                "the outcome of a quiz",
                "left out, with what depends on it",
            );
        }
        let settings = self.form.get("settings");
        for name in [
            "notification",
            "google_analytics",
            "facebook_pixel",
            "google_tag_manager",
            "capabilities",
        ] {
            let setting = settings.as_ref().and_then(|settings| settings.get(name));
            if let Some(setting) = setting {
                self.report
                    .lost(&setting.pointer, format!("the setting `{name}`"), "left out");
            }
        }
    }

    fn attachment(&mut self, node: &Node<'_>) {
        if let Some(attachment) = node.get("attachment") {
            let kind = if attachment.str("type") == Some("video") {
                "a video"
            } else {
                "a picture"
            };
            self.report.lost(&attachment.pointer, kind, "left out");
        }
    }

    /// Adds a page with one field.
    fn add_page(&mut self, field: &Node<'_>, items: Vec<Item>) {
        self.pages.push(Page {
            name: name_of(field),
            pointer: field.pointer.clone(),
            items,
            next: Next::Following,
            ..Page::default()
        });
    }

    /// Returns the page that a jump names: a field or a group stands for its first page.
    fn target(&self, to: &Node<'_>) -> Target {
        match to.str("value") {
            Some("default_tys") | None => Target::End,
            Some(name) => Target::Page(name.to_owned()),
        }
    }
}

/// Returns what jumps and recalls name something by.
fn name_of(node: &Node<'_>) -> String {
    node.str("ref").or(node.str("id")).unwrap_or_default().to_owned()
}

/// Makes pipes of `{{field:ref}}`, `{{hidden:name}}` and `{{var:name}}`, and takes the marks of bold and italic out.
fn with_recalls(text: &str) -> String {
    let text = without_html(text);
    let mut whole = String::new();
    let mut rest = text.as_str();
    while let Some((before, recall)) = rest.split_once("{{") {
        whole.push_str(&without_marks(before));
        let Some((name, after)) = recall.split_once("}}") else {
            rest = recall;
            continue;
        };
        match name.split_once(':') {
            Some(("field", name)) => whole.push_str(&pipe(name, "")),
            Some(("hidden", name)) => whole.push_str(&pipe(&format!("hidden:{name}"), "")),
            _ => whole.push_str(&pipe(name, "")),
        }
        rest = after;
    }
    whole.push_str(&without_marks(rest));
    whole
}

/// Takes out the marks of bold and italic around words.
fn without_marks(text: &str) -> String {
    let mut plain = text.to_owned();
    for mark in ["*", "_"] {
        let words: Vec<&str> = plain.split(' ').collect();
        let is_marked =
            plain.matches(mark).count() % 2 == 0 && words.iter().any(|word| word.starts_with(mark));
        if is_marked {
            let stripped: Vec<&str> = words
                .iter()
                .map(|word| word.strip_prefix(mark).unwrap_or(word))
                .map(|word| word.strip_suffix(mark).unwrap_or(word))
                .collect();
            plain = stripped.join(" ");
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_pipes_of_recalls_and_takes_marks_out() {
        let piped = format!("Hi {}, *{}!", pipe("name", ""), pipe("hidden:shop", ""));
        assert_eq!(with_recalls("Hi {{field:name}}, *{{hidden:shop}}!"), piped);
        assert_eq!(with_recalls("A *bold word* and _one_"), "A bold word and one");
        assert_eq!(with_recalls("2 * 3 = 6, snake_case"), "2 * 3 = 6, snake_case");
    }
}
