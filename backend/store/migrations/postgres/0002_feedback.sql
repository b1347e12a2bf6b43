-- Feedback, its receipts, files and quotas.

CREATE TABLE feedbacks (
    -- The order in which they were first stored; the cursor of lists.
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('partial', 'complete')),
    node_id TEXT NOT NULL REFERENCES nodes (id),
    flow_id TEXT NOT NULL,
    flow_revision BIGINT NOT NULL,
    device_id TEXT NOT NULL,
    user_id TEXT,
    -- The customer whom it names (`customer.id`): a signed link may name one on any device.
    customer_id TEXT COLLATE "C",
    -- A hash of the name that a signature proves of the customer; null: it proves none.
    verified_customer TEXT,
    -- Whether a signature proves fields of the customer.
    customer_verified BOOLEAN NOT NULL DEFAULT FALSE,
    -- Whether the host's server has signed the custom attributes.
    attributes_verified BOOLEAN NOT NULL DEFAULT FALSE,
    language_id TEXT,
    origin_url TEXT,
    -- By the visitor's clock, as claimed.
    created_at BIGINT,
    created_offline BOOLEAN NOT NULL,
    time_spent_in_seconds BIGINT NOT NULL,
    -- By the server's clock: first stored, last changed, completed. Each writing transaction gives `updated_at` a value above all
    -- earlier ones, so that a reader who continues after the last one misses nothing.
    received_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    completed_at BIGINT,
    -- The epoch of the chat's token; null: this feedback has no chat.
    chat_epoch BIGINT,
    -- JSON documents.
    customer TEXT,
    tracking TEXT,
    -- How long each state was shown: an object from its id to milliseconds; null if nothing is known.
    state_times_in_ms TEXT,
    -- What the answers add up to: an object from the key of a score to a number; null if the flow has none.
    scores TEXT,
    responses TEXT NOT NULL,
    -- The number by which people name it, as their client claims.
    reference TEXT,
    -- How far staff are with it (docs/staff.md#review).
    review TEXT NOT NULL DEFAULT 'new' CHECK (review IN ('new', 'in_progress', 'done')),
    -- When the visitor last changed it, if staff have reviewed it since: `updated_at` is later then. Else null.
    given_at BIGINT,
    FOREIGN KEY (flow_id, flow_revision) REFERENCES flow_revisions (flow_id, revision)
);

CREATE INDEX feedbacks_of_node ON feedbacks (node_id, seq);
-- "What has changed since?", anywhere and at one node.
CREATE INDEX feedbacks_by_change ON feedbacks (updated_at, id);
CREATE INDEX feedbacks_of_node_by_change ON feedbacks (node_id, updated_at, id);
-- Few feedbacks are partial, on most nodes none: a list of them must not search through all the others.
CREATE INDEX partial_feedbacks ON feedbacks (seq) WHERE status = 'partial';
CREATE INDEX partial_feedbacks_of_node ON feedbacks (node_id, seq) WHERE status = 'partial';
-- "Has this device, or this customer, a complete one here already?" (code 13045)
CREATE INDEX complete_feedbacks_of_device ON feedbacks (device_id, node_id, completed_at)
WHERE status = 'complete';
CREATE INDEX complete_feedbacks_of_customer ON feedbacks (verified_customer, node_id, completed_at)
WHERE status = 'complete' AND verified_customer IS NOT NULL;
CREATE INDEX feedbacks_by_reference ON feedbacks (reference, seq)
WHERE reference IS NOT NULL;
-- What staff work on, or have done: an index of everything would grow with each feedback.
CREATE INDEX reviewed_feedbacks ON feedbacks (review, seq)
WHERE review <> 'new';
-- What a node keeps for some days only, however often staff change it.
CREATE INDEX given_feedbacks_of_node ON feedbacks (node_id, given_at)
WHERE given_at IS NOT NULL;
-- What is erased together is found together.
CREATE INDEX partial_feedbacks_of_device ON feedbacks (device_id)
WHERE status = 'partial';
CREATE INDEX partial_feedbacks_of_customer ON feedbacks (verified_customer)
WHERE status = 'partial' AND verified_customer IS NOT NULL;
CREATE INDEX feedbacks_of_named_customer ON feedbacks (customer_id)
WHERE customer_id IS NOT NULL;

-- What a request with this key was answered; the unique key decides between two at the same moment.
CREATE TABLE idempotency_keys (
    route TEXT NOT NULL,
    device_id TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    receipt TEXT NOT NULL,
    -- The feedback that the receipt belongs to. Null once it is erased: then a hash stands for device and key.
    feedback_id TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (route, device_id, key)
);

CREATE INDEX receipts_of_feedback ON idempotency_keys (feedback_id);
-- Which receipts nobody asks for any more: all but those of feedback that there is go after a year.
CREATE INDEX receipts_by_age ON idempotency_keys (created_at) WHERE route <> 'feedbacks';

-- Files that visitors upload to answer questions with, or send in chats. The file itself is in the storage under `storage_key`, so
-- that each stored file has a row, and a row is inserted before its file and deleted after it.
CREATE TABLE uploads (
    id TEXT NOT NULL PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    -- Null for a file that is sent in a chat.
    question_id TEXT,
    device_id TEXT NOT NULL,
    -- Where it came from, while no feedback has taken it: a keyed hash of the client's address, or of the device where the address
    -- may stand for many. Empty once it is taken.
    source TEXT COLLATE "C" NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    size BIGINT NOT NULL,
    -- In pixels; null for what is no image.
    width BIGINT,
    height BIGINT,
    storage_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    -- When the file was in the storage; null: not yet.
    stored_at BIGINT,
    -- Counts while no feedback has it.
    expires_at BIGINT NOT NULL,
    -- The feedback that has taken it, as an answer or in its chat.
    feedback_id TEXT,
    -- The order that has erased it, which waits until its file is deleted.
    erasure_id TEXT COLLATE "C"
);

CREATE INDEX uploads_of_feedback ON uploads (feedback_id)
WHERE feedback_id IS NOT NULL;
CREATE INDEX unclaimed_uploads ON uploads (expires_at)
WHERE feedback_id IS NULL;
CREATE INDEX unclaimed_uploads_of_device ON uploads (device_id, created_at)
WHERE feedback_id IS NULL;
CREATE INDEX unclaimed_uploads_of_source ON uploads (source, created_at)
WHERE feedback_id IS NULL;
-- What a node keeps for some days only.
CREATE INDEX claimed_uploads_of_node ON uploads (node_id, created_at)
WHERE feedback_id IS NOT NULL;
CREATE INDEX uploads_of_erasure ON uploads (erasure_id, id)
WHERE erasure_id IS NOT NULL;

-- What was looked up for an answer, until the feedback with this answer has a copy, or it expires.
CREATE TABLE bindings (
    id TEXT NOT NULL PRIMARY KEY,
    device_id TEXT NOT NULL,
    node_id TEXT NOT NULL,
    flow_id TEXT NOT NULL,
    question_id TEXT NOT NULL,
    answer_hash TEXT NOT NULL,
    data TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX bindings_by_expiry ON bindings (expires_at);
CREATE INDEX bindings_of_device ON bindings (device_id);

-- How much of a node's quota is used in one period. Raised in the transaction that stores the feedback.
CREATE TABLE quota_counts (
    node_id TEXT NOT NULL REFERENCES nodes (id),
    period TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    used BIGINT NOT NULL,
    PRIMARY KEY (node_id, period, starts_at)
);

-- How much of it one sender has used: an address, or a verified customer; hashed under a key of the server. Raised likewise.
CREATE TABLE quota_shares (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node_id TEXT NOT NULL REFERENCES nodes (id),
    period TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    sender_hash TEXT NOT NULL,
    used BIGINT NOT NULL,
    UNIQUE (node_id, period, starts_at, sender_hash)
);
