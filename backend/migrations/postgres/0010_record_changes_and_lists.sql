-- How often records were imported: one row. Whoever keeps records in memory compares it.
CREATE TABLE record_changes (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    number BIGINT NOT NULL
);

INSERT INTO record_changes (id, number) VALUES (1, 0);

-- Few feedbacks are partial, on most nodes none: a list of them must not search through all the others.
CREATE INDEX partial_feedbacks ON feedbacks (seq) WHERE status = 'partial';
CREATE INDEX partial_feedbacks_of_node ON feedbacks (node_id, seq) WHERE status = 'partial';

-- "What has changed at this node since?"
CREATE INDEX feedbacks_of_node_by_change ON feedbacks (node_id, updated_at, id);
