-- Staff, and what they decide.

CREATE TABLE staff_tokens (
    -- The same for all names that look alike.
    name_key TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    -- The nodes that the token is for, a JSON list; null: all, also later ones.
    nodes TEXT,
    -- What the token may do: names of rights, separated by commas.
    rights TEXT NOT NULL,
    -- The address of the member's picture, which customers see.
    avatar TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT,
    -- Noted at most once a minute.
    last_used_at BIGINT
);

-- What staff have done: when, who, what and on what, without contents.
CREATE TABLE staff_audit (
    -- The order in which it was done; the cursor of the list.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    -- The name of the token.
    staff TEXT NOT NULL,
    act TEXT NOT NULL,
    -- Null where it concerns all nodes.
    node_id TEXT,
    feedback_id TEXT,
    -- The id or name of what else it was about: a message, a member of staff, a canned reply, the hash of a device.
    subject TEXT
);

CREATE INDEX staff_audit_of_node ON staff_audit (node_id, seq);
CREATE INDEX staff_audit_of_chat ON staff_audit (feedback_id, seq)
WHERE feedback_id IS NOT NULL;
CREATE INDEX staff_audit_by_subject ON staff_audit (subject) WHERE subject IS NOT NULL;
CREATE INDEX staff_audit_by_time ON staff_audit (at);

-- Texts that staff have at hand.
CREATE TABLE canned_replies (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- Null: for all nodes.
    node_id TEXT REFERENCES nodes (id),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE INDEX canned_replies_of_node ON canned_replies (node_id);

-- Devices whose feedback and messages a node refuses, by their keyed hashes.
CREATE TABLE blocked_devices (
    -- The order in which they were blocked; the cursor of lists.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    device_hash TEXT NOT NULL,
    blocked_by TEXT NOT NULL,
    blocked_at BIGINT NOT NULL,
    UNIQUE (node_id, device_hash)
);

-- Addresses, by the hashes that chats have, whose feedback and messages a node refuses until a time.
CREATE TABLE blocked_addresses (
    -- The order in which they were blocked; the cursor of lists.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    address_hash TEXT NOT NULL,
    blocked_by TEXT NOT NULL,
    blocked_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    UNIQUE (node_id, address_hash)
);

CREATE INDEX blocked_addresses_by_end ON blocked_addresses (ends_at);

-- By what staff sort feedback and its chat, normalized.
CREATE TABLE feedback_tags (
    feedback_seq BIGINT NOT NULL,
    node_id TEXT NOT NULL,
    tag TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (feedback_seq, tag)
);

CREATE INDEX feedback_tags_by_tag ON feedback_tags (tag, feedback_seq);
CREATE INDEX feedback_tags_of_node ON feedback_tags (node_id, tag, feedback_seq);

-- What staff write about feedback, for each other.
CREATE TABLE feedback_notes (
    feedback_id TEXT COLLATE "C" NOT NULL REFERENCES feedbacks (id),
    -- The key of the request that wrote it, or a random one.
    id TEXT COLLATE "C" NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (feedback_id, id)
);

-- Which staff are connected to which server, as the servers of a database tell each other, for half a minute.
CREATE TABLE staff_presence (
    -- A random name.
    server TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The chat that they have open, with its node; empty without one.
    node_id TEXT NOT NULL,
    feedback_id TEXT NOT NULL,
    is_writing BOOLEAN NOT NULL,
    said_at BIGINT NOT NULL
);

CREATE INDEX staff_presence_of_server ON staff_presence (server);
CREATE INDEX staff_presence_of_chat ON staff_presence (feedback_id);
