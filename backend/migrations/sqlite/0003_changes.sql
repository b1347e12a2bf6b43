-- Answers "what has changed since?". `updated_at` has been filled since the first migration; from here on each writing
-- transaction gives it a value above all earlier ones, so that a reader who continues after the last one misses nothing.
CREATE INDEX feedbacks_by_change ON feedbacks (updated_at, id);

ALTER TABLE idempotency_keys RENAME COLUMN answer TO receipt;
