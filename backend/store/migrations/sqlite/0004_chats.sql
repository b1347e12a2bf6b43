-- Chats, their messages, and the mails that tell of replies.

-- A chat belongs to one feedback and begins with it.
CREATE TABLE chats (
    feedback_id TEXT NOT NULL PRIMARY KEY REFERENCES feedbacks (id),
    node_id TEXT NOT NULL REFERENCES nodes (id),
    status TEXT NOT NULL CHECK (status IN ('open', 'queued', 'closed', 'archived')),
    -- Raised by one with each message and each change of status; the cursor of whoever follows the chat.
    position INTEGER NOT NULL,
    -- Raised with every change that staff can see, above that of every other chat: the order of the inbox, and the cursor of
    -- whoever follows it.
    change_number INTEGER NOT NULL DEFAULT 0,
    -- Up to where staff have read the chat.
    staff_read_position INTEGER NOT NULL DEFAULT 0,
    -- The position of the customer's latest message; 0 if there is none. A rating that is newer counts for it.
    last_customer_position INTEGER NOT NULL DEFAULT 0,
    -- Names of members of staff.
    assigned_to TEXT,
    accepted_by TEXT,
    closed_by TEXT,
    -- The address that the chat began from, hashed under a key of the server: staff block it without learning it. Null where the
    -- address says nothing about the client.
    address_hash TEXT,
    -- When the chat began to wait for staff to accept it; null unless it is queued.
    queued_at INTEGER,
    -- Since when the customer waits for an answer: their first message that no message of staff has followed, or the beginning of a
    -- queued chat. Null if nothing waits.
    waiting_since INTEGER,
    -- Until when staff put it off; null: they do not, or no longer. Cleared when that time has come, and by a message of the customer.
    snoozed_until INTEGER,
    -- Since when a chat is over, closed or archived: its tokens end some days later. Null while it is not.
    over_since INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX chats_by_change ON chats (change_number, feedback_id);
CREATE INDEX chats_of_node_by_change ON chats (node_id, change_number, feedback_id);
CREATE INDEX waiting_chats ON chats (waiting_since, feedback_id)
WHERE waiting_since IS NOT NULL AND over_since IS NULL AND snoozed_until IS NULL;
CREATE INDEX waiting_chats_of_node ON chats (node_id, waiting_since, feedback_id)
WHERE waiting_since IS NOT NULL AND over_since IS NULL AND snoozed_until IS NULL;
CREATE INDEX waiting_chats_of_assignee ON chats (assigned_to, node_id)
WHERE waiting_since IS NOT NULL AND over_since IS NULL AND snoozed_until IS NULL;
CREATE INDEX going_chats_of_assignee ON chats (assigned_to, node_id, status)
WHERE status IN ('open', 'queued');
CREATE INDEX snoozed_chats ON chats (snoozed_until)
WHERE snoozed_until IS NOT NULL;
-- The queue of a node in its order, and what counts towards its capacity.
CREATE INDEX queued_chats_of_node ON chats (node_id, queued_at, feedback_id)
WHERE status = 'queued';
CREATE INDEX going_chats_of_node ON chats (node_id, status)
WHERE status IN ('open', 'queued');
CREATE INDEX going_chats_of_address ON chats (node_id, address_hash)
WHERE status IN ('open', 'queued');
-- What a node keeps for some days only.
CREATE INDEX chats_of_node_by_activity ON chats (node_id, updated_at);

CREATE TABLE chat_messages (
    -- The words of a message can be removed from their index only by a number that never changes.
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
    -- What the search compares, without accents (docs/staff.md#search); null: the body, which is of ASCII.
    words TEXT,
    -- The file that was sent with it; the upload belongs to the same feedback.
    upload_id TEXT,
    -- The client's own name for it, by which it knows its message again.
    client_key TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (feedback_id, position)
) STRICT;

-- The words of all messages, for the search of staff. It keeps no texts of its own, and a deleted word is gone from the file at
-- once.
CREATE VIEW searched_chat_messages AS SELECT seq, COALESCE(words, body) AS words FROM chat_messages;
CREATE VIRTUAL TABLE chat_message_words USING fts5 (
    words,
    content = 'searched_chat_messages',
    content_rowid = 'seq',
    prefix = '2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
);
INSERT INTO chat_message_words (chat_message_words, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER chat_message_words_of_new AFTER INSERT ON chat_messages BEGIN
    INSERT INTO chat_message_words (rowid, words) VALUES (new.seq, COALESCE(new.words, new.body));
END;
CREATE TRIGGER chat_message_words_of_erased AFTER DELETE ON chat_messages BEGIN
    INSERT INTO chat_message_words (chat_message_words, rowid, words) VALUES ('delete', old.seq, COALESCE(old.words, old.body));
END;

CREATE TABLE chat_ratings (
    feedback_id TEXT NOT NULL REFERENCES chats (feedback_id),
    -- The chat's position when it was given.
    position INTEGER NOT NULL,
    rating INTEGER NOT NULL CHECK (rating IN (0, 50, 100)),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (feedback_id, position)
) STRICT;

-- The e-mail addresses that customers have left in their chats, to hear of replies (docs/mail.md), and the mails that wait.
CREATE TABLE chat_emails (
    feedback_id TEXT NOT NULL PRIMARY KEY REFERENCES chats (feedback_id),
    -- Null once it is removed. The row stays for its number.
    address TEXT,
    -- By which mails are counted: a hash under a key of the server.
    address_hash TEXT,
    -- The mailed links that work are those of this number.
    number INTEGER NOT NULL,
    -- How often another address was left since a time.
    changes INTEGER NOT NULL,
    changes_since INTEGER NOT NULL,
    -- The position up to which the customer has seen the chat, or a mail has told of it.
    known_position INTEGER NOT NULL,
    -- When the first reply came that is not known; null if there is none.
    reply_waits_since INTEGER,
    -- No mail is sent before: one is being sent, has failed, or went out a while ago.
    not_before INTEGER NOT NULL,
    -- How often the mail that waits was tried.
    attempts INTEGER NOT NULL
) STRICT;

CREATE INDEX chat_emails_waiting ON chat_emails (not_before) WHERE reply_waits_since IS NOT NULL;

-- The mails of the last day, for their limits.
CREATE TABLE sent_mails (
    address_hash TEXT NOT NULL,
    sent_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sent_mails_to_address ON sent_mails (address_hash, sent_at);
CREATE INDEX sent_mails_by_time ON sent_mails (sent_at);
