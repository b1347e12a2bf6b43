//! Thank-you pages that lead on. See docs/flows.md#redirects.

use super::FlowEffect;
use super::answered_flow::Page;
use super::model::Session;
use super::piping::fill_address;

impl Session {
    /// Leads on from the end that is reached, if it leads anywhere.
    pub(super) fn lead_on(&self, end: Page, effects: &mut Vec<FlowEffect>) {
        let state = self.answered.state_of(end);
        let redirect = state.and_then(|state| Some((state.redirect_url.as_deref()?, state)));
        effects.extend(redirect.map(|(url, state)| FlowEffect::Redirect {
            url: fill_address(&self.answered, url).into(),
            after_seconds: state.redirect_after_seconds,
        }));
    }
}
