-- Where an upload came from, while no feedback has taken it: a keyed hash of the client's address, or of the device where the
-- address may stand for many. Empty once it is taken, and of those before.
ALTER TABLE uploads ADD COLUMN source TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX unclaimed_uploads_of_source ON uploads (source, created_at)
WHERE feedback_id IS NULL;
