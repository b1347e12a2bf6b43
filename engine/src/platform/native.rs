//! The platform of the server and the command line.

use super::{LocalForm, Platform, PlatformRef};
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

/// Memory limit of one compiled pattern. The grammar's own limit keeps every pattern below it (`pattern::MAX_WEIGHT`).
const SIZE_LIMIT: usize = 32 << 20;

/// Compiled patterns are kept for the life of the process; there are only as many as imported flows contain.
#[derive(Default)]
struct Native {
    compiled: RwLock<HashMap<Box<str>, Option<regex::Regex>>>,
}

static NATIVE: LazyLock<Native> = LazyLock::new(Native::default);

/// Returns the platform of the server and the command line.
#[must_use]
pub fn native() -> PlatformRef {
    &*NATIVE
}

impl Platform for Native {
    fn is_match(&self, pattern: &str, text: &str) -> bool {
        let compiled = self.compiled.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(regex) = compiled.get(pattern) {
            return regex.as_ref().is_some_and(|regex| regex.is_match(text));
        }
        drop(compiled);
        let regex = regex::RegexBuilder::new(pattern)
            .case_insensitive(true)
            .size_limit(SIZE_LIMIT)
            .build()
            .ok();
        // The grammar's limits make this impossible. In a release build such a pattern would never match.
        debug_assert!(regex.is_some(), "does not compile: {pattern}");
        let matches = regex.as_ref().is_some_and(|regex| regex.is_match(text));
        let mut compiled = self.compiled.write().unwrap_or_else(PoisonError::into_inner);
        compiled.insert(pattern.into(), regex);
        matches
    }

    fn parse_decimal(&self, digits: &str) -> f64 {
        digits.parse().unwrap_or(f64::NAN)
    }

    fn format_number(&self, number: f64) -> String {
        ryu_js::Buffer::new().format(number).to_owned()
    }

    fn localize(&self, _: &str, _: LocalForm, value: &str) -> String {
        value.replace('\n', ", ")
    }

    fn lower_case(&self, text: &str) -> String {
        text.to_lowercase()
    }

    fn upper_case(&self, text: &str) -> String {
        text.to_uppercase()
    }
}
