-- What is made once for all processes that share this database: the server's own keys, base64url, and the number of its history.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- One row, which the writer changes when it is asked whether it can commit.
CREATE TABLE heartbeats (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    written_at BIGINT NOT NULL
);
