//! Pages that show nothing and only decide: the pages before them decide instead.

use crate::condition::Condition;
use crate::draft::{Draft, Jump, Next, Page, Target};

/// The most jumps that come of this, so that pages which decide one after another cannot multiply without end.
const MAX_JUMPS: usize = 5_000;

/// Takes out pages without items. The first page stays if it decides: no page is before it.
pub(super) fn pass_through(draft: &mut Draft) {
    begin_with_items(draft);
    let mut at = 1;
    while let Some(page) = draft.pages.get(at) {
        let jumps: usize = draft.pages.iter().map(|page| page.jumps.len()).sum();
        let name = Target::Page(page.name.clone());
        let leads_to_itself =
            page.next == Next::To(name.clone()) || page.jumps.iter().any(|jump| jump.to == name);
        if page.is_end || !page.items.is_empty() || leads_to_itself || jumps > MAX_JUMPS {
            at += 1;
            continue;
        }
        let following = following(draft, at);
        let removed = draft.pages.remove(at);
        let next = match &removed.next {
            Next::To(target) => target.clone(),
            Next::Following => following,
        };
        let before = (0..at)
            .rev()
            .find(|before| draft.pages.get(*before).is_some_and(|page| !page.is_end));
        for (position, page) in draft.pages.iter_mut().enumerate() {
            let falls_into_it = page.next == Next::Following && Some(position) == before;
            if falls_into_it || page.next == Next::To(name.clone()) {
                page.jumps.extend(removed.jumps.iter().map(copied));
                page.next = Next::To(next.clone());
            }
            lead_past(page, &name, &removed, &next);
        }
    }
}

/// Has the flow begin where its first page leads, if that page neither shows nor decides anything.
fn begin_with_items(draft: &mut Draft) {
    for _ in 0..draft.pages.len() {
        let first = draft
            .pages
            .first()
            .filter(|page| page.items.is_empty() && page.jumps.is_empty());
        let Some(Next::To(Target::Page(name))) = first.map(|page| &page.next) else {
            return;
        };
        let start = draft
            .pages
            .iter()
            .position(|page| page.name == *name && !page.is_end);
        let Some(start) = start.filter(|start| *start > 0) else {
            return;
        };
        draft.pages.swap(0, start);
    }
}

fn following(draft: &Draft, at: usize) -> Target {
    let mut after = draft.pages.iter().skip(at + 1).filter(|page| !page.is_end);
    after
        .next()
        .map_or(Target::End, |page| Target::Page(page.name.clone()))
}

/// Replaces the jumps to a page by what that page decides.
fn lead_past(page: &mut Page, name: &Target, removed: &Page, next: &Target) {
    if page.jumps.iter().all(|jump| jump.to != *name) {
        return;
    }
    for jump in std::mem::take(&mut page.jumps) {
        if jump.to != *name {
            page.jumps.push(jump);
            continue;
        }
        for decided in &removed.jumps {
            page.jumps.push(Jump {
                when: both(&jump.when, &decided.when),
                ..copied(decided)
            });
        }
        page.jumps.push(Jump {
            to: next.clone(),
            ..jump
        });
    }
}

fn both(one: &Option<Condition>, other: &Option<Condition>) -> Option<Condition> {
    match (one, other) {
        (Some(one), Some(other)) => Some(Condition::All(vec![one.clone(), other.clone()])),
        (one, other) => one.clone().or_else(|| other.clone()),
    }
}

fn copied(jump: &Jump) -> Jump {
    Jump {
        pointer: jump.pointer.clone(),
        when: jump.when.clone(),
        to: jump.to.clone(),
    }
}
