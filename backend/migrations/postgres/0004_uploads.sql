-- Files that visitors upload to answer questions with. The file itself is in the storage under `storage_key`, so that each
-- stored file has a row, and a row is inserted before its file and deleted after it.
CREATE TABLE uploads (
    id TEXT NOT NULL PRIMARY KEY,
    device_id TEXT NOT NULL,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    question_id TEXT NOT NULL,
    name TEXT NOT NULL,
    size BIGINT NOT NULL,
    type TEXT NOT NULL,
    storage_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    -- When the file was in the storage; null: not yet.
    stored_at BIGINT,
    -- Counts while no feedback has it.
    expires_at BIGINT NOT NULL,
    -- The feedback that has taken it.
    feedback_id TEXT
);

CREATE INDEX uploads_of_feedback ON uploads (feedback_id)
WHERE feedback_id IS NOT NULL;
CREATE INDEX unclaimed_uploads ON uploads (expires_at)
WHERE feedback_id IS NULL;
CREATE INDEX unclaimed_uploads_of_device ON uploads (device_id, created_at)
WHERE feedback_id IS NULL;
