//! States that the visitor cannot reach, or cannot leave.

use super::findings::Findings;
use crate::codes::{NO_BUTTON, UNREACHABLE_PAGE};
use crate::flow::model::{ElementKind, Flow, State};
use crate::ordered_map::OrderedMap;
use crate::position::StateIx;

/// Warns about unreachable states, and about pages without a button.
pub(super) fn check(flow: &Flow, findings: &mut Findings) {
    let reachable = Ways::new(flow).reachable();
    for (s, (at, state)) in (0..).map(StateIx).zip(&flow.states).enumerate() {
        if !reachable.contains(at) {
            let message = format!("no transition or `nextStateId` leads to `{}`", state.id);
            findings
                .add(&UNREACHABLE_PAGE, format_args!("/states/{s}"), message)
                .with("page", &state.id);
        }
        let has_button = state
            .elements
            .iter()
            .filter_map(|at| flow.element(*at))
            .any(|element| matches!(element.kind, ElementKind::NextPage | ElementKind::Submit));
        if !state.style.is_end() && !has_button {
            findings.add(
                &NO_BUTTON,
                format_args!("/states/{s}/elements"),
                "has neither `next_page` nor `submit`, so the visitor cannot continue",
            );
        }
    }
}

/// Which pages can follow which.
pub(super) struct Ways {
    initial: StateIx,
    /// By page, the pages that can be next.
    next: Vec<Vec<StateIx>>,
    /// What can be reached from a page, and from the first page without passing one. A flow has many pipes and triggers, and few
    /// pages.
    after: OrderedMap<StateIx, PageSet>,
    before: OrderedMap<StateIx, PageSet>,
}

impl Ways {
    pub(super) fn new(flow: &Flow) -> Self {
        let mut seen = PageSet::default();
        let next = |state: &State| {
            let ways = state.transitions.iter().filter_map(|transition| transition.to);
            let next = ways.chain(state.next);
            let next: Vec<_> = next.filter(|page| seen.insert(*page)).collect();
            next.iter().for_each(|page| seen.remove(*page));
            next
        };
        Self {
            initial: flow.initial,
            next: flow.states.iter().map(next).collect(),
            after: OrderedMap::default(),
            before: OrderedMap::default(),
        }
    }

    /// Returns whether a page can be on the path to another one.
    pub(super) fn comes_before(&mut self, page: StateIx, other: StateIx) -> bool {
        if page == other {
            return false;
        }
        let (next, initial) = (&self.next, self.initial);
        let before = || reachable_from(next, initial, Some(other));
        let after = || reachable_from(next, page, None);
        self.before.get_or_insert_with(other, before).contains(page)
            && self.after.get_or_insert_with(page, after).contains(other)
    }

    /// Returns the pages that visitors can reach.
    pub(super) fn reachable(&self) -> PageSet {
        reachable_from(&self.next, self.initial, None)
    }
}

/// Returns the pages that can be reached from `from`, itself included, without passing `except`. `next` has by page those that
/// can be next.
fn reachable_from(next: &[Vec<StateIx>], from: StateIx, except: Option<StateIx>) -> PageSet {
    let mut reachable = PageSet::default();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if except != Some(at) && reachable.insert(at) {
            open.extend(next.get(at.0 as usize).into_iter().flatten());
        }
    }
    reachable
}

/// Some pages of a flow.
#[derive(Default)]
pub(super) struct PageSet(Vec<bool>);

impl PageSet {
    /// Adds a page; returns whether it is new.
    pub(super) fn insert(&mut self, page: StateIx) -> bool {
        let at = page.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, false);
        }
        let has = self.0.get_mut(at);
        has.is_some_and(|has| !std::mem::replace(has, true))
    }

    fn remove(&mut self, page: StateIx) {
        if let Some(has) = self.0.get_mut(page.0 as usize) {
            *has = false;
        }
    }

    pub(super) fn contains(&self, page: StateIx) -> bool {
        self.0.get(page.0 as usize).copied().unwrap_or_default()
    }
}
