-- Exports of feedback that a server makes beside requests, and staff download later (docs/results.md#kept-exports).
CREATE TABLE exports (
    -- Ordered by time.
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- Whose it is: `person:` and an id, or `token:` and a name.
    owner TEXT NOT NULL,
    requested_by TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    -- The nodes whose feedback may be in it, a JSON list; null: all.
    nodes TEXT,
    format TEXT NOT NULL,
    -- What was asked for, a JSON object of texts, and what that means.
    parameters TEXT NOT NULL,
    work TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
    attempts BIGINT NOT NULL DEFAULT 0,
    -- A server that makes it has it until then.
    leased_until BIGINT NOT NULL DEFAULT 0,
    feedbacks BIGINT NOT NULL DEFAULT 0,
    bytes BIGINT NOT NULL DEFAULT 0,
    problem TEXT,
    finished_at BIGINT,
    expires_at BIGINT NOT NULL
);

CREATE INDEX exports_of_owner ON exports (owner, id);
CREATE INDEX exports_due ON exports (leased_until, id) WHERE state IN ('queued', 'running');
CREATE INDEX exports_expiring ON exports (expires_at);

-- The files of exports, in the storage of uploads. A row is there before its file, and until the file is deleted.
CREATE TABLE export_parts (
    storage_key TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- Null: the file is to be deleted.
    export_id TEXT,
    position BIGINT NOT NULL,
    size BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    stored_at BIGINT,
    -- The order to erase that waits until the file is deleted.
    erasure_id TEXT
);

CREATE INDEX export_parts_of_export ON export_parts (export_id, position);
CREATE INDEX export_parts_of_erasure ON export_parts (erasure_id) WHERE erasure_id IS NOT NULL;
