//! Rows of earlier versions, for the tables that each migration brought. They are the same for SQLite and PostgreSQL.

/// Rows for the tables that a migration brings, by its number on SQLite and on PostgreSQL. Those of one number are inserted in the
/// order of this list. A row never changes later, and needs only what its migration has left.
pub(crate) const ROWS: &[(i64, i64, &str)] = &[
    (1, 1, FIRST),
    (2, 1, CHATS),
    (3, 1, RECEIPTS),
    (4, 1, HEARTBEATS),
    (5, 2, QUOTAS),
    (7, 4, UPLOADS),
    (8, 5, PHONE_VERIFICATIONS),
    (9, 6, CONNECTORS),
    (11, 8, UNSUBSCRIPTIONS),
    (14, 11, DEVICES),
    (15, 12, RATINGS),
    (16, 13, STAFF),
    (17, 14, EMAILS),
    (18, 15, RESULTS),
    (18, 15, COUNTS),
    (19, 16, ERASURES),
    (20, 17, WEBHOOKS),
    (20, 17, DELIVERIES),
    (38, 38, SENDERS),
];

const FIRST: &str = r#"
INSERT INTO flow_revisions (flow_id, revision, definition, imported_at) VALUES ('talk', 1, '{"id": "talk",
    "languages": [{"id": "l-en", "code": "en", "name": "English"}],
    "states": [
        {"id": "start", "isInitialState": true, "nextStateId": "thanks", "elements": [
            {"id": "e-why", "type": "question", "question": {"id": "why", "key": "why", "style": "text", "body": {"en": "Why?"}}},
            {"id": "e-submit", "type": "submit", "body": {"en": "Send"}}]},
        {"id": "thanks", "style": "thank_you", "elements": []}, {"id": "talk", "style": "chat", "elements": []}],
    "transitions": [{"fromStateId": "start", "toStateId": "talk",
        "rules": [{"elementId": "e-why", "operator": "equal", "value": "chat"}]}]}', 1767225600000);
INSERT INTO nodes (id, flow_id, record, imported_at)
VALUES ('door', 'talk', '{"id": "door", "flow_id": "talk", "name": "The door"}', 1767225600000);
INSERT INTO node_flows (node_id, flow_id) VALUES ('door', 'talk');
INSERT INTO widgets (code, node_id, record, imported_at)
VALUES ('PSN-DOOR001', 'door', '{"code": "PSN-DOOR001", "node_id": "door"}', 1767225600000);
INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, created_offline, time_spent_in_seconds,
    received_at, updated_at, completed_at, responses, chat_epoch, customer)
VALUES ('first-feedback', 'complete', 'device-1', 'door', 'talk', 1, false, 5, 1767225601000, 1767225601000,
    1767225601000, '[{"question_id": "why", "body": "chat"}]', 0, '{"email": "ann@example.com"}');
INSERT INTO customers (id, node_id, device_id, created_at) VALUES ('customer-1', 'door', 'device-1', 1767225600000);
INSERT INTO secrets (name, value) VALUES ('a-purpose', 'a-secret');
INSERT INTO staff_tokens (name, hash, created_at, expires_at)
VALUES ('ann', '1QLP0Nh0IxaBhqPYTTbW7EeK63dEumJ9EX9Py4YSuMI', 1767225600000, 4102444800000);
"#;

/// On SQLite the second migration has given the feedback its chat; on PostgreSQL there were chats from the beginning.
const CHATS: &str = "
INSERT INTO chats (feedback_id, node_id, status, position, created_at, updated_at)
VALUES ('first-feedback', 'door', 'open', 0, 1767225601000, 1767225601000) ON CONFLICT (feedback_id) DO NOTHING;
INSERT INTO chat_messages (feedback_id, position, id, actor, author, body, created_at)
VALUES ('first-feedback', 1, 'message-1', 'customer', NULL, 'Is anybody there?', 1767225603000),
       ('first-feedback', 2, 'message-2', 'staff', 'ann', 'Good morning', 1767225604000);
UPDATE chats SET position = 2, updated_at = 1767225604000 WHERE feedback_id = 'first-feedback';
";

const RECEIPTS: &str = r#"
INSERT INTO idempotency_keys (route, device_id, key, fingerprint, receipt, created_at)
VALUES ('feedbacks', 'device-1', '0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b11', 'fingerprint',
    '{"id": "first-feedback", "chat_epoch": 0}', 1767225601000),
    ('chat_messages', 'device-1', '0d9a9f32-2c0c-4e5a-9a3c-7f0e9a6f2b12', 'fingerprint',
    '{"feedback_id": "first-feedback", "position": 1}', 1767225603000);
"#;

const HEARTBEATS: &str = "
INSERT INTO heartbeats (id, written_at) VALUES (1, 1767225601000) ON CONFLICT (id) DO NOTHING;
";

const QUOTAS: &str = "
INSERT INTO quota_counts (node_id, period, starts_at, used) VALUES ('door', 'day', 1767225600000, 1);
";

const UPLOADS: &str = "
INSERT INTO uploads (id, device_id, node_id, question_id, name, size, type, storage_key, created_at, stored_at, expires_at,
    feedback_id)
VALUES ('upload-1', 'device-1', 'door', 'why', 'a.png', 3, 'image/png', 'a-storage-key', 1767225601000, 1767225601000,
    1767225601000, 'first-feedback');
";

const PHONE_VERIFICATIONS: &str = "
INSERT INTO phone_verifications (id, address, device_id, node_id, question_id, code_hash, tries_left, expires_at)
VALUES ('verification-1', '+15551234567', 'device-1', 'door', 'why', 'hash', 5, 1767226201000);
INSERT INTO verification_sends (address_hash, device_hash, client_hash, node_id, sent_at)
VALUES ('address-hash', 'device-hash', NULL, 'door', 1767225601000);
";

const CONNECTORS: &str = r#"
INSERT INTO connectors (id, record, imported_at) VALUES ('orders', '{"id": "orders", "url": "https://orders.example/"}', 1767225600000);
INSERT INTO looked_up_questions (question_id, flow_id) VALUES ('order', 'another-flow');
INSERT INTO bindings (id, device_id, node_id, flow_id, question_id, answer_hash, data, expires_at)
VALUES ('binding-1', 'device-1', 'door', 'talk', 'why', 'hash', '{}', 1767312001000);
"#;

const UNSUBSCRIPTIONS: &str = r#"
INSERT INTO unsubscriptions (node_id, channel, tracking, device_id, created_at)
VALUES ('door', 'sms', '{"t": "1"}', 'device-1', 1767225605000);
"#;

const DEVICES: &str = "
INSERT INTO devices (node_id, device_id, first_seen_at, seen_at, waiting, refused, last_sync_at, version)
VALUES ('door', 'device-1', 1767225601000, 1767225601000, 0, 0, NULL, 'a-version');
";

const RATINGS: &str = "
INSERT INTO chat_ratings (feedback_id, position, rating, created_at) VALUES ('first-feedback', 3, 100, 1767225605000);
UPDATE chats SET position = 3, updated_at = 1767225605000 WHERE feedback_id = 'first-feedback';
";

const STAFF: &str = "
INSERT INTO blocked_devices (node_id, device_hash, blocked_by, blocked_at)
VALUES ('door', 'hash-of-another-device', 'ann', 1767225606000);
INSERT INTO canned_replies (id, node_id, title, body, updated_by, updated_at)
VALUES ('hello', 'door', 'Hello', 'Good morning', 'ann', 1767225606000);
INSERT INTO staff_audit (at, staff, act, node_id, feedback_id, subject)
VALUES (1767225606000, 'ann', 'close', 'door', 'first-feedback', NULL);
";

const EMAILS: &str = "
INSERT INTO chat_emails (feedback_id, address, address_hash, number, changes, changes_since, known_position,
    reply_waits_since, not_before, attempts)
VALUES ('first-feedback', 'ann@example.com', 'hash', 1, 1, 1767225604000, 0, 1767225604000, 0, 0);
INSERT INTO sent_mails (address_hash, sent_at) VALUES ('hash', 1767225606000);
";

/// As the task has left them that keeps the index, which goes on from there.
const RESULTS: &str = "
INSERT INTO result_groups (flow_id, node_id, flow_revision, language_id, status, customer_verified, span, first_day,
    first_seq, last_seq)
SELECT 'talk', 'door', 1, '', 'complete', false, spans.column1, spans.column2, seq, seq
FROM feedbacks, (VALUES ('day', 20454), ('month', 20454), ('all', 0)) AS spans;
INSERT INTO indexed_feedbacks (feedback_seq, day_group_id, month_group_id, total_group_id, time_spent_in_seconds, words)
SELECT seq, (SELECT id FROM result_groups WHERE span = 'day'), (SELECT id FROM result_groups WHERE span = 'month'),
    (SELECT id FROM result_groups WHERE span = 'all'), 5, 'chat' FROM feedbacks;
INSERT INTO answers (feedback_seq, item, state_id, question_id, text) SELECT seq, 0, 'start', 'why', 'chat' FROM feedbacks;
INSERT INTO feedback_terms (feedback_seq, term) SELECT seq, 'customer:ann@example.com' FROM feedbacks;
UPDATE result_progress SET updated_at = 1767225601000, feedback_id = 'first-feedback';
";

const COUNTS: &str = "
INSERT INTO result_counts (group_id, kind, subject, value, count, total)
SELECT id, kinds.column1, kinds.column2, kinds.column3, 1, kinds.column4
FROM result_groups, (VALUES ('feedback', '', '', 0.0), ('time_spent', '', '5', 5.0), ('answered', 'why', '', 0.0),
    ('state', 'start', '', 0.0), ('last_state', 'start', '', 0.0)) AS kinds;
";

const ERASURES: &str = r#"
INSERT INTO erasures (id, kind, subject, nodes, requested_by, requested_at, feedbacks, erased_at, wiped_at)
VALUES ('order-1', 'feedback', 'erased-feedback', NULL, 'ann', 1767225607000, 1, 1767225608000, 1767225609000);
INSERT INTO erased_chats (feedback_id, node_id, epoch, email_number, change_number, erased_at)
SELECT 'erased-feedback', 'door', 0, NULL, MAX(change_number) + 1, 1767225608000 FROM chats;
INSERT INTO idempotency_keys (route, device_id, key, fingerprint, receipt, created_at)
VALUES ('erased_feedbacks', '', 'hash-of-device-and-key', '', '{"id": "erased-feedback", "chat_epoch": null}', 1767225601000);
"#;

/// Disabled, so that the server calls nobody.
const WEBHOOKS: &str = r#"
INSERT INTO webhooks (id, url, description, events, nodes, enabled, secret_epoch, updated_by, updated_at)
VALUES ('crm', 'https://crm.example/', NULL, '["chat.message"]', NULL, false, 1767225602000, 'ann', 1767225602000);
"#;

const DELIVERIES: &str = "
INSERT INTO webhook_deliveries (webhook, event, node_id, feedback_id, position, chat_status, occurred_at, state, attempts,
    started_at, next_at, leased_until)
SELECT number, 'chat.message', 'door', 'first-feedback', 1, NULL, 1767225603000, 'waiting', 0, 1767225603000, 4102444800000, 0
FROM webhooks;
";

const SENDERS: &str = "
INSERT INTO blocked_addresses (node_id, address_hash, blocked_by, blocked_at, ends_at)
VALUES ('door', 'hash-of-an-address', 'ann', 1767225606000, 1769817606000);
INSERT INTO quota_shares (node_id, period, starts_at, sender_hash, used) VALUES ('door', 'day', 1767225600000, 'hash', 1);
";
