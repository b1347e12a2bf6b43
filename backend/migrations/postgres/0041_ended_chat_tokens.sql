-- Since when a chat is over, closed or archived: its tokens end some days later. Null while it is not.
ALTER TABLE chats ADD COLUMN over_since BIGINT;
UPDATE chats SET over_since = updated_at WHERE status IN ('closed', 'archived');
