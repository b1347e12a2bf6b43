//! The search for words in messages and answers (docs/staff.md#search).

use crate::database::QueryBuilder;
use base::folding::folded;
use base::words::words;
use serde::{Deserialize, Serialize};

/// Most words that are looked for. Further ones are ignored.
const MOST_WORDS: usize = 8;

/// Most characters of a word that count.
const LONGEST_WORD: usize = 64;

/// Fewest characters of a word: shorter beginnings are found nearly everywhere.
const SHORTEST_WORD: usize = 2;

/// The expression of PostgreSQL's index of answers; the query and a bracket follow.
const WORDS_OF_FEEDBACK: &str = r##"to_tsvector('simple', translate(words, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '))
     @@ to_tsquery('simple', "##;

/// Words of letters and digits, all of which a message must have, each as the beginning of a word, or the answers of a feedback,
/// as whole words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchWords(Vec<String>);

/// Returns what is looked for; `None` if it is too short. What is bounded is the folded word: folding makes words longer and shorter,
/// and leaves nothing of lone accents.
fn searched(typed: &str) -> Option<String> {
    let part: String = folded(typed).chars().take(LONGEST_WORD).collect();
    (part.chars().count() >= SHORTEST_WORD).then_some(part)
}

impl SearchWords {
    /// Takes the words out of a text; `None` if it has no word of two characters.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<_> = words(text).filter_map(searched).take(MOST_WORDS).collect();
        (!words.is_empty()).then_some(Self(words))
    }

    /// Adds the condition on `chats` that one of its messages has the words. Only the newest such messages are looked at, of the
    /// chats for which `push_conditions` adds conditions: those of other nodes, or of chats that are over, hide none.
    /// Both databases collect all that have the words before they take the newest, so a word that is everywhere costs more than
    /// others.
    pub(super) fn push_to(
        &self,
        query: &mut QueryBuilder,
        is_postgres: bool,
        push_conditions: Option<impl FnOnce(&mut QueryBuilder)>,
    ) {
        query.push(" AND chats.feedback_id IN (SELECT chat_messages.feedback_id FROM ");
        if is_postgres {
            // The expression of the index.
            query.push(
                r##"chat_messages
                     WHERE to_tsvector('simple', translate(COALESCE(words, body), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '))
                         @@ to_tsquery('simple', "##,
            );
            query.push_bind(self.for_postgres()).push(")");
        } else {
            // In this order, as a cross join is carried out.
            query.push(
                "chat_message_words CROSS JOIN chat_messages ON chat_messages.seq = chat_message_words.rowid
                     WHERE chat_message_words MATCH ",
            );
            query.push_bind(self.for_sqlite());
        }
        if let Some(push_conditions) = push_conditions {
            query
                .push(" AND EXISTS (SELECT 1 FROM chats WHERE chats.feedback_id = chat_messages.feedback_id");
            push_conditions(query);
            query.push(")");
        }
        query.push(if is_postgres {
            " ORDER BY chat_messages.created_at DESC LIMIT 10000)"
        } else {
            " ORDER BY chat_message_words.rowid DESC LIMIT 10000)"
        });
    }

    /// Adds the condition on `feedbacks` that the answers have the words.
    pub(super) fn push_for_feedback(&self, query: &mut QueryBuilder, is_postgres: bool) {
        if is_postgres {
            query
                .push(" AND EXISTS (SELECT 1 FROM indexed_feedbacks WHERE feedback_seq = feedbacks.seq AND ");
            query.push(WORDS_OF_FEEDBACK);
            query.push_bind(self.whole_for_postgres()).push("))");
        } else {
            query.push(
                " AND EXISTS (SELECT 1 FROM answer_words WHERE rowid = feedbacks.seq AND answer_words MATCH ",
            );
            query.push_bind(self.whole_for_sqlite()).push(")");
        }
    }

    /// Begins a statement that lists the numbers of the feedback whose answers have the words, as `seq`; returns the name of
    /// their column.
    pub(super) fn push_source(&self, query: &mut QueryBuilder, is_postgres: bool) -> &'static str {
        if is_postgres {
            query.push("SELECT feedback_seq AS seq FROM indexed_feedbacks WHERE ");
            query.push(WORDS_OF_FEEDBACK);
            query.push_bind(self.whole_for_postgres()).push(")");
            "feedback_seq"
        } else {
            query.push("SELECT rowid AS seq FROM answer_words WHERE answer_words MATCH ");
            query.push_bind(self.whole_for_sqlite());
            "rowid"
        }
    }

    /// Whole words: the beginnings of words would be collected from all feedback before the newest is known.
    fn whole_for_postgres(&self) -> String {
        self.join("'", "'", " & ")
    }

    fn whole_for_sqlite(&self) -> String {
        self.join("\"", "\"", " AND ")
    }

    fn for_postgres(&self) -> String {
        self.join("'", "':*", " & ")
    }

    fn for_sqlite(&self) -> String {
        self.join("\"", "\"*", " AND ")
    }

    /// Words hold letters, their marks and digits only, so none can end its quotes.
    fn join(&self, before: &str, after: &str, and: &str) -> String {
        let words: Vec<_> = self
            .0
            .iter()
            .map(|word| format!("{before}{word}{after}"))
            .collect();
        words.join(and)
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
            ["das", "hotel", "zimmer", "kalt"]
        );
        assert_eq!(words("o'Neill\" OR body:* a").unwrap(), ["neill", "or", "body"]);
        assert_eq!(words("हिन्दी L\u{301}odz\u{301}").unwrap(), ["हिन्दी", "lodz"]);
        assert_eq!(words(" a ' * "), None);
        // One letter with its accent, and accents alone.
        assert_eq!(words("e\u{301} \u{301}\u{302}"), None);
        assert_eq!(words("ß Æ"), Some(vec!["ss".into(), "ae".into()]));
        assert_eq!(words(&"word ".repeat(99)).unwrap().len(), MOST_WORDS);
        assert_eq!(words(&"x".repeat(999)).unwrap()[0].len(), LONGEST_WORD);
        assert_eq!(words(&"ß".repeat(999)).unwrap()[0].len(), LONGEST_WORD);
    }

    #[test]
    fn each_database_gets_its_form() {
        let parsed = SearchWords::parse("Ab Łódź").unwrap();
        assert_eq!(parsed.for_postgres(), "'ab':* & 'lodz':*");
        assert_eq!(parsed.for_sqlite(), r#""ab"* AND "lodz"*"#);
        assert_eq!(parsed.whole_for_postgres(), "'ab' & 'lodz'");
        assert_eq!(parsed.whole_for_sqlite(), r#""ab" AND "lodz""#);
    }
}
