-- Addresses that are told what happens (docs/webhooks.md).
CREATE TABLE webhooks (
    -- What deliveries name: an id may be used again after its webhook was deleted.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Null once it is deleted; the row stays until its deliveries are removed.
    id TEXT UNIQUE,
    url TEXT NOT NULL,
    description TEXT,
    -- A JSON list of the types of events.
    events TEXT NOT NULL,
    -- A JSON list of node ids; null for all.
    nodes TEXT,
    enabled INTEGER NOT NULL,
    -- When its receiver said that it is gone, which disabled it.
    gone_at INTEGER,
    -- From which, with the server's secret, its own is derived.
    secret_epoch INTEGER NOT NULL,
    -- The one before, which signs as well until a time.
    old_secret_epoch INTEGER,
    old_secret_until INTEGER,
    -- Tries that failed since the last one that did not.
    failures INTEGER NOT NULL DEFAULT 0,
    -- Nothing is sent before: the receiver has asked for that, or fails and is probed.
    not_before INTEGER NOT NULL DEFAULT 0,
    updated_by TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- What is to be sent, and what became of it. It holds no contents: they are read when it is sent.
CREATE TABLE webhook_deliveries (
    -- The order in which it happened; the id of the delivery.
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook INTEGER NOT NULL,
    event TEXT NOT NULL,
    node_id TEXT NOT NULL,
    feedback_id TEXT NOT NULL,
    -- Of a chat, when it happened.
    position INTEGER,
    -- The status that a chat has got.
    chat_status TEXT,
    occurred_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'dead')),
    attempts INTEGER NOT NULL,
    -- From here on it is tried for three days.
    started_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    -- A server that sends it has it until then.
    leased_until INTEGER NOT NULL,
    last_status INTEGER,
    last_error TEXT,
    finished_at INTEGER
) STRICT;

CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook, next_at, seq) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_of_feedback ON webhook_deliveries (feedback_id, state, webhook, seq);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook, seq);
CREATE INDEX webhook_deliveries_finished ON webhook_deliveries (state, finished_at) WHERE state <> 'waiting';
