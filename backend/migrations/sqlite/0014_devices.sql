-- Kiosks, each as it has reported last.
CREATE TABLE devices (
    -- The order in which they have reported first; the cursor of lists.
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    device_id TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    -- How many feedbacks wait in its outbox, and how many the server has refused for good.
    waiting INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    -- When its outbox was emptied last, by its own clock.
    last_sync_at INTEGER,
    -- The build of the page that it shows.
    version TEXT NOT NULL,
    UNIQUE (node_id, device_id)
) STRICT;

CREATE INDEX devices_of_node ON devices (node_id, seen_at);
CREATE INDEX devices_by_silence ON devices (seen_at);
