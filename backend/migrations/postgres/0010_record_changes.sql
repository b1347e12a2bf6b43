-- How often records were imported: one row. Whoever keeps records in memory compares it.
CREATE TABLE record_changes (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    number BIGINT NOT NULL
);

INSERT INTO record_changes (id, number) VALUES (1, 0);
