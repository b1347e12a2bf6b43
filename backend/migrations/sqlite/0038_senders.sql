-- The address that a chat began from, hashed under a key of the server: staff block it without learning it. Null where the
-- address says nothing about the client.
ALTER TABLE chats ADD COLUMN address_hash TEXT;

CREATE INDEX going_chats_of_address ON chats (node_id, address_hash)
WHERE status IN ('open', 'queued');

-- Addresses, by such hashes, whose feedback and messages a node refuses until a time.
CREATE TABLE blocked_addresses (
    -- The order in which they were blocked; the cursor of lists.
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    address_hash TEXT NOT NULL,
    blocked_by TEXT NOT NULL,
    blocked_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    UNIQUE (node_id, address_hash)
) STRICT;

CREATE INDEX blocked_addresses_by_end ON blocked_addresses (ends_at);

-- How much of a node's quota one sender has used in one period: an address, or a verified customer; hashed likewise. Raised in
-- the transaction that stores the feedback.
CREATE TABLE quota_shares (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    period TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    sender_hash TEXT NOT NULL,
    used INTEGER NOT NULL,
    UNIQUE (node_id, period, starts_at, sender_hash)
) STRICT;
