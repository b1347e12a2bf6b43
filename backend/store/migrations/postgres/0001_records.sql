-- Times are whole milliseconds since 1970 (UTC): they sort, and mean the same in every database. Texts by which lists are
-- ordered are compared by their bytes (COLLATE "C"), as on SQLite.

-- Records, which the operator imports, and the console changes.

-- Every record, also those that are archived.
CREATE TABLE records (
    -- flow, node, widget or connector.
    kind TEXT NOT NULL,
    -- The code of a widget, the id of any other record.
    id TEXT NOT NULL,
    -- The newest one.
    revision BIGINT NOT NULL,
    -- The one that is as the files of the last import have it; null: no files have had it, the console made it.
    imported_revision BIGINT,
    -- Its name, for lists; null: it has none.
    title TEXT,
    -- A node itself, the node of a widget; null of what belongs to several.
    node_id TEXT,
    PRIMARY KEY (kind, id)
);

-- What each record was, and who has changed it. Never changed and never removed.
CREATE TABLE record_revisions (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    -- Without the secrets that the record has; null of a flow, whose text is in flow_revisions.
    record TEXT,
    created_at BIGINT NOT NULL,
    -- The name of the person or token, or of the command.
    author TEXT NOT NULL,
    note TEXT,
    -- Whether the record takes no part from this revision on.
    is_archive BOOLEAN NOT NULL,
    PRIMARY KEY (kind, id, revision)
);

-- The texts of the revisions of flows. Submissions refer to them.
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
    -- When an import gave the node another flow; null while the node has this one.
    dropped_at BIGINT,
    PRIMARY KEY (node_id, flow_id)
);

CREATE TABLE widgets (
    code TEXT NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    record TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);

-- Calls to other systems that look up what follows from an answer.
CREATE TABLE connectors (
    id TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);

-- Widgets and connectors that are archived, as they were, with their secrets: nothing that serves visitors reads them.
CREATE TABLE archived_records (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (kind, id)
);

-- The questions of the newest revision of each flow that are looked up; none of a flow that is archived.
CREATE TABLE looked_up_questions (
    question_id TEXT NOT NULL,
    flow_id TEXT NOT NULL,
    PRIMARY KEY (question_id, flow_id)
);

-- How often records were imported: one row. Whoever keeps records in memory compares it.
CREATE TABLE record_changes (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    number BIGINT NOT NULL
);

INSERT INTO record_changes (id, number) VALUES (1, 0);
