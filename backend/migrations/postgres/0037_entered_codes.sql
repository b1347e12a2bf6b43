-- Which codes were entered, and where those who had them sent ask from: whoever has codes sent that nobody wants gets fewer.
ALTER TABLE verification_sends ADD COLUMN verification_id TEXT;
-- Of the numbers beside the number, and of the network of the client; hashed as the others.
ALTER TABLE verification_sends ADD COLUMN range_hash TEXT;
ALTER TABLE verification_sends ADD COLUMN network_hash TEXT;
ALTER TABLE verification_sends ADD COLUMN entered_at BIGINT;

CREATE INDEX verification_sends_by_verification ON verification_sends (verification_id);
CREATE INDEX verification_sends_to_range ON verification_sends (range_hash, sent_at);
CREATE INDEX verification_sends_of_network ON verification_sends (network_hash, node_id, sent_at);
