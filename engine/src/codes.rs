//! The kinds of findings that the check of a flow has (docs/check.md#codes).
//!
//! A code never changes its name: authors silence findings by it, and other programs count and translate them by it.

/// What kind of thing was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The stable name, in lower case with hyphens.
    pub name: &'static str,
    pub severity: Severity,
    /// What it means, in a sentence without the place. Empty in the browser, which shows messages only.
    pub meaning: &'static str,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The record is rejected.
    Error,
    /// The record works, but perhaps not as intended.
    Warning,
}

impl Severity {
    /// Returns `error` or `warning`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl Code {
    /// Returns the kind of an error.
    #[must_use]
    pub const fn error(name: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            severity: Severity::Error,
            meaning: if cfg!(feature = "native") { meaning } else { "" },
        }
    }

    /// Returns the kind of a warning.
    #[must_use]
    pub const fn warning(name: &'static str, meaning: &'static str) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(name, meaning)
        }
    }
}

/// Declares codes, and a list of them.
macro_rules! codes {
    (
        $list:ident $about:literal
        $($constant:ident: $severity:ident $name:literal $meaning:literal)*
    ) => {
        $(#[doc = $meaning] pub const $constant: Code = Code::$severity($name, $meaning);)*

        #[doc = $about] pub const $list: &[Code] = &[$($constant),*];
    };
}

codes! {
    ALL "All codes that the check of a flow has, in the order of the documentation."
    NOT_JSON: error "not-json" "The text is not JSON, or an object has a name twice."
    WRONG_VALUE: error "wrong-value" "A value has the wrong type or form, or a field is missing without which nothing can be read."
    UNKNOWN_FIELD: error "unknown-field" "There is no field of this name."
    UNKNOWN_WORD: error "unknown-word" "A style, type, operator or another word is not one of those known."
    UNKNOWN_REFERENCE: error "unknown-reference" "An id, key or code names something that does not exist."
    DUPLICATE: error "duplicate" "An id, key or code that must be unique is there twice."
    MISSING_FIELD: error "missing-field" "A field is missing that is needed beside the others."
    MISPLACED_FIELD: error "misplaced-field" "A field or element means nothing where it is."
    UNUSABLE_VALUE: error "unusable-value" "A value cannot be used in the way that the field needs, such as a pattern outside the grammar."
    UNSAFE_LINK: error "unsafe-link" "An address is not safe to follow from here."
    LIMIT_EXCEEDED: error "limit-exceeded" "There is more than the limits allow, which keep the check of answers fast."
    SLOW_PATTERN: error "slow-pattern" "Browsers would try a pattern for so long that the page freezes."
    IMPOSSIBLE_BOUNDS: error "impossible-bounds" "Bounds exclude each other, or leave nothing to choose."
    NO_PAGE: error "no-page" "The flow has no page."
    NO_OPTIONS: error "no-options" "A choice has no options, or a matrix no statements."
    UNANSWERABLE: error "unanswerable" "A required question never offers what would answer it."
    ORDER_OF_NOTHING: error "order-of-nothing" "A random order has nothing that it could put in order."
    BROKEN_PIPE: error "broken-pipe" "A pipe is not closed, or names nothing."
    PIPE_WITHOUT_ANSWER: error "pipe-without-answer" "A pipe can never show an answer."
    EVENT_NAME: error "event-name" "The name of an event cannot be a host message, or is one of the product's own."
    TRIGGER_REACHES_BACK: error "trigger-reaches-back" "A trigger changes a page that the visitor may already have left."
    TRIGGER_CIRCLE: error "trigger-circle" "Triggers change what their own conditions depend on."
    TRIGGER_CHAIN: error "trigger-chain" "A chain of triggers is too long."
    SILENCE_WITHOUT_REASON: error "silence-without-reason" "A finding is silenced without a reason."
    NO_INITIAL_PAGE: warning "no-initial-page" "No page is marked as the initial one."
    NO_LANGUAGE: warning "no-language" "The flow has no language."
    MISSING_TRANSLATION: warning "missing-translation" "A text is missing in one of the languages."
    UNREACHABLE_PAGE: warning "unreachable-page" "No way leads to a page."
    NO_BUTTON: warning "no-button" "A page has no button by which visitors continue."
    NEVER_TAKEN: warning "never-taken" "An earlier transition is always taken instead of this way."
    DEAD_END: warning "dead-end" "No way leads from a page to an end."
    IMPOSSIBLE_RULE: warning "impossible-rule" "No answer can satisfy a rule or the condition of a trigger."
    CONTRADICTING_RULES: warning "contradicting-rules" "Rules of a transition exclude each other."
    IDLE_TRIGGER: warning "idle-trigger" "A trigger has no effect."
    NEVER_SHOWN: warning "never-shown" "A required question is hidden, and no trigger shows it."
    UNTRANSLATED: warning "untranslated" "A text is the same as its source in another language."
    LOST_PIPE: warning "lost-pipe" "A translation lacks a pipe that its source has."
    DUPLICATE_QUESTION: warning "duplicate-question" "Visitors can be asked two questions of the same text."
    TURNED_SCALE: warning "turned-scale" "A scale runs the other way than an earlier one with the same labels."
    LONG_FLOW: warning "long-flow" "The longest way takes more than ten minutes."
    UNMASKED_PERSONAL_DATA: warning "unmasked-personal-data" "A free text asks for personal data and does not mask it."
    SILENCE_WITHOUT_EFFECT: warning "silence-without-effect" "A silence is about nothing that would be found."
    FOLLOW_UP_ABOVE: warning "follow-up-above" "A random order can put a question above the one that it depends on."
}

codes! {
    COMPARED "Codes of what a comparison with an earlier version of a flow finds. Flows silence them as those of the check."
    CHANGED_ID: warning "changed-id" "A question has another id than in the earlier version."
    CHANGED_KEY: warning "changed-key" "A question has another key than in the earlier version."
    CHANGED_STYLE: warning "changed-style" "A question has another style than in the earlier version."
    CHANGED_SCALE: warning "changed-scale" "A question has another scale than in the earlier version."
    REMOVED_OPTION: warning "removed-option" "An option or statement of the earlier version is gone."
    REMOVED_SCORE: warning "removed-score" "A score of the earlier version is gone."
    CHANGED_POINTS: warning "changed-points" "An answer adds other points to a score than in the earlier version."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_words_with_hyphens_and_meanings_are_sentences() {
        let all = || ALL.iter().chain(COMPARED);
        for (at, code) in all().enumerate() {
            let is_first = all().position(|other| other.name == code.name) == Some(at);
            assert!(is_first, "{} is there twice", code.name);
            assert!(
                code.name
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
            );
            assert!(code.meaning.ends_with('.'), "{}", code.meaning);
        }
    }
}
