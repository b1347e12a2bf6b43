-- How much of a node's quota is used in one period. Raised in the transaction that stores the feedback.
CREATE TABLE quota_counts (
    node_id TEXT NOT NULL REFERENCES nodes (id),
    period TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    used BIGINT NOT NULL,
    PRIMARY KEY (node_id, period, starts_at)
);
