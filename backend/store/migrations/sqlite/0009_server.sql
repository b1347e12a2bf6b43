-- What is made once for all processes that share this database: the server's own keys, base64url, and the number of its history.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- One row, which the writer changes when it is asked whether it can commit.
CREATE TABLE heartbeats (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    written_at INTEGER NOT NULL
) STRICT;
