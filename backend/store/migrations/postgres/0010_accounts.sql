-- People who sign in.

CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    -- In lower case.
    email TEXT COLLATE "C" NOT NULL UNIQUE,
    -- What customers see; no staff token that is in force has it.
    name TEXT NOT NULL UNIQUE,
    -- The same for all names that look alike.
    name_key TEXT COLLATE "C" NOT NULL UNIQUE,
    role TEXT NOT NULL,
    -- The nodes that the person is for, a JSON list; null: all, also later ones.
    nodes TEXT,
    -- As a PHC string; null until they have chosen a password.
    password_hash TEXT,
    -- What their codes are derived from, with the server's secret; null: there is no second factor.
    second_factor TEXT,
    -- The same for one that is shown to them, and not in force yet.
    offered_factor TEXT,
    -- The step of the last code that was used: each is good once.
    last_code_step BIGINT,
    created_at BIGINT NOT NULL,
    -- When they last signed in; null: never.
    signed_in_at BIGINT,
    disabled_at BIGINT
);

-- Codes that stand in for the second factor, each once.
CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id),
    hash TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
);

-- Browsers in which people are signed in.
CREATE TABLE staff_sessions (
    -- Of what the cookie holds.
    hash TEXT NOT NULL PRIMARY KEY,
    -- How its person names it.
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    -- A few words about the browser.
    browser TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Noted at most once a minute.
    last_used_at BIGINT NOT NULL,
    -- Until when what needs a confirmation needs no other one.
    confirmed_until BIGINT NOT NULL,
    -- 1: it began by the word of a provider.
    by_provider BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX staff_sessions_of_user ON staff_sessions (user_id, created_at);
CREATE INDEX staff_sessions_by_creation ON staff_sessions (created_at);
CREATE INDEX staff_sessions_by_use ON staff_sessions (last_used_at);

-- Links with which people choose a password, each good once; a person has one at most.
CREATE TABLE one_time_links (
    hash TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id),
    expires_at BIGINT NOT NULL
);

CREATE INDEX one_time_links_by_end ON one_time_links (expires_at);

-- Sign-ins by a provider that have led to a session: each does so once.
CREATE TABLE spent_sign_ins (
    hash TEXT NOT NULL PRIMARY KEY,
    -- When its cookie is not accepted any more.
    expires_at BIGINT NOT NULL
);

CREATE INDEX spent_sign_ins_by_end ON spent_sign_ins (expires_at);
