//! Items that a condition shows: by triggers where they can say it, else on a page of their own, which rules pass over.

use super::comparison::{Comparison, in_trigger};
use super::places::{Place, Places, item_at, items};
use super::rules;
use crate::condition::{Condition, Literal};
use crate::draft::{Draft, Item, Page, Shown};
use crate::report::Report;
use std::collections::HashSet;

/// What shows an item: whether it is visible without an answer, and the answers that change that.
pub(super) struct Showing {
    pub(super) is_visible: bool,
    /// Names of questions, with what is compared.
    pub(super) by: Vec<(String, Comparison)>,
}

/// Divides the pages so that triggers can say all conditions of items that are left. Reports conditions that nothing can say.
pub(super) fn divide(draft: &mut Draft, report: &mut Report) {
    simplify(draft);
    let places = Places::of(draft);
    let (mut apart, mut always) = (HashSet::new(), HashSet::new());
    for (place, item) in items(draft) {
        if item.shown_if.is_empty() || showing(draft, &places, place).is_some() {
            continue;
        }
        let condition = all_of(&item.shown_if);
        let is_sayable = |holds| rules::ways(draft, &places, &condition, holds, place).is_some();
        if is_sayable(true) || is_sayable(false) {
            apart.insert(place);
        } else {
            always.insert(place);
        }
    }
    let pages = std::mem::take(&mut draft.pages);
    for (p, mut page) in pages.into_iter().enumerate() {
        for (i, item) in page.items.iter_mut().enumerate() {
            if always.contains(&(p, i)) {
                report_unsayable(&item.shown_if, report);
                item.shown_if.clear();
            }
        }
        divide_page(page, &|i| apart.contains(&(p, i)), &mut draft.pages, report);
    }
}

pub(super) fn report_unsayable(conditions: &[Shown], report: &mut Report) {
    for shown in conditions {
        report.lost(
            &shown.pointer,
            "a condition that flows cannot say",
            "always shown",
        );
    }
}

/// Says the conditions of an item by triggers. `None` if that is impossible.
pub(super) fn showing(draft: &Draft, places: &Places, place: Place) -> Option<Showing> {
    let condition = all_of(&item_at(draft, place)?.shown_if);
    let single = |way: &Vec<Literal>| {
        let [literal] = way.as_slice() else { return None };
        let (asked, question) = places.find(draft, &literal.test.question)?;
        let is_before = asked.0 <= place.0 && asked != place;
        let comparison = in_trigger(literal, question).filter(|_| is_before)?;
        Some((literal.test.question.clone(), comparison))
    };
    let triggers = |holds| {
        condition
            .ways(holds)?
            .iter()
            .map(single)
            .collect::<Option<Vec<_>>>()
    };
    if let Some(by) = triggers(true) {
        return Some(Showing {
            is_visible: false,
            by,
        });
    }
    let by = triggers(false)?;
    Some(Showing { is_visible: true, by })
}

pub(super) fn all_of(conditions: &[Shown]) -> Condition {
    match conditions {
        [only] => only.condition.clone(),
        several => Condition::All(several.iter().map(|shown| shown.condition.clone()).collect()),
    }
}

/// Leaves out a condition if another one of the item depends on questions that have it as well: they are unanswered while they
/// are hidden.
fn simplify(draft: &mut Draft) {
    let places = Places::of(draft);
    let is_implied = |item: &Item, shown: &Shown| {
        item.shown_if.iter().any(|other| {
            let questions = other.condition.questions();
            let has_it = |name: &&str| {
                let conditions = places.conditions_of(draft, name);
                conditions
                    .iter()
                    .any(|of_question| of_question.condition == shown.condition)
            };
            other.condition != shown.condition
                && is_positive(&other.condition)
                && questions.iter().all(has_it)
        })
    };
    let superfluous: Vec<(Place, Vec<usize>)> = items(draft)
        .filter(|(_, item)| (2..=8).contains(&item.shown_if.len()))
        .map(|(place, item)| {
            let conditions = item.shown_if.iter().enumerate();
            (
                place,
                conditions
                    .filter(|(_, shown)| is_implied(item, shown))
                    .map(|(at, _)| at)
                    .collect(),
            )
        })
        .collect();
    for ((p, i), positions) in superfluous {
        if let Some(item) = draft.pages.get_mut(p).and_then(|page| page.items.get_mut(i))
            && positions.len() < item.shown_if.len()
        {
            let mut at = 0..;
            item.shown_if
                .retain(|_| at.next().is_none_or(|at| !positions.contains(&at)));
        }
    }
}

fn is_positive(condition: &Condition) -> bool {
    match condition {
        Condition::Test(_) => true,
        Condition::Not(_) => false,
        Condition::All(parts) | Condition::Any(parts) => !parts.is_empty() && parts.iter().all(is_positive),
    }
}

/// Divides a page before and after the items that need pages of their own; those beside each other under one condition stay together.
fn divide_page(mut page: Page, is_apart: &dyn Fn(usize) -> bool, pages: &mut Vec<Page>, report: &mut Report) {
    let mut groups: Vec<(Vec<Shown>, Vec<Item>)> = Vec::new();
    for (i, mut item) in std::mem::take(&mut page.items).into_iter().enumerate() {
        let conditions = if is_apart(i) {
            std::mem::take(&mut item.shown_if)
        } else {
            Vec::new()
        };
        match groups.last_mut() {
            Some((of_group, items)) if *of_group == conditions => items.push(item),
            _ => groups.push((conditions, vec![item])),
        }
    }
    if groups.len() < 2 {
        for (conditions, items) in groups {
            page.shown_if.extend(conditions);
            page.items = items;
        }
        return pages.push(page);
    }
    report.changed(
        &page.pointer,
        "questions that depend on several answers at once",
        "asked on pages of their own, which are passed over",
    );
    if page.is_random {
        report.lost(
            &page.pointer,
            "the random order of its questions",
            "asked in the written order",
        );
    }
    let last = groups.len() - 1;
    let (mut jumps, next) = (std::mem::take(&mut page.jumps), std::mem::take(&mut page.next));
    let mut next = Some(next);
    for (g, (conditions, items)) in groups.into_iter().enumerate() {
        pages.push(Page {
            name: if g == 0 {
                page.name.clone()
            } else {
                format!("{}_{}", page.name, g + 1)
            },
            pointer: page.pointer.clone(),
            is_end: page.is_end,
            shown_if: page.shown_if.iter().cloned().chain(conditions).collect(),
            items,
            jumps: if g == last {
                std::mem::take(&mut jumps)
            } else {
                Vec::new()
            },
            next: next.take_if(|_| g == last).unwrap_or_default(),
            button: if g == last {
                std::mem::take(&mut page.button)
            } else {
                Default::default()
            },
            ..Page::default()
        });
    }
}
