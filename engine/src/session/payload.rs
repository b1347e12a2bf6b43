//! What a submission carries (specification, sections 3.5 and 7).

use super::answers::with_question;
use super::{Headers, Session, SessionContext};
use crate::feedback::{Feedback, ResponseItem};
use crate::time::rfc3339;

/// Query parameters that name a tracked channel, and the headers they become; the first complete pair wins.
const TRACKING: [([&str; 2], [&str; 2]); 5] = [
    (["sdi", "sci"], ["X-SDI", "X-SCI"]),
    (["edi", "eci"], ["X-EDI", "X-ECI"]),
    (["ldi", "lci"], ["X-LDI", "X-LCI"]),
    (["wdi", "wci"], ["X-WDI", "X-WCI"]),
    (["pndi", "pnci"], ["X-PNDI", "X-PNCI"]),
];

/// The headers of a save beside those of every request.
pub(super) fn build_headers(context: &SessionContext, partial: bool, stored_id: Option<&str>) -> Headers {
    let mut headers = Vec::new();
    if partial {
        headers.push(("X-COMPLETED", "true".into()));
    }
    let given = |name| context.query.get(name).filter(|value| !value.is_empty());
    let pair = TRACKING.iter().find_map(|(names, headers)| {
        let [name, campaign] = names;
        Some((headers, [given(name)?, given(campaign)?]))
    });
    match pair {
        Some((names, values)) => {
            headers.extend(
                names
                    .iter()
                    .zip(values)
                    .map(|(name, value)| (*name, value.as_str().into())),
            );
        }
        None if !context.node.id.is_empty() => headers.push(("X-WWID", context.node.id.as_str().into())),
        None => {}
    }
    if let Some(id) = stored_id {
        headers.push(("X-FID", id.into()));
    }
    Headers(headers)
}

impl Session {
    /// The feedback as it stands.
    pub(super) fn build_feedback(&self) -> Feedback {
        let context = &self.context;
        let responses = self.build_responses();
        let language = self.language.and_then(|at| self.flow.languages.get(at));
        Feedback {
            device_id: context.device_id.clone(),
            created_at: rfc3339(context.now + self.elapsed),
            node_id: context.node.id.clone(),
            flow_id: self.flow.id.as_ref().into(),
            flow_revision: self.flow.revision,
            user_id: context.user_id.clone(),
            origin_url: context.origin_url.clone(),
            language_id: language.map(|language| language.id.as_ref().into()),
            created_offline: self.is_offline,
            time_spent_in_seconds: whole_seconds(self.elapsed - self.began),
            attachment_ids: responses
                .iter()
                .filter_map(|item| item.active_storage_blob_id.clone())
                .collect(),
            customer: self.build_customer(),
            responses,
        }
    }

    /// The valid, visible answers on the path, in order of the path, then of the page.
    pub(crate) fn build_responses(&self) -> Vec<ResponseItem> {
        let mut responses = Vec::new();
        for state in self.path.iter().filter_map(|at| self.flow.state(*at)) {
            for at in &state.elements {
                let Some((_, question)) = with_question(&self.flow, *at) else {
                    continue;
                };
                let Some(answer) = self.counted_answer(*at) else {
                    continue;
                };
                if self.verdict(*at, question).is_none() {
                    responses.extend(question.build_items(answer, self.platform));
                }
            }
        }
        responses
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, which is what is wanted"
)]
fn whole_seconds(milliseconds: f64) -> u32 {
    (milliseconds / 1000.0) as u32
}
