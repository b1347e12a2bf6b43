//! The search for words in messages (docs/staff.md#search).

use super::database::QueryBuilder;

/// Most words that are looked for. Further ones are ignored.
const MOST_WORDS: usize = 8;

/// Most characters of a word that count.
const LONGEST_WORD: usize = 64;

/// Fewest characters of a word: shorter beginnings are found nearly everywhere.
const SHORTEST_WORD: usize = 2;

/// Words of letters and digits, all of which a message must have, each as the beginning of a word. The databases make small
/// letters of capitals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SearchWords(Vec<String>);

impl SearchWords {
    /// Takes the words out of a text; `None` if it has no word of two characters.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        // As the databases take texts apart: everything but letters, their marks, and digits is between words.
        let words = text
            .split(|character: char| !character.is_alphanumeric())
            .map(|word| word.chars().take(LONGEST_WORD).collect::<String>())
            .filter(|word| word.chars().count() >= SHORTEST_WORD)
            .take(MOST_WORDS);
        let words: Vec<_> = words.collect();
        (!words.is_empty()).then_some(Self(words))
    }

    /// Adds the condition. Of the messages that have the words, only the newest are looked at, so that a word that is
    /// everywhere costs no more than others.
    pub(super) fn push_to(&self, query: &mut QueryBuilder, is_postgres: bool) {
        if is_postgres {
            // The expression of the index.
            query.push(
                r##" AND chats.feedback_id IN (SELECT feedback_id FROM chat_messages
                     WHERE to_tsvector('simple', translate(body, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '))
                         @@ to_tsquery('simple', "##,
            );
            query
                .push_bind(self.join("'", "':*", " & "))
                .push(") ORDER BY created_at DESC LIMIT 10000)");
        } else {
            query.push(
                " AND chats.feedback_id IN (SELECT feedback_id FROM chat_message_words
                     WHERE chat_message_words MATCH ",
            );
            query
                .push_bind(self.join("\"", "\"*", " "))
                .push(" ORDER BY rowid DESC LIMIT 10000)");
        }
    }

    /// Words hold letters and digits only, so none can end its quotes.
    fn join(&self, before: &str, after: &str, between: &str) -> String {
        let words: Vec<_> = self
            .0
            .iter()
            .map(|word| format!("{before}{word}{after}"))
            .collect();
        words.join(between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_words_reaches_the_databases() {
        let words = |text: &str| SearchWords::parse(text).map(|words| words.0);
        assert_eq!(
            words("Das Hotel-Zimmer, kalt!").unwrap(),
            ["Das", "Hotel", "Zimmer", "kalt"]
        );
        assert_eq!(words("o'Neill\" OR body:* a").unwrap(), ["Neill", "OR", "body"]);
        assert_eq!(words(" a ' * "), None);
        assert_eq!(words(&"word ".repeat(99)).unwrap().len(), MOST_WORDS);
        assert_eq!(words(&"x".repeat(999)).unwrap()[0].len(), LONGEST_WORD);
        let parsed = SearchWords::parse("ab cd").unwrap();
        assert_eq!(parsed.join("'", "':*", " & "), "'ab':* & 'cd':*");
    }
}
