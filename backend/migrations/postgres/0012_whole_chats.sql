-- When the chat began to wait for staff to accept it; null unless it is queued.
ALTER TABLE chats ADD COLUMN queued_at BIGINT;
-- Since when the customer waits for an answer: their first message that no message of staff has followed, or the beginning of a
-- queued chat. Null if nothing waits.
ALTER TABLE chats ADD COLUMN waiting_since BIGINT;
-- The position of the customer's latest message; 0 if there is none. A rating that is newer counts for it.
ALTER TABLE chats ADD COLUMN last_customer_position BIGINT NOT NULL DEFAULT 0;

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
    feedback_id TEXT COLLATE "C" NOT NULL REFERENCES chats (feedback_id),
    -- The chat's position when it was given.
    position BIGINT NOT NULL,
    rating BIGINT NOT NULL CHECK (rating IN (0, 50, 100)),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (feedback_id, position)
);

-- A file that is sent in a chat answers no question.
ALTER TABLE uploads ALTER COLUMN question_id DROP NOT NULL;
-- In pixels; null for what is no image, and for images from before these columns.
ALTER TABLE uploads ADD COLUMN width BIGINT;
ALTER TABLE uploads ADD COLUMN height BIGINT;
