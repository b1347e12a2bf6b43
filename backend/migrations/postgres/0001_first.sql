-- The tables of SQLite (migrations/sqlite), in their present form. Texts by which lists are ordered are compared by their
-- bytes (COLLATE "C"), as on SQLite.

-- Times are whole milliseconds since 1970 (UTC): they sort, and mean the same in every database.

-- The server's own keys, base64url; one for all processes that share this database.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Revisions are never changed and never removed: submissions refer to them.
CREATE TABLE flow_revisions (
    flow_id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    definition TEXT NOT NULL,
    imported_at BIGINT NOT NULL,
    PRIMARY KEY (flow_id, revision)
);

CREATE TABLE nodes (
    id TEXT NOT NULL PRIMARY KEY,
    flow_id TEXT NOT NULL,
    record TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);

-- Every flow that a node has, or had: who began an earlier one may still finish it.
CREATE TABLE node_flows (
    node_id TEXT NOT NULL REFERENCES nodes (id),
    flow_id TEXT NOT NULL,
    PRIMARY KEY (node_id, flow_id)
);

CREATE TABLE widgets (
    code TEXT NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    record TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);

CREATE TABLE feedbacks (
    -- The order in which they were first stored; the cursor of lists.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('partial', 'complete')),
    device_id TEXT NOT NULL,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    flow_id TEXT NOT NULL,
    flow_revision BIGINT NOT NULL,
    user_id TEXT,
    language_id TEXT,
    origin_url TEXT,
    -- By the visitor's clock, as claimed.
    created_at BIGINT,
    created_offline BOOLEAN NOT NULL,
    time_spent_in_seconds BIGINT NOT NULL,
    -- By the server's clock: first stored, last changed, completed.
    received_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    completed_at BIGINT,
    -- JSON documents.
    responses TEXT NOT NULL,
    customer TEXT,
    tracking TEXT,
    -- The epoch of the chat's token; null: this feedback has no chat.
    chat_epoch BIGINT,
    FOREIGN KEY (flow_id, flow_revision) REFERENCES flow_revisions (flow_id, revision)
);

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
    receipt TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (route, device_id, key)
);

CREATE TABLE customers (
    id TEXT NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    device_id TEXT,
    created_at BIGINT NOT NULL
);

CREATE TABLE staff_tokens (
    name TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
);

-- Answers "what has changed since?". Each writing transaction gives `updated_at` a value above all earlier ones, so that a
-- reader who continues after the last one misses nothing.
CREATE INDEX feedbacks_by_change ON feedbacks (updated_at, id);

-- A chat belongs to one feedback and begins with it.
CREATE TABLE chats (
    feedback_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES feedbacks (id),
    node_id TEXT NOT NULL REFERENCES nodes (id),
    status TEXT NOT NULL CHECK (status IN ('open', 'queued', 'closed', 'archived')),
    -- Raised by one with each message and each change of status; the cursor of whoever follows the chat.
    position BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE INDEX chats_by_activity ON chats (updated_at, feedback_id);
CREATE INDEX chats_of_node_by_activity ON chats (node_id, updated_at, feedback_id);

CREATE TABLE chat_messages (
    feedback_id TEXT COLLATE "C" NOT NULL REFERENCES chats (feedback_id),
    -- The chat's position when it was written: their order, also with several writing processes.
    position BIGINT NOT NULL,
    id TEXT NOT NULL UNIQUE,
    actor TEXT NOT NULL CHECK (actor IN ('customer', 'staff')),
    -- The name of the staff member; null for the customer.
    author TEXT,
    body TEXT NOT NULL,
    -- The client's own name for it, by which it knows its message again.
    client_key TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (feedback_id, position)
);

-- One row, which the writer changes when it is asked whether it can commit.
CREATE TABLE heartbeats (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    written_at BIGINT NOT NULL
);
