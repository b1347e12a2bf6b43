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
