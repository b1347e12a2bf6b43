//! From each page to the next: jumps, and pages that a condition passes over.

use super::places::Places;
use super::rules::{Rule, ways};
use super::showing::{all_of, report_unsayable};
use crate::draft::{Draft, Next, Target};
use crate::report::Report;
use std::collections::HashMap;

/// The most transitions and rules of a flow (docs/flows.md#limits).
const MAX_RULES: usize = 20_000;

/// How a page is left. Pages are named by their positions; `None` is the default thank-you page.
#[derive(Default)]
pub(super) struct Way {
    pub(super) transitions: Vec<Transition>,
    pub(super) next: Option<usize>,
}

pub(super) struct Transition {
    pub(super) pointer: String,
    pub(super) rules: Vec<Rule>,
    pub(super) to: Option<usize>,
}

/// Returns how each page is left, or `None` if that takes more rules than a flow may have.
pub(super) fn connect(draft: &mut Draft, report: &mut Report) -> Option<Vec<Way>> {
    drop_unsayable(draft, report);
    let by_name: HashMap<String, usize> = (draft.pages.iter().enumerate().rev())
        .map(|(at, page)| (page.name.clone(), at))
        .collect();
    let paths = Paths {
        places: Places::of(draft),
        end: draft
            .pages
            .iter()
            .position(|page| page.is_end && !draft.has_default_end),
        draft,
        by_name,
    };
    let mut found = Vec::new();
    let mut left = MAX_RULES;
    for at in 0..draft.pages.len() {
        let way = paths.from(at, report, left)?;
        let rules = way
            .transitions
            .iter()
            .map(|transition| 1 + transition.rules.len());
        left = left.checked_sub(rules.sum())?;
        found.push(way);
    }
    Some(found)
}

/// Has pages always shown whose conditions rules cannot say.
fn drop_unsayable(draft: &mut Draft, report: &mut Report) {
    let places = Places::of(draft);
    let mut always = Vec::new();
    for (at, page) in draft.pages.iter().enumerate() {
        let condition = all_of(&page.shown_if);
        let is_sayable = |holds| ways(draft, &places, &condition, holds, (at, 0)).is_some();
        let is_last_of_its_kind = page.is_end
            || draft
                .pages
                .get(at + 1)
                .is_none_or(|next| next.shown_if.is_empty());
        if !page.shown_if.is_empty()
            && !(at > 0 && (is_sayable(true) || is_sayable(false) && is_last_of_its_kind))
        {
            always.push(at);
        }
    }
    for at in always {
        if let Some(page) = draft.pages.get_mut(at) {
            report_unsayable(&page.shown_if, report);
            page.shown_if.clear();
        }
    }
}

struct Paths<'d> {
    draft: &'d Draft,
    places: Places,
    by_name: HashMap<String, usize>,
    end: Option<usize>,
}

impl Paths<'_> {
    fn from(&self, at: usize, report: &mut Report, limit: usize) -> Option<Way> {
        let mut way = Way::default();
        let Some(page) = self.draft.pages.get(at).filter(|page| !page.is_end) else {
            return Some(way);
        };
        for jump in &page.jumps {
            let Some(to) = self.resolve(&jump.to) else {
                report.lost(&jump.pointer, "a jump to a page that there is not", "left out");
                continue;
            };
            let Some(condition) = &jump.when else {
                way.next = to;
                return Some(way);
            };
            // A page's own answers count when it is left.
            let Some(found) = ways(self.draft, &self.places, condition, true, (at + 1, 0)) else {
                report.lost(
                    &jump.pointer,
                    "a jump with a condition that flows cannot say",
                    "left out",
                );
                continue;
            };
            self.add(&mut way, found, to, &jump.pointer);
        }
        match &page.next {
            Next::To(target) => way.next = self.resolve(target).unwrap_or(self.end),
            Next::Following => self.follow(&mut way, at, limit)?,
        }
        Some(way)
    }

    /// Leads to the first page after this one whose condition holds.
    fn follow(&self, way: &mut Way, at: usize, limit: usize) -> Option<()> {
        way.next = self.end;
        let pages = self.draft.pages.iter().enumerate().skip(at + 1);
        for (to, page) in pages.filter(|(_, page)| !page.is_end) {
            if page.shown_if.is_empty() {
                way.next = Some(to);
                break;
            }
            let condition = all_of(&page.shown_if);
            let pointer = page.shown_if.first().map_or("", |shown| &shown.pointer);
            if let Some(found) = ways(self.draft, &self.places, &condition, true, (to, 0)) {
                self.add(way, found, Some(to), pointer);
            } else if let Some(found) = ways(self.draft, &self.places, &condition, false, (to, 0)) {
                let mut after = self
                    .draft
                    .pages
                    .iter()
                    .enumerate()
                    .skip(to + 1)
                    .filter(|(_, page)| !page.is_end);
                let past = after.next().map_or(self.end, |(past, _)| Some(past));
                self.add(way, found, past, pointer);
                way.next = Some(to);
                break;
            }
            if way.transitions.len() > limit {
                return None;
            }
        }
        Some(())
    }

    fn add(&self, way: &mut Way, found: Vec<Vec<Rule>>, to: Option<usize>, pointer: &str) {
        way.transitions.extend(found.into_iter().map(|rules| Transition {
            pointer: pointer.to_owned(),
            rules,
            to,
        }));
    }

    fn resolve(&self, target: &Target) -> Option<Option<usize>> {
        match target {
            Target::Page(name) => self.by_name.get(name).copied().map(Some),
            Target::End => Some(self.end),
        }
    }
}
