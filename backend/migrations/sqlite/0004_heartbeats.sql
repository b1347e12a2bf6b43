-- One row, which the writer changes when it is asked whether it can commit.
CREATE TABLE heartbeats (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    written_at INTEGER NOT NULL
) STRICT;
