-- Exports of feedback that a server makes beside requests, and staff download later (docs/results.md#kept-exports).
CREATE TABLE exports (
    -- Ordered by time.
    id TEXT NOT NULL PRIMARY KEY,
    -- Whose it is: `person:` and an id, or `token:` and a name.
    owner TEXT NOT NULL,
    requested_by TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    -- The nodes whose feedback may be in it, a JSON list; null: all.
    nodes TEXT,
    format TEXT NOT NULL,
    -- What was asked for, a JSON object of texts, and what that means.
    parameters TEXT NOT NULL,
    work TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    -- A server that makes it has it until then.
    leased_until INTEGER NOT NULL DEFAULT 0,
    feedbacks INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    problem TEXT,
    finished_at INTEGER,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX exports_of_owner ON exports (owner, id);
CREATE INDEX exports_due ON exports (leased_until, id) WHERE state IN ('queued', 'running');
CREATE INDEX exports_expiring ON exports (expires_at);

-- The files of exports, in the storage of uploads. A row is there before its file, and until the file is deleted.
CREATE TABLE export_parts (
    storage_key TEXT NOT NULL PRIMARY KEY,
    -- Null: the file is to be deleted.
    export_id TEXT,
    position INTEGER NOT NULL,
    size INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    stored_at INTEGER,
    -- The order to erase that waits until the file is deleted.
    erasure_id TEXT
) STRICT;

CREATE INDEX export_parts_of_export ON export_parts (export_id, position);
CREATE INDEX export_parts_of_erasure ON export_parts (erasure_id) WHERE erasure_id IS NOT NULL;
