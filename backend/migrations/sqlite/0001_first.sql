-- Times are whole milliseconds since 1970 (UTC): they sort, and mean the same in every database.

-- The server's own keys, base64url; one for all processes that share this database.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Revisions are never changed and never removed: submissions refer to them.
CREATE TABLE flow_revisions (
    flow_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    definition TEXT NOT NULL,
    imported_at INTEGER NOT NULL,
    PRIMARY KEY (flow_id, revision)
) STRICT;

CREATE TABLE nodes (
    id TEXT NOT NULL PRIMARY KEY,
    flow_id TEXT NOT NULL,
    record TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;

-- Every flow that a node has, or had: who began an earlier one may still finish it.
CREATE TABLE node_flows (
    node_id TEXT NOT NULL REFERENCES nodes (id),
    flow_id TEXT NOT NULL,
    PRIMARY KEY (node_id, flow_id)
) STRICT;

CREATE TABLE widgets (
    code TEXT NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    record TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;

CREATE TABLE feedbacks (
    -- The order in which they were first stored; the cursor of lists.
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('partial', 'complete')),
    device_id TEXT NOT NULL,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    flow_id TEXT NOT NULL,
    flow_revision INTEGER NOT NULL,
    user_id TEXT,
    language_id TEXT,
    origin_url TEXT,
    -- By the visitor's clock, as claimed.
    created_at INTEGER,
    created_offline INTEGER NOT NULL,
    time_spent_in_seconds INTEGER NOT NULL,
    -- By the server's clock: first stored, last changed, completed.
    received_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    completed_at INTEGER,
    -- JSON documents.
    responses TEXT NOT NULL,
    customer TEXT,
    tracking TEXT,
    -- The epoch of the chat's token; null: this feedback has no chat.
    chat_epoch INTEGER,
    FOREIGN KEY (flow_id, flow_revision) REFERENCES flow_revisions (flow_id, revision)
) STRICT;

CREATE INDEX feedbacks_of_node ON feedbacks (node_id, seq);
-- Answers "has this device a complete one here already?" (code 13045).
CREATE INDEX complete_feedbacks_of_device ON feedbacks (device_id, node_id, completed_at)
WHERE status = 'complete';

-- What a request with this key was answered; the unique key decides between two at the same moment.
CREATE TABLE idempotency_keys (
    route TEXT NOT NULL,
    device_id TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (route, device_id, key)
) STRICT;

CREATE TABLE customers (
    id TEXT NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    device_id TEXT,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE staff_tokens (
    name TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
