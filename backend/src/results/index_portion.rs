//! How much is written to the index of feedback at once.

use store::IndexedFeedback;

/// Feedbacks of one transaction: few, since visitors wait for it.
const MOST: u32 = 200;

/// How much is written at once. It gets smaller until the database takes it: a feedback that it does not take must stop nothing but
/// itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Portion {
    length: u32,
    content: Content,
}

/// What of a feedback is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Whole,
    /// Without the words of its texts: the search does not find it.
    WithoutWords,
    Nothing,
}

impl Default for Portion {
    fn default() -> Self {
        Self {
            length: MOST,
            content: Content::Whole,
        }
    }
}

impl Portion {
    /// Returns the most feedbacks that it has.
    pub(super) fn length(self) -> u32 {
        self.length
    }

    /// Returns whether it has all of each feedback.
    pub(super) fn is_whole(self) -> bool {
        self.content == Content::Whole
    }

    /// Returns one of fewer feedbacks, if that is possible.
    pub(super) fn shorter(self) -> Self {
        Self {
            length: (self.length / 2).max(1),
            ..self
        }
    }

    /// Returns one with less, in the end of a single feedback.
    pub(super) fn smaller(self) -> Self {
        if self.length > 1 {
            return self.shorter();
        }
        let content = match self.content {
            Content::Whole => Content::WithoutWords,
            Content::WithoutWords | Content::Nothing => Content::Nothing,
        };
        Self { content, ..self }
    }

    /// Returns what is written of a feedback.
    pub(super) fn of(self, feedback: IndexedFeedback) -> Option<IndexedFeedback> {
        match self.content {
            Content::Whole => Some(feedback),
            Content::WithoutWords => Some(IndexedFeedback {
                words: None,
                ..feedback
            }),
            Content::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_with_nothing_of_one_feedback() {
        let mut portions = vec![Portion::default()];
        while portions.last() != portions.iter().rev().nth(1) {
            let last = portions[portions.len() - 1];
            portions.push(last.smaller());
        }
        let lengths: Vec<u32> = portions.iter().map(|portion| portion.length()).collect();
        assert_eq!(lengths, [200, 100, 50, 25, 12, 6, 3, 1, 1, 1, 1]);
        let whole = portions.iter().filter(|portion| portion.is_whole());
        assert_eq!(whole.count(), 8);
        let one = Portion::default().shorter().shorter();
        assert!(one.is_whole() && one.length() == 50);
    }
}
