//! The scores of a feedback (docs/flows.md#scores).

use base::json::to_text;
use std::collections::BTreeMap;

/// Scores by their keys, as the server has added them up; empty where the flow has none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scores(pub BTreeMap<String, f64>);

impl Scores {
    /// Returns the scores as they are stored; `None` if there are none. Equal scores give equal text.
    pub fn to_json(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| to_text(&self.0))
    }

    /// Reads stored scores. What somebody has written there by hand and is none counts as unknown.
    pub fn from_json(json: Option<&str>) -> Self {
        let scores = json.and_then(|json| serde_json::from_str(json).ok());
        scores.map(Self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_they_were_written() {
        let scores = Scores(BTreeMap::from([("risk".into(), -2.5), ("fit".into(), 0.3)]));
        let json = scores.to_json();
        assert_eq!(json.as_deref(), Some(r#"{"fit":0.3,"risk":-2.5}"#));
        assert_eq!(Scores::from_json(json.as_deref()), scores);
        for unknown in [None, Some("high"), Some("[]")] {
            assert_eq!(Scores::from_json(unknown), Scores::default());
        }
        assert_eq!(Scores::default().to_json(), None);
    }
}
