-- Who wants no more invitations on a channel: whoever got the one with this tracking pair.
CREATE TABLE unsubscriptions (
    -- The order in which they came; the cursor of lists.
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    channel TEXT NOT NULL CHECK (channel IN ('sms', 'whatsapp', 'push_notification')),
    -- A JSON object with the pair by the names of its parameters.
    tracking TEXT NOT NULL,
    device_id TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (node_id, channel, tracking)
) STRICT;

CREATE INDEX unsubscriptions_of_node ON unsubscriptions (node_id, seq);
