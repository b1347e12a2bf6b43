-- The e-mail addresses that customers have left in their chats, to hear of replies (docs/mail.md), and the mails that wait.
CREATE TABLE chat_emails (
    feedback_id TEXT NOT NULL PRIMARY KEY REFERENCES chats (feedback_id),
    -- Null once it is removed. The row stays for its number.
    address TEXT,
    -- By which mails are counted: a hash under a key of the server.
    address_hash TEXT,
    -- The mailed links that work are those of this number.
    number BIGINT NOT NULL,
    -- How often another address was left since a time.
    changes BIGINT NOT NULL,
    changes_since BIGINT NOT NULL,
    -- The position up to which the customer has seen the chat, or a mail has told of it.
    known_position BIGINT NOT NULL,
    -- When the first reply came that is not known; null if there is none.
    reply_waits_since BIGINT,
    -- No mail is sent before: one is being sent, has failed, or went out a while ago.
    not_before BIGINT NOT NULL,
    -- How often the mail that waits was tried.
    attempts BIGINT NOT NULL
);

CREATE INDEX chat_emails_waiting ON chat_emails (not_before) WHERE reply_waits_since IS NOT NULL;

-- The mails of the last day, for their limits.
CREATE TABLE sent_mails (
    address_hash TEXT NOT NULL,
    sent_at BIGINT NOT NULL
);

CREATE INDEX sent_mails_to_address ON sent_mails (address_hash, sent_at);
CREATE INDEX sent_mails_by_time ON sent_mails (sent_at);
