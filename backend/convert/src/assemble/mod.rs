//! Makes a flow of a draft: divides its pages where conditions need it, connects them, gives ids, and writes JSON.

mod comparison;
mod ids;
mod passing;
mod paths;
mod places;
mod rules;
mod scores;
mod showing;
mod writing;

pub(crate) use ids::stem_of;

use crate::draft::{Content, Draft, Item, Page};
use crate::report::Report;
use crate::text::Text;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// A flow, and the pointer into the source of each part of it.
pub(crate) struct Assembled {
    pub(crate) flow: Value,
    /// By the id of an element.
    pub(crate) elements: HashMap<String, String>,
    /// By the position of a transition.
    pub(crate) transitions: Vec<String>,
}

/// The most pages and elements of a flow (docs/flows.md#limits). The check has more limits; these bound the work before it.
const MAX_PAGES: usize = 2_000;
const MAX_ELEMENTS: usize = 10_000;

/// Makes a flow with this id.
///
/// # Errors
/// The flow would be larger than one may be.
pub(crate) fn assemble(mut draft: Draft, id: &str, report: &mut Report) -> Result<Assembled, String> {
    let elements: usize = draft.pages.iter().map(|page| page.items.len() + 1).sum();
    if draft.pages.len() > MAX_PAGES || elements > MAX_ELEMENTS {
        return Err(format!(
            "it may have at most {MAX_PAGES} pages and {MAX_ELEMENTS} elements"
        ));
    }
    scores::settle(&mut draft, report);
    name_languages(&mut draft);
    draft.languages.truncate(100);
    if draft.pages.iter().all(|page| page.is_end) {
        draft.pages.insert(0, Page::default());
    }
    link_redirects(&mut draft, report);
    move_hidden_fields(&mut draft);
    passing::pass_through(&mut draft);
    showing::divide(&mut draft, report);
    let ways = paths::connect(&mut draft, report).ok_or("it needs more transitions than a flow may have")?;
    Ok(writing::write(draft, ways, id, report))
}

/// Gives each text its language. A survey in one unnamed language keeps plain texts.
fn name_languages(draft: &mut Draft) {
    let mut used = BTreeSet::new();
    each_text(draft, &mut |text| {
        used.extend(text.languages().map(str::to_owned))
    });
    draft.languages = std::mem::take(&mut draft.languages)
        .iter()
        .map(|language| crate::text::code(language))
        .collect();
    let mut known = BTreeSet::new();
    draft
        .languages
        .retain(|language| !language.is_empty() && known.insert(language.clone()));
    used.remove("");
    draft
        .languages
        .extend(used.into_iter().filter(|language| !known.contains(language)));
    if let Some(own) = draft.languages.first().cloned() {
        each_text(draft, &mut |text| text.name_language(&own));
    }
}

/// Makes links of addresses to which ends lead by themselves: only a node can allow their hosts, and a flow comes without one.
fn link_redirects(draft: &mut Draft, report: &mut Report) {
    for page in &mut draft.pages {
        let Some((url, pointer)) = page.redirect.take() else {
            continue;
        };
        if url.starts_with("http") {
            report.changed(&pointer, "a redirect at the end", "a link on the thank-you page");
            let own = draft.languages.first().map_or("", String::as_str);
            page.items
                .push(Item::new(&pointer, Content::Link(Text::of(own, &url), url)));
        } else {
            report.lost(&pointer, "a redirect at the end", "the thank-you page");
        }
    }
}

/// Puts hidden fields on the first page, where rules and pipes of all pages can use them.
fn move_hidden_fields(draft: &mut Draft) {
    let mut hidden = Vec::new();
    for page in &mut draft.pages {
        let is_hidden = |item: &mut Item| {
            item.question()
                .is_some_and(|question| question.style == "hidden_field")
        };
        hidden.extend(page.items.extract_if(.., is_hidden));
    }
    hidden.iter_mut().for_each(|item| item.shown_if.clear());
    let is_shown = |page: &&mut Page| !page.is_end && !page.items.is_empty();
    match draft.pages.iter_mut().find(is_shown) {
        Some(first) => drop(first.items.splice(0..0, hidden)),
        None => draft.pages.insert(
            0,
            Page {
                items: hidden,
                ..Page::default()
            },
        ),
    }
}

fn each_text(draft: &mut Draft, visit: &mut dyn FnMut(&mut Text)) {
    for page in &mut draft.pages {
        visit(&mut page.button);
        page.items.iter_mut().for_each(|item| item.each_text(visit));
    }
}
