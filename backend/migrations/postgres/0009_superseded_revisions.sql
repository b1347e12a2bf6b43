-- When an import gave a node another flow; null while the node has the flow. Flows that nodes had before this migration get
-- the time of the next import of the node.
ALTER TABLE node_flows ADD COLUMN dropped_at BIGINT;
