-- A chat belongs to one feedback and begins with it.
CREATE TABLE chats (
    feedback_id TEXT NOT NULL PRIMARY KEY REFERENCES feedbacks (id),
    node_id TEXT NOT NULL REFERENCES nodes (id),
    status TEXT NOT NULL CHECK (status IN ('open', 'queued', 'closed', 'archived')),
    -- Raised by one with each message and each change of status; the cursor of whoever follows the chat.
    position INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX chats_by_activity ON chats (updated_at, feedback_id);
CREATE INDEX chats_of_node_by_activity ON chats (node_id, updated_at, feedback_id);

CREATE TABLE chat_messages (
    feedback_id TEXT NOT NULL REFERENCES chats (feedback_id),
    -- The chat's position when it was written: their order, also with several writing processes.
    position INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    actor TEXT NOT NULL CHECK (actor IN ('customer', 'staff')),
    -- The name of the staff member; null for the customer.
    author TEXT,
    body TEXT NOT NULL,
    -- The client's own name for it, by which it knows its message again.
    client_key TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (feedback_id, position)
) STRICT;

-- Chats that were promised before there was a place for them.
INSERT INTO chats (feedback_id, node_id, status, position, created_at, updated_at)
SELECT id, node_id, 'open', 0, completed_at, completed_at FROM feedbacks
WHERE status = 'complete' AND chat_epoch IS NOT NULL;
