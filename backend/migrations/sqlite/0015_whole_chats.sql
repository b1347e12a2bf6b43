-- When the chat began to wait for staff to accept it; null unless it is queued.
ALTER TABLE chats ADD COLUMN queued_at INTEGER;
-- Since when the customer waits for an answer: their first message that no message of staff has followed, or the beginning of a
-- queued chat. Null if nothing waits.
ALTER TABLE chats ADD COLUMN waiting_since INTEGER;
-- The position of the customer's latest message; 0 if there is none. A rating that is newer counts for it.
ALTER TABLE chats ADD COLUMN last_customer_position INTEGER NOT NULL DEFAULT 0;

UPDATE chats SET
    queued_at = CASE WHEN status = 'queued' THEN updated_at END,
    last_customer_position = COALESCE(
        (SELECT MAX(position) FROM chat_messages
         WHERE chat_messages.feedback_id = chats.feedback_id AND actor = 'customer'), 0),
    waiting_since = (
        SELECT MIN(created_at) FROM chat_messages
        WHERE chat_messages.feedback_id = chats.feedback_id AND actor = 'customer' AND position > COALESCE(
            (SELECT MAX(answers.position) FROM chat_messages AS answers
             WHERE answers.feedback_id = chats.feedback_id AND answers.actor = 'staff'), 0));

-- The queue of a node in its order, and what counts towards its capacity.
CREATE INDEX queued_chats_of_node ON chats (node_id, queued_at, feedback_id)
WHERE status = 'queued';
CREATE INDEX going_chats_of_node ON chats (node_id)
WHERE status IN ('open', 'queued');

-- A note is for staff only: nothing that a customer can read contains it.
ALTER TABLE chat_messages ADD COLUMN kind TEXT NOT NULL DEFAULT 'message' CHECK (kind IN ('message', 'note'));
-- The file that was sent with it; the upload belongs to the same feedback.
ALTER TABLE chat_messages ADD COLUMN upload_id TEXT;

CREATE TABLE chat_ratings (
    feedback_id TEXT NOT NULL REFERENCES chats (feedback_id),
    -- The chat's position when it was given.
    position INTEGER NOT NULL,
    rating INTEGER NOT NULL CHECK (rating IN (0, 50, 100)),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (feedback_id, position)
) STRICT;

-- Anew, because a file that is sent in a chat answers no question, which the table demanded.
CREATE TABLE new_uploads (
    id TEXT NOT NULL PRIMARY KEY,
    device_id TEXT NOT NULL,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    -- Null for a file that is sent in a chat.
    question_id TEXT,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    type TEXT NOT NULL,
    -- In pixels; null for what is no image, and for images from before these columns.
    width INTEGER,
    height INTEGER,
    storage_key TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    -- When the file was in the storage; null: not yet.
    stored_at INTEGER,
    -- Counts while no feedback has it.
    expires_at INTEGER NOT NULL,
    -- The feedback that has taken it, as an answer or in its chat.
    feedback_id TEXT
) STRICT;

INSERT INTO new_uploads (id, device_id, node_id, question_id, name, size, type, storage_key, created_at, stored_at,
    expires_at, feedback_id)
SELECT id, device_id, node_id, question_id, name, size, type, storage_key, created_at, stored_at, expires_at, feedback_id
FROM uploads;
DROP TABLE uploads;
ALTER TABLE new_uploads RENAME TO uploads;

CREATE INDEX uploads_of_feedback ON uploads (feedback_id)
WHERE feedback_id IS NOT NULL;
CREATE INDEX unclaimed_uploads ON uploads (expires_at)
WHERE feedback_id IS NULL;
CREATE INDEX unclaimed_uploads_of_device ON uploads (device_id, created_at)
WHERE feedback_id IS NULL;
