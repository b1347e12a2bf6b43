-- What the token may do: names of rights, separated by commas.
ALTER TABLE staff_tokens ADD COLUMN rights TEXT NOT NULL DEFAULT 'read,chat,export,manage';
UPDATE staff_tokens SET rights = 'read,export' WHERE read_only = 1;
ALTER TABLE staff_tokens DROP COLUMN read_only;
