//! How many texts have each word (docs/results.md#words).

use super::stop_words::stop_words;
use base::words::{lower_case, words};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// Most words that are shown.
const MOST_WORDS: usize = 60;

/// Most different words that are counted: those that come later are left out.
const MOST_DIFFERENT: usize = 50_000;

/// Characters of a text whose words count.
const READ_LENGTH: usize = 2_000;

/// Characters that a word has. Shorter ones say nothing, longer ones are no words.
const WORD_LENGTH: std::ops::RangeInclusive<usize> = 2..=40;

/// A word of texts.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AnswerWord)]
pub(super) struct WordCount {
    /// In lower case.
    word: String,
    /// Texts that have it.
    count: usize,
}

/// The words of texts, but for those that every text has.
pub(super) struct WordCounts {
    left_out: HashSet<&'static str>,
    counts: HashMap<String, usize>,
}

impl WordCounts {
    /// Begins to count words, without the commonest ones of some languages.
    pub(super) fn without_words_of<'a>(languages: impl Iterator<Item = &'a str>) -> Self {
        Self {
            left_out: languages.flat_map(stop_words).collect(),
            counts: HashMap::new(),
        }
    }

    /// Counts each word of a text once.
    pub(super) fn add(&mut self, text: &str) {
        let beginning: String = text.chars().take(READ_LENGTH).collect();
        let lower = lower_case(&beginning);
        let words = words(&lower)
            .filter(|word| WORD_LENGTH.contains(&word.chars().count()))
            .filter(|word| !word.chars().all(char::is_numeric) && !self.left_out.contains(word));
        for word in words.collect::<HashSet<_>>() {
            if let Some(count) = self.counts.get_mut(word) {
                *count += 1;
            } else if self.counts.len() < MOST_DIFFERENT {
                self.counts.insert(word.to_owned(), 1);
            }
        }
    }

    /// Returns the words that most texts have, those before others; of as many, by the alphabet.
    pub(super) fn most_frequent(self) -> Vec<WordCount> {
        let counts = self.counts.into_iter();
        let mut words: Vec<_> = counts.map(|(word, count)| WordCount { word, count }).collect();
        words.sort_by(|one, other| (other.count, &one.word).cmp(&(one.count, &other.word)));
        words.truncate(MOST_WORDS);
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(languages: &[&str], texts: &[&str]) -> Vec<(String, usize)> {
        let mut counts = WordCounts::without_words_of(languages.iter().copied());
        texts.iter().for_each(|text| counts.add(text));
        let words = counts.most_frequent().into_iter();
        words.map(|word| (word.word, word.count)).collect()
    }

    #[test]
    fn each_text_counts_once_for_each_of_its_words() {
        let texts = [
            "The room was COLD, cold, cold!",
            "A cold shower",
            "cafe\u{301} 24 Café",
        ];
        assert_eq!(
            counted(&["en-US"], &texts),
            [("cold", 2), ("café", 1), ("room", 1), ("shower", 1)]
                .map(|(word, count)| (word.to_owned(), count))
        );
        let german = counted(&["de"], &["The room"]);
        assert_eq!(german, [("room".to_owned(), 1), ("the".to_owned(), 1)]);
        assert_eq!(counted(&[], &["हिन्दी שלום"]).len(), 2);
    }

    #[test]
    fn what_texts_cost_is_bounded() {
        let long = "word ".repeat(READ_LENGTH) + "late";
        assert_eq!(counted(&[], &[&long]), [("word".to_owned(), 1)]);
        let many: Vec<String> = (0..=MOST_DIFFERENT).map(|number| format!("x{number}")).collect();
        let mut counts = WordCounts::without_words_of(std::iter::empty());
        many.iter().for_each(|word| counts.add(word));
        assert_eq!(counts.counts.len(), MOST_DIFFERENT);
        assert_eq!(counts.most_frequent().len(), MOST_WORDS);
    }
}
