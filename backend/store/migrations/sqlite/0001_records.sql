-- Times are whole milliseconds since 1970 (UTC): they sort, and mean the same in every database.

-- Records, which the operator imports, and the console changes.

-- Every record, also those that are archived.
CREATE TABLE records (
    -- flow, node, widget or connector.
    kind TEXT NOT NULL,
    -- The code of a widget, the id of any other record.
    id TEXT NOT NULL,
    -- The newest one.
    revision INTEGER NOT NULL,
    -- The one that is as the files of the last import have it; null: no files have had it, the console made it.
    imported_revision INTEGER,
    -- Its name, for lists; null: it has none.
    title TEXT,
    -- A node itself, the node of a widget; null of what belongs to several.
    node_id TEXT,
    PRIMARY KEY (kind, id)
) STRICT;

-- What each record was, and who has changed it. Never changed and never removed.
CREATE TABLE record_revisions (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    -- Without the secrets that the record has; null of a flow, whose text is in flow_revisions.
    record TEXT,
    created_at INTEGER NOT NULL,
    -- The name of the person or token, or of the command.
    author TEXT NOT NULL,
    note TEXT,
    -- Whether the record takes no part from this revision on.
    is_archive INTEGER NOT NULL,
    PRIMARY KEY (kind, id, revision)
) STRICT;

-- The texts of the revisions of flows. Submissions refer to them.
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

-- Widgets and connectors that are archived, as they were, with their secrets: nothing that serves visitors reads them.
CREATE TABLE archived_records (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT;

-- The questions of the newest revision of each flow that are looked up; none of a flow that is archived.
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
