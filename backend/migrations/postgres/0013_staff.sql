-- The nodes that a token is for, a JSON list; null: all, also later ones.
ALTER TABLE staff_tokens ADD COLUMN nodes TEXT;
ALTER TABLE staff_tokens ADD COLUMN read_only BOOLEAN NOT NULL DEFAULT FALSE;
-- The address of the member's picture, which customers see.
ALTER TABLE staff_tokens ADD COLUMN avatar TEXT;
-- Noted at most once a minute.
ALTER TABLE staff_tokens ADD COLUMN last_used_at BIGINT;

-- Raised with every change that staff can see, above that of every other chat: the order of the inbox, and the cursor of
-- whoever follows it.
ALTER TABLE chats ADD COLUMN change_number BIGINT NOT NULL DEFAULT 0;
-- Names of members of staff.
ALTER TABLE chats ADD COLUMN assigned_to TEXT;
ALTER TABLE chats ADD COLUMN accepted_by TEXT;
ALTER TABLE chats ADD COLUMN closed_by TEXT;
-- Up to where staff have read the chat.
ALTER TABLE chats ADD COLUMN staff_read_position BIGINT NOT NULL DEFAULT 0;

UPDATE chats SET change_number = ordered.number
FROM (SELECT feedback_id, ROW_NUMBER() OVER (ORDER BY updated_at, feedback_id) AS number FROM chats) AS ordered
WHERE ordered.feedback_id = chats.feedback_id;
-- What staff have answered they have read.
UPDATE chats SET staff_read_position = COALESCE(
    (SELECT MAX(position) FROM chat_messages
     WHERE chat_messages.feedback_id = chats.feedback_id AND actor = 'staff'), 0);

DROP INDEX chats_by_activity;
DROP INDEX chats_of_node_by_activity;
CREATE INDEX chats_by_change ON chats (change_number, feedback_id);
CREATE INDEX chats_of_node_by_change ON chats (node_id, change_number, feedback_id);
CREATE INDEX waiting_chats ON chats (waiting_since, feedback_id)
WHERE waiting_since IS NOT NULL AND status IN ('open', 'queued');
CREATE INDEX waiting_chats_of_node ON chats (node_id, waiting_since, feedback_id)
WHERE waiting_since IS NOT NULL AND status IN ('open', 'queued');

-- The words of all messages, for the search of staff. Without its signs no text is taken for an address or a number with them.
CREATE INDEX chat_message_words ON chat_messages USING gin (
    to_tsvector('simple', translate(body, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '))
);

-- Devices whose feedback and messages a node refuses, by their keyed hashes.
CREATE TABLE blocked_devices (
    -- The order in which they were blocked; the cursor of lists.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    device_hash TEXT NOT NULL,
    blocked_by TEXT NOT NULL,
    blocked_at BIGINT NOT NULL,
    UNIQUE (node_id, device_hash)
);

-- Texts that staff have at hand.
CREATE TABLE canned_replies (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- Null: for all nodes.
    node_id TEXT REFERENCES nodes (id),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE INDEX canned_replies_of_node ON canned_replies (node_id);

-- What staff have done: when, who, what and on what, without contents.
CREATE TABLE staff_audit (
    -- The order in which it was done; the cursor of the list.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    -- The name of the token.
    staff TEXT NOT NULL,
    act TEXT NOT NULL,
    -- Null where it concerns all nodes.
    node_id TEXT,
    feedback_id TEXT,
    -- The id or name of what else it was about: a message, a member of staff, a canned reply, the hash of a device.
    subject TEXT
);

CREATE INDEX staff_audit_of_node ON staff_audit (node_id, seq);
CREATE INDEX staff_audit_of_chat ON staff_audit (feedback_id, seq)
WHERE feedback_id IS NOT NULL;
CREATE INDEX staff_audit_by_time ON staff_audit (at);
