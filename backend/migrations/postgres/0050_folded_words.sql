-- The search of staff passes over accents (docs/staff.md#search).

-- What the search compares; null: the body, which is of ASCII. The server fills it for messages of an earlier version.
ALTER TABLE chat_messages ADD COLUMN words TEXT;
CREATE INDEX chat_messages_to_fold ON chat_messages (feedback_id, position)
WHERE words IS NULL AND octet_length(body) <> char_length(body);

DROP INDEX chat_message_words;
CREATE INDEX chat_message_words ON chat_messages USING gin (
    to_tsvector('simple', translate(COALESCE(words, body), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '))
);

-- The words of answers are written again.
UPDATE result_progress SET updated_at = 0, feedback_id = '';
