-- Calls to other systems that look up what follows from an answer.
CREATE TABLE connectors (
    id TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;

-- The questions of the newest revision of each flow that are looked up.
CREATE TABLE looked_up_questions (
    question_id TEXT NOT NULL,
    flow_id TEXT NOT NULL,
    PRIMARY KEY (question_id, flow_id)
) STRICT;

-- What was looked up for an answer, until the feedback with this answer has a copy, or it expires.
CREATE TABLE bindings (
    id TEXT NOT NULL PRIMARY KEY,
    device_id TEXT NOT NULL,
    node_id TEXT NOT NULL,
    flow_id TEXT NOT NULL,
    question_id TEXT NOT NULL,
    answer_hash TEXT NOT NULL,
    data TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX bindings_by_expiry ON bindings (expires_at);
