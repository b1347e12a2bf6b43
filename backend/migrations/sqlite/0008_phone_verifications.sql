-- Codes that were sent to phone numbers. A row goes a while after its code has expired.
CREATE TABLE phone_verifications (
    id TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    device_id TEXT NOT NULL,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    question_id TEXT NOT NULL,
    -- Under a key of the server.
    code_hash TEXT NOT NULL,
    tries_left INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX phone_verifications_by_expiry ON phone_verifications (expires_at);

-- What was sent within the last day, so that nobody can have more sent than the limits allow. Numbers, devices and network
-- addresses are hashed under a key of the server.
CREATE TABLE verification_sends (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    address_hash TEXT NOT NULL,
    device_hash TEXT NOT NULL,
    -- Null where the network address says nothing about the client.
    client_hash TEXT,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    sent_at INTEGER NOT NULL
) STRICT;

CREATE INDEX verification_sends_to_address ON verification_sends (address_hash, sent_at);
CREATE INDEX verification_sends_of_device ON verification_sends (device_hash, sent_at);
CREATE INDEX verification_sends_of_client ON verification_sends (client_hash, sent_at);
CREATE INDEX verification_sends_of_node ON verification_sends (node_id, sent_at);
CREATE INDEX verification_sends_by_time ON verification_sends (sent_at);
