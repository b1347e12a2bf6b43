//! How long each state of a flow was shown to a visitor (docs/api.md#state-times).

use base::json::to_text;
use std::collections::BTreeMap;

/// Milliseconds by the ids of states; empty where nothing is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateTimes(pub BTreeMap<String, u32>);

impl StateTimes {
    /// Returns the times as they are stored; `None` if nothing is known. Equal times give equal text.
    pub fn to_json(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| to_text(&self.0))
    }

    /// Reads stored times. What somebody has written there by hand and is none counts as unknown.
    pub fn from_json(json: Option<&str>) -> Self {
        let times = json.and_then(|json| serde_json::from_str(json).ok());
        times.map(Self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_were_written() {
        let times = StateTimes(BTreeMap::from([("b".into(), 2), ("a".into(), 0)]));
        let json = times.to_json();
        assert_eq!(json.as_deref(), Some(r#"{"a":0,"b":2}"#));
        assert_eq!(StateTimes::from_json(json.as_deref()), times);
        for unknown in [None, Some("soon"), Some("[]")] {
            assert_eq!(StateTimes::from_json(unknown), StateTimes::default());
        }
        assert_eq!(StateTimes::default().to_json(), None);
    }
}
