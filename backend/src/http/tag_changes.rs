//! Tags in the bodies of requests (docs/staff.md#tags).

use base::input::fault::{Fault, FaultKey, Faults};
use base::tag::{TAG_LENGTH, normalized_tag};
use serde::Deserialize;
use store::{FeedbackActKind, MOST_TAGS};
use utoipa::ToSchema;

/// Which tags are removed, and then which are added; at most 20 of each.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TagChanges {
    #[serde(default)]
    #[schema(max_items = 20)]
    add: Vec<String>,
    #[serde(default)]
    #[schema(max_items = 20)]
    remove: Vec<String>,
}

impl TagChanges {
    /// Returns the act. `pointer` is where the changes stand in the body.
    ///
    /// # Errors
    /// What is wrong with the tags.
    pub(super) fn act(self, pointer: &str) -> Result<FeedbackActKind, Faults> {
        let mut faults = Faults::default();
        let mut normalized = |name: &str, tags: Vec<String>| {
            if tags.len() > MOST_TAGS {
                let detail = format!("at most {MOST_TAGS} tags are expected");
                faults.push(Fault::at(
                    &format!("{pointer}/{name}"),
                    FaultKey::LengthMax,
                    detail,
                ));
                return Vec::new();
            }
            let read = tags.iter().enumerate().filter_map(|(position, text)| {
                let tag = normalized_tag(text);
                if tag.is_none() {
                    let detail = format!("a tag of 1 to {TAG_LENGTH} characters is expected");
                    let pointer = format!("{pointer}/{name}/{position}");
                    faults.push(Fault::at(&pointer, FaultKey::InvalidTag, detail));
                }
                tag
            });
            read.collect()
        };
        let (add, remove) = (normalized("add", self.add), normalized("remove", self.remove));
        faults.into_result()?;
        Ok(FeedbackActKind::Tag { add, remove })
    }
}
