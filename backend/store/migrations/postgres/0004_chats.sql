-- Chats, their messages, and the mails that tell of replies.

-- A chat belongs to one feedback and begins with it.
CREATE TABLE chats (
    feedback_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES feedbacks (id),
    node_id TEXT NOT NULL REFERENCES nodes (id),
    status TEXT NOT NULL CHECK (status IN ('open', 'queued', 'closed', 'archived')),
    -- Raised by one with each message and each change of status; the cursor of whoever follows the chat.
    position BIGINT NOT NULL,
    -- Raised with every change that staff can see, above that of every other chat: the order of the inbox, and the cursor of
    -- whoever follows it.
    change_number BIGINT NOT NULL DEFAULT 0,
    -- Up to where staff have read the chat.
    staff_read_position BIGINT NOT NULL DEFAULT 0,
    -- The position of the customer's latest message; 0 if there is none. A rating that is newer counts for it.
    last_customer_position BIGINT NOT NULL DEFAULT 0,
    -- Names of members of staff.
    assigned_to TEXT,
    accepted_by TEXT,
    closed_by TEXT,
    -- The address that the chat began from, hashed under a key of the server: staff block it without learning it. Null where the
    -- address says nothing about the client.
    address_hash TEXT,
    -- When the chat began to wait for staff to accept it; null unless it is queued.
    queued_at BIGINT,
    -- Since when the customer waits for an answer: their first message that no message of staff has followed, or the beginning of a
    -- queued chat. Null if nothing waits.
    waiting_since BIGINT,
    -- Until when staff put it off; null: they do not, or no longer. Cleared when that time has come, and by a message of the customer.
    snoozed_until BIGINT,
    -- Since when a chat is over, closed or archived: its tokens end some days later. Null while it is not.
    over_since BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

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
    feedback_id TEXT COLLATE "C" NOT NULL REFERENCES chats (feedback_id),
    -- The chat's position when it was written: their order, also with several writing processes.
    position BIGINT NOT NULL,
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
    created_at BIGINT NOT NULL,
    PRIMARY KEY (feedback_id, position)
);

-- The words of all messages, for the search of staff. Without its signs no text is taken for an address or a number with them.
CREATE INDEX chat_message_words ON chat_messages USING gin (
    to_tsvector('simple', translate(COALESCE(words, body), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '))
);

CREATE TABLE chat_ratings (
    feedback_id TEXT COLLATE "C" NOT NULL REFERENCES chats (feedback_id),
    -- The chat's position when it was given.
    position BIGINT NOT NULL,
    rating BIGINT NOT NULL CHECK (rating IN (0, 50, 100)),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (feedback_id, position)
);

-- The e-mail addresses that customers have left in their chats, to hear of replies (docs/mail.md), and the mails that wait.
CREATE TABLE chat_emails (
    feedback_id TEXT NOT NULL PRIMARY KEY REFERENCES chats (feedback_id),
    -- Null once it is removed. The row stays for its number.
    address TEXT,
    -- By which mails are counted: a hash under a key of the server.
    address_hash TEXT,
    -- The mailed links that work are those of this number.
    number BIGINT NOT NULL,
    -- How often another address was left since a time.
    changes BIGINT NOT NULL,
    changes_since BIGINT NOT NULL,
    -- The position up to which the customer has seen the chat, or a mail has told of it.
    known_position BIGINT NOT NULL,
    -- When the first reply came that is not known; null if there is none.
    reply_waits_since BIGINT,
    -- No mail is sent before: one is being sent, has failed, or went out a while ago.
    not_before BIGINT NOT NULL,
    -- How often the mail that waits was tried.
    attempts BIGINT NOT NULL
);

CREATE INDEX chat_emails_waiting ON chat_emails (not_before) WHERE reply_waits_since IS NOT NULL;

-- The mails of the last day, for their limits.
CREATE TABLE sent_mails (
    address_hash TEXT NOT NULL,
    sent_at BIGINT NOT NULL
);

CREATE INDEX sent_mails_to_address ON sent_mails (address_hash, sent_at);
CREATE INDEX sent_mails_by_time ON sent_mails (sent_at);
