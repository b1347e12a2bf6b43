-- Which feedback a receipt belongs to. Once the feedback is erased, a hash stands for device and key.
ALTER TABLE idempotency_keys ADD COLUMN feedback_id TEXT;
UPDATE idempotency_keys SET feedback_id =
    CASE route WHEN 'feedbacks' THEN receipt ->> '$.id' ELSE receipt ->> '$.feedback_id' END;
CREATE INDEX receipts_of_feedback ON idempotency_keys (feedback_id);

-- Orders to erase, until everything is gone and after that as a proof.
CREATE TABLE erasures (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('feedback', 'device', 'customer', 'external_id')),
    -- Of what kind says. Null once it is erased, unless it is the id of a feedback.
    subject TEXT,
    -- The device that the hash in `subject` stands for.
    device_id TEXT,
    -- The nodes that it is about, a JSON list; null: all.
    nodes TEXT,
    -- The last customer that was looked at.
    customer_cursor TEXT NOT NULL DEFAULT '',
    -- The name of the token, or what else asked for it.
    requested_by TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    -- How many feedbacks are erased.
    feedbacks INTEGER NOT NULL DEFAULT 0,
    -- When the last row and the last file was deleted.
    erased_at INTEGER,
    -- When it was gone from the log of the database as well.
    wiped_at INTEGER
) STRICT;

CREATE INDEX unfinished_erasures ON erasures (requested_at)
WHERE wiped_at IS NULL;

-- Chats that are gone, so that whoever has the token of one, or follows it, can be told.
CREATE TABLE erased_chats (
    feedback_id TEXT NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL,
    -- The epoch of its token and the number of its mailed links.
    epoch INTEGER NOT NULL,
    email_number INTEGER,
    -- Its place among all changes of chats.
    change_number INTEGER NOT NULL,
    erased_at INTEGER NOT NULL
) STRICT;

CREATE INDEX erased_chats_by_change ON erased_chats (change_number);

-- What is erased together is found together.
CREATE INDEX partial_feedbacks_of_device ON feedbacks (device_id)
WHERE status = 'partial';
CREATE INDEX partial_feedbacks_of_customer ON feedbacks (verified_customer)
WHERE status = 'partial' AND verified_customer IS NOT NULL;
CREATE INDEX customers_of_device ON customers (device_id);
CREATE INDEX bindings_of_device ON bindings (device_id);
CREATE INDEX phone_verifications_of_device ON phone_verifications (device_id);
CREATE INDEX unsubscriptions_of_device ON unsubscriptions (device_id);
CREATE INDEX staff_audit_by_subject ON staff_audit (subject) WHERE subject IS NOT NULL;

-- What a node keeps for some days only.
CREATE INDEX chats_of_node_by_activity ON chats (node_id, updated_at);
CREATE INDEX claimed_uploads_of_node ON uploads (node_id, created_at)
WHERE feedback_id IS NOT NULL;

-- Anew, because the words of a message can be removed from their index only by a number that never changes.
CREATE TABLE new_chat_messages (
    seq INTEGER PRIMARY KEY,
    feedback_id TEXT NOT NULL REFERENCES chats (feedback_id),
    -- The chat's position when it was written: their order, also with several writing processes.
    position INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    -- A note is for staff only: nothing that a customer can read contains it.
    kind TEXT NOT NULL DEFAULT 'message' CHECK (kind IN ('message', 'note')),
    actor TEXT NOT NULL CHECK (actor IN ('customer', 'staff')),
    -- The name of the staff member; null for the customer.
    author TEXT,
    body TEXT NOT NULL,
    -- The client's own name for it, by which it knows its message again.
    client_key TEXT,
    -- The file that was sent with it; the upload belongs to the same feedback.
    upload_id TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (feedback_id, position)
) STRICT;

INSERT INTO new_chat_messages
    (feedback_id, position, id, kind, actor, author, body, client_key, upload_id, created_at)
SELECT feedback_id, position, id, kind, actor, author, body, client_key, upload_id, created_at
FROM chat_messages ORDER BY created_at;
DROP TABLE chat_message_words;
DROP TABLE chat_messages;
ALTER TABLE new_chat_messages RENAME TO chat_messages;

-- The words of all messages, for the search of staff. It keeps no texts of its own.
CREATE VIRTUAL TABLE chat_message_words USING fts5 (
    body,
    content = 'chat_messages',
    content_rowid = 'seq',
    prefix = '2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
);
INSERT INTO chat_message_words (chat_message_words, rank) VALUES ('secure-delete', 1);
INSERT INTO chat_message_words (chat_message_words) VALUES ('rebuild');
CREATE TRIGGER chat_message_words_of_new AFTER INSERT ON chat_messages BEGIN
    INSERT INTO chat_message_words (rowid, body) VALUES (new.seq, new.body);
END;
CREATE TRIGGER chat_message_words_of_erased AFTER DELETE ON chat_messages BEGIN
    INSERT INTO chat_message_words (chat_message_words, rowid, body) VALUES ('delete', old.seq, old.body);
END;
