-- What flows are to become, while staff work on it.

CREATE TABLE flow_drafts (
    flow_id TEXT NOT NULL PRIMARY KEY,
    -- Another one after each change, and never the same again.
    version TEXT NOT NULL,
    -- The newest revision when the draft began; null: there was none.
    base_revision BIGINT,
    -- The name of the flow, for lists; null: it has none.
    title TEXT,
    -- JSON, perhaps with errors.
    definition TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    begun_by TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    changed_by TEXT NOT NULL
);

-- The last changes of each draft that had an idempotency key: a repeat is answered, and changes nothing.
CREATE TABLE flow_draft_changes (
    flow_id TEXT NOT NULL REFERENCES flow_drafts (flow_id),
    key TEXT NOT NULL,
    -- Of what was asked.
    fingerprint TEXT NOT NULL,
    -- What the change has made.
    version TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (flow_id, key)
);
