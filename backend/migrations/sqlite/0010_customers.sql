-- What is known about a customer: JSON objects of fields that the client claims, and of those that the last valid signature
-- proves until a time.
ALTER TABLE customers ADD COLUMN claimed TEXT NOT NULL DEFAULT '{}';
ALTER TABLE customers ADD COLUMN proven TEXT;
ALTER TABLE customers ADD COLUMN proven_until INTEGER;

-- Whether the host's server has signed the custom attributes.
ALTER TABLE feedbacks ADD COLUMN attributes_verified INTEGER NOT NULL DEFAULT 0;
-- A hash of the name that a signature proves of the customer; null: it proves none.
ALTER TABLE feedbacks ADD COLUMN verified_customer TEXT;

-- Answers "has this customer a complete one here already?" (code 13045).
CREATE INDEX complete_feedbacks_of_customer ON feedbacks (verified_customer, node_id, completed_at)
WHERE status = 'complete' AND verified_customer IS NOT NULL;
