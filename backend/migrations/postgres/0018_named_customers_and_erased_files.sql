-- The customer whom a feedback names (`customer.id`): a signed link may name one on any device.
ALTER TABLE feedbacks ADD COLUMN customer_id TEXT COLLATE "C";
-- No id that a visit got has such a character, and no text of PostgreSQL can have it.
UPDATE feedbacks SET customer_id = left(customer::json ->> 'id', 128)
WHERE customer LIKE '%"id":"%' AND customer NOT LIKE '%\\u0000%';
CREATE INDEX feedbacks_of_named_customer ON feedbacks (customer_id)
WHERE customer_id IS NOT NULL;

-- The order that has erased the upload, which waits until its file is deleted. Of those that wait already nobody knows which
-- it was: the last one waits for all of them.
ALTER TABLE uploads ADD COLUMN erasure_id TEXT COLLATE "C";
UPDATE uploads SET erasure_id = (SELECT MAX(id) FROM erasures WHERE erased_at IS NULL)
WHERE feedback_id IS NULL AND expires_at = 0 AND device_id = '';
CREATE INDEX uploads_of_erasure ON uploads (erasure_id, id)
WHERE erasure_id IS NOT NULL;
