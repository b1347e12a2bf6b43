-- Times are whole milliseconds since 1970 (UTC): they sort, and mean the same in every database.

-- Records, which the operator imports.

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
    -- When an import gave the node another flow; null while the node has this one.
    dropped_at INTEGER,
    PRIMARY KEY (node_id, flow_id)
) STRICT;

CREATE TABLE widgets (
    code TEXT NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    record TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;

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

-- How often records were imported: one row. Whoever keeps records in memory compares it.
CREATE TABLE record_changes (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
) STRICT;

INSERT INTO record_changes (id, number) VALUES (1, 0);
