-- Orders to erase, until everything is gone and after that as a proof.
CREATE TABLE erasures (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
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
    requested_at BIGINT NOT NULL,
    -- How many feedbacks are erased.
    feedbacks BIGINT NOT NULL DEFAULT 0,
    -- When the last row and the last file was deleted.
    erased_at BIGINT,
    -- When it was gone from the log of the database as well.
    wiped_at BIGINT
);

CREATE INDEX unfinished_erasures ON erasures (requested_at)
WHERE wiped_at IS NULL;

-- Chats that are gone, so that whoever has the token of one, or follows it, can be told.
CREATE TABLE erased_chats (
    feedback_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL,
    -- The epoch of its token and the number of its mailed links.
    epoch BIGINT NOT NULL,
    email_number BIGINT,
    -- Its place among all changes of chats.
    change_number BIGINT NOT NULL,
    erased_at BIGINT NOT NULL
);

CREATE INDEX erased_chats_by_change ON erased_chats (change_number);
