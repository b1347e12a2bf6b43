-- The search of staff passes over accents (docs/staff.md#search).

-- What the search compares; null: the body, which is of ASCII. The server fills it for messages of an earlier version.
ALTER TABLE chat_messages ADD COLUMN words TEXT;
CREATE INDEX chat_messages_to_fold ON chat_messages (feedback_id, position)
WHERE words IS NULL AND length(CAST(body AS BLOB)) <> length(body);

DROP TRIGGER chat_message_words_of_new;
DROP TRIGGER chat_message_words_of_erased;
DROP TABLE chat_message_words;

CREATE VIEW searched_chat_messages AS SELECT seq, COALESCE(words, body) AS words FROM chat_messages;
CREATE VIRTUAL TABLE chat_message_words USING fts5 (
    words,
    content = 'searched_chat_messages',
    content_rowid = 'seq',
    prefix = '2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
);
INSERT INTO chat_message_words (chat_message_words, rank) VALUES ('secure-delete', 1);
INSERT INTO chat_message_words (chat_message_words) VALUES ('rebuild');
CREATE TRIGGER chat_message_words_of_new AFTER INSERT ON chat_messages BEGIN
    INSERT INTO chat_message_words (rowid, words) VALUES (new.seq, COALESCE(new.words, new.body));
END;
CREATE TRIGGER chat_message_words_of_folded AFTER UPDATE OF words ON chat_messages BEGIN
    INSERT INTO chat_message_words (chat_message_words, rowid, words) VALUES ('delete', old.seq, COALESCE(old.words, old.body));
    INSERT INTO chat_message_words (rowid, words) VALUES (new.seq, COALESCE(new.words, new.body));
END;
CREATE TRIGGER chat_message_words_of_erased AFTER DELETE ON chat_messages BEGIN
    INSERT INTO chat_message_words (chat_message_words, rowid, words) VALUES ('delete', old.seq, COALESCE(old.words, old.body));
END;

-- The words of answers are written again.
UPDATE result_progress SET updated_at = 0, feedback_id = '';
