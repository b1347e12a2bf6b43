-- What visitors have beside their feedback.

CREATE TABLE customers (
    id TEXT NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    device_id TEXT,
    -- JSON objects of fields that the client claims, and of those that the last valid signature proves until a time.
    claimed TEXT NOT NULL DEFAULT '{}',
    proven TEXT,
    proven_until BIGINT,
    created_at BIGINT NOT NULL
);

CREATE INDEX customers_of_device ON customers (device_id);

-- Codes that were sent to phone numbers. A row goes a while after its code has expired.
CREATE TABLE phone_verifications (
    id TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    device_id TEXT NOT NULL,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    question_id TEXT NOT NULL,
    -- Under a key of the server.
    code_hash TEXT NOT NULL,
    tries_left BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX phone_verifications_by_expiry ON phone_verifications (expires_at);
CREATE INDEX phone_verifications_of_device ON phone_verifications (device_id);

-- What was sent within the last day, so that nobody can have more sent than the limits allow: whoever has codes sent that nobody
-- enters gets fewer. Numbers, devices and network addresses are hashed under a key of the server.
CREATE TABLE verification_sends (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    verification_id TEXT NOT NULL,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    -- Of the number, and of the numbers beside it.
    address_hash TEXT NOT NULL,
    range_hash TEXT NOT NULL,
    device_hash TEXT NOT NULL,
    -- Of the client's network address, and of its network. Null where the address says nothing about the client.
    client_hash TEXT,
    network_hash TEXT,
    sent_at BIGINT NOT NULL,
    -- When the code was entered; null: not yet.
    entered_at BIGINT
);

CREATE INDEX verification_sends_by_verification ON verification_sends (verification_id);
CREATE INDEX verification_sends_to_address ON verification_sends (address_hash, sent_at);
CREATE INDEX verification_sends_to_range ON verification_sends (range_hash, sent_at);
CREATE INDEX verification_sends_of_device ON verification_sends (device_hash, sent_at);
CREATE INDEX verification_sends_of_client ON verification_sends (client_hash, sent_at);
CREATE INDEX verification_sends_of_network ON verification_sends (network_hash, node_id, sent_at);
CREATE INDEX verification_sends_of_node ON verification_sends (node_id, sent_at);
CREATE INDEX verification_sends_by_time ON verification_sends (sent_at);

-- Who wants no more invitations on a channel: whoever got the one with this tracking pair.
CREATE TABLE unsubscriptions (
    -- The order in which they came; the cursor of lists.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    channel TEXT NOT NULL CHECK (channel IN ('sms', 'whatsapp', 'push_notification')),
    -- A JSON object with the pair by the names of its parameters.
    tracking TEXT NOT NULL,
    device_id TEXT,
    created_at BIGINT NOT NULL,
    UNIQUE (node_id, channel, tracking)
);

CREATE INDEX unsubscriptions_of_node ON unsubscriptions (node_id, seq);
CREATE INDEX unsubscriptions_of_device ON unsubscriptions (device_id);

-- Kiosks, each as it has reported last.
CREATE TABLE devices (
    -- The order in which they have reported first; the cursor of lists.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    device_id TEXT NOT NULL,
    -- The build of the page that it shows.
    version TEXT NOT NULL,
    first_seen_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    -- How many feedbacks wait in its outbox, and how many the server has refused for good.
    waiting BIGINT NOT NULL,
    refused BIGINT NOT NULL,
    -- When its outbox was emptied last, by its own clock.
    last_sync_at BIGINT,
    UNIQUE (node_id, device_id)
);

CREATE INDEX devices_of_node ON devices (node_id, seen_at);
CREATE INDEX devices_by_silence ON devices (seen_at);
