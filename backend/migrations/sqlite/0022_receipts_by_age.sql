-- Which receipts nobody asks for any more: all but those of feedback that there is go after a year.
CREATE INDEX receipts_by_age ON idempotency_keys (created_at) WHERE route <> 'feedbacks';
