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

-- The last changes of the drafts of each flow that had an idempotency key, also of a draft that is removed: a repeat is answered, and
-- changes nothing.
CREATE TABLE flow_draft_changes (
    flow_id TEXT NOT NULL,
    key TEXT NOT NULL,
    -- Of what was asked.
    fingerprint TEXT NOT NULL,
    -- What the change has made.
    version TEXT NOT NULL,
    -- Whether it began the draft: those are known for some days, however many follow.
    begins BOOLEAN NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (flow_id, key)
);

CREATE INDEX flow_draft_changes_changed_at ON flow_draft_changes (changed_at);

-- What drafts were published as, for some days: a repeat is answered, and publishes nothing.
CREATE TABLE published_drafts (
    flow_id TEXT NOT NULL,
    -- The one that the draft had.
    version TEXT NOT NULL,
    -- The newest one of the flow then.
    revision BIGINT NOT NULL,
    -- Whether it was a new one.
    is_changed BOOLEAN NOT NULL,
    published_at BIGINT NOT NULL,
    PRIMARY KEY (flow_id, version)
);

CREATE INDEX published_drafts_published_at ON published_drafts (published_at);
