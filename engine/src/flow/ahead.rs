//! What visitors are asked after a page, for an estimate of the time that is left. See docs/flows.md#pace.

use super::model::{Flow, State};
use crate::ordered_map::OrderedMap;
use crate::position::StateIx;
use crate::question::{Question, Style};

/// How many questions of each style there are.
pub type QuestionCounts = OrderedMap<Style, usize>;

impl Flow {
    /// Returns for each state, by position, the questions between it and an end, on the way with the most of them. Questions
    /// that only a trigger shows do not count, and ways back to an earlier page are not taken.
    #[must_use]
    pub fn questions_ahead(&self) -> Vec<QuestionCounts> {
        let mut ahead: Vec<Option<QuestionCounts>> = vec![None; self.states.len()];
        let mut entered = vec![false; self.states.len()];
        let mut open = vec![(self.initial, false)];
        // Depth first: what is ahead of a state is known once that of its next states is.
        while let Some((at, is_measured)) = open.pop() {
            let ix = at.0 as usize;
            let (Some(state), Some(is_entered)) = (self.state(at), entered.get_mut(ix)) else {
                continue;
            };
            if is_measured {
                let longest = self.longest(state, &ahead);
                if let Some(known) = ahead.get_mut(ix) {
                    *known = Some(longest);
                }
            } else if !std::mem::replace(is_entered, true) {
                open.push((at, true));
                open.extend(state.next_states().map(|next| (next, false)));
            }
        }
        ahead.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Returns what follows a state. Next states about which nothing is known are on the way to it: a way back is no way on.
    fn longest(&self, state: &State, ahead: &[Option<QuestionCounts>]) -> QuestionCounts {
        let ways = state.next_states().filter_map(|next| {
            let mut counts = ahead.get(next.0 as usize)?.clone()?;
            for style in self.asked_styles(next) {
                *counts.get_or_insert_with(style, || 0) += 1;
            }
            Some(counts)
        });
        ways.max_by_key(|counts| counts.iter().map(|(_, number)| number).sum::<usize>())
            .unwrap_or_default()
    }

    /// Returns the styles of the questions that a page asks everybody.
    pub(super) fn asked_styles(&self, at: StateIx) -> impl Iterator<Item = Style> {
        let elements = self.state(at).into_iter().flat_map(|state| &state.elements);
        let asked = elements.filter_map(|at| self.element(*at).filter(|element| element.visible));
        let questions = asked.filter_map(|element| element.question.as_deref());
        let shown = questions.filter(|question| question.style.is_shown() && question.expects_answer());
        shown.map(|question: &Question| question.style)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_with_the_most_questions_counts_without_ways_back_and_hidden_questions() {
        let question = |id: &str, style: &str| {
            format!(
                r#"{{"id": "e-{id}", "type": "question",
                    "question": {{"id": "{id}", "style": "{style}", "options": [{{"id": "o"}}]}}}}"#
            )
        };
        let (score, text, choice) = (
            question("a", "score"),
            question("b", "text"),
            question("c", "radio"),
        );
        let (other, plain) = (question("d", "radio"), question("e", "plain"));
        let hidden = question("f", "text").replacen('{', r#"{"isVisible": false, "#, 1);
        let flow = format!(
            r#"{{"id": "f", "states": [
                {{"id": "first", "nextStateId": "short", "elements": [{score}]}},
                {{"id": "short", "nextStateId": "end", "elements": [{text}]}},
                {{"id": "long", "nextStateId": "end", "elements": [{choice}, {other}, {plain}, {hidden}]}},
                {{"id": "end", "style": "thank_you"}},
                {{"id": "alone", "nextStateId": "long"}}],
              "transitions": [{{"fromStateId": "first", "toStateId": "long", "rules": [
                  {{"elementId": "e-a", "operator": "equal", "value": 1}}]}},
                {{"fromStateId": "long", "toStateId": "first", "rules": [
                  {{"elementId": "e-c", "operator": "option", "optionIds": ["o"]}}]}}]}}"#
        );
        let flow = Flow::parse(&flow, crate::native()).unwrap();
        let mut expected = vec![QuestionCounts::new(); 5];
        expected[0].insert(Style::Radio, 2);
        assert_eq!(flow.questions_ahead(), expected);
    }
}
