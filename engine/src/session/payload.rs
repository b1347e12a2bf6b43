//! What a submission carries (specification, sections 3.5 and 7).

use super::answers::with_question;
use super::{Headers, Session, SessionContext};
use crate::feedback::{Feedback, ResponseItem};

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
            created_offline: false,
            time_spent_in_seconds: whole_seconds(self.elapsed),
            responses: self.build_responses(),
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
                if question.validate(Some(answer)).is_none() {
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

/// A time in milliseconds since 1970 as RFC 3339 text in UTC. Times outside the years 0 to 9999 become the nearest one
/// inside.
fn rfc3339(milliseconds: f64) -> String {
    const FIRST: i64 = -62_167_219_200_000;
    const LAST: i64 = 253_402_300_799_999;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "`as` saturates, and the clamp follows"
    )]
    let time = (milliseconds as i64).clamp(FIRST, LAST);
    let (days, in_day) = (time.div_euclid(86_400_000), time.rem_euclid(86_400_000));
    // Civil date from a day count, after Howard Hinnant's days_from_civil: years begin in March.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let mut text = String::with_capacity(24);
    for (number, digits, after) in [
        (year, 4, '-'),
        (month, 2, '-'),
        (day, 2, 'T'),
        (in_day / 3_600_000, 2, ':'),
        (in_day / 60_000 % 60, 2, ':'),
        (in_day / 1_000 % 60, 2, '.'),
        (in_day % 1_000, 3, 'Z'),
    ] {
        push_padded(&mut text, number, digits);
        text.push(after);
    }
    text
}

fn push_padded(text: &mut String, number: i64, digits: u32) {
    for place in (0..digits).rev() {
        let digit = u32::try_from(number / 10_i64.pow(place) % 10)
            .ok()
            .and_then(|digit| char::from_digit(digit, 10));
        text.push(digit.unwrap_or('0'));
    }
}

#[cfg(test)]
mod tests {
    use super::rfc3339;

    #[test]
    fn writes_times() {
        for (time, text) in [
            (0.0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999.0, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000.0, "2000-02-29T00:00:00.000Z"),
            (1_795_219_200_000.0, "2026-11-21T00:00:00.000Z"),
            (-1.0, "1969-12-31T23:59:59.999Z"),
            (f64::MAX, "9999-12-31T23:59:59.999Z"),
            (f64::NAN, "1970-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(rfc3339(time), text);
        }
    }
}
