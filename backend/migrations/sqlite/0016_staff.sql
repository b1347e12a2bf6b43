-- The nodes that a token is for, a JSON list; null: all, also later ones.
ALTER TABLE staff_tokens ADD COLUMN nodes TEXT;
ALTER TABLE staff_tokens ADD COLUMN read_only INTEGER NOT NULL DEFAULT 0;
-- The address of the member's picture, which customers see.
ALTER TABLE staff_tokens ADD COLUMN avatar TEXT;
-- Noted at most once a minute.
ALTER TABLE staff_tokens ADD COLUMN last_used_at INTEGER;
