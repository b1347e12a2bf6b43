//! States that the visitor cannot reach, or cannot leave.

use super::findings::Findings;
use crate::codes::{NO_BUTTON, UNREACHABLE_PAGE};
use crate::flow::model::{ElementKind, Flow, State};
use crate::position::StateIx;
use std::collections::{BTreeMap, BTreeSet};

/// Warns about unreachable states, and about pages without a button.
pub(super) fn check(flow: &Flow, findings: &mut Findings) {
    let reachable = Ways::new(flow).reachable_from(flow.initial, None);
    for (s, (at, state)) in (0..).map(StateIx).zip(&flow.states).enumerate() {
        if !reachable.contains(at) {
            let message = format!("no transition or `nextStateId` leads to `{}`", state.id);
            findings
                .add(UNREACHABLE_PAGE, format!("/states/{s}"), message)
                .with("page", &state.id);
        }
        let has_button = state
            .elements
            .iter()
            .filter_map(|at| flow.element(*at))
            .any(|element| matches!(element.kind, ElementKind::NextPage | ElementKind::Submit));
        if !state.style.is_end() && !has_button {
            findings.add(
                NO_BUTTON,
                format!("/states/{s}/elements"),
                "has neither `next_page` nor `submit`, so the visitor cannot continue",
            );
        }
    }
}

/// Which pages can follow which.
pub(super) struct Ways {
    initial: StateIx,
    /// By page, the pages that can be next.
    next: Vec<BTreeSet<StateIx>>,
    /// What can be reached from a page, and from the first page without passing one. A flow has many pipes and triggers, and few
    /// pages.
    after: BTreeMap<StateIx, PageSet>,
    before: BTreeMap<StateIx, PageSet>,
}

impl Ways {
    pub(super) fn new(flow: &Flow) -> Self {
        let next = |state: &State| {
            let ways = state.transitions.iter().filter_map(|transition| transition.to);
            ways.chain(state.next).collect()
        };
        Self {
            initial: flow.initial,
            next: flow.states.iter().map(next).collect(),
            after: BTreeMap::new(),
            before: BTreeMap::new(),
        }
    }

    /// Returns whether a page can be on the path to another one.
    pub(super) fn comes_before(&mut self, page: StateIx, other: StateIx) -> bool {
        if page == other {
            return false;
        }
        if !self.before.contains_key(&other) {
            let before = self.reachable_from(self.initial, Some(other));
            self.before.insert(other, before);
        }
        if !self.after.contains_key(&page) {
            let after = self.reachable_from(page, None);
            self.after.insert(page, after);
        }
        let has = |pages: &BTreeMap<StateIx, PageSet>, of, page| {
            pages.get(&of).is_some_and(|pages| pages.contains(page))
        };
        has(&self.before, other, page) && has(&self.after, page, other)
    }

    /// Returns the pages that can be reached from `from`, itself included, without passing `except`.
    pub(super) fn reachable_from(&self, from: StateIx, except: Option<StateIx>) -> PageSet {
        let mut reachable = PageSet::default();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if except != Some(at) && reachable.insert(at) {
                open.extend(self.next.get(at.0 as usize).into_iter().flatten());
            }
        }
        reachable
    }
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

    pub(super) fn contains(&self, page: StateIx) -> bool {
        self.0.get(page.0 as usize).copied().unwrap_or_default()
    }
}
