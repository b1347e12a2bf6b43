//! Every table of the database, and what of it belongs to whom. A test compares the list with the tables that there are.
//!
//! Anyone who adds a table adds it here. What belongs to a feedback is erased with it, what belongs to a device or a customer with
//! those, and what stays says why (docs/deletion.md#what-stays).

/// A table, and which of its rows belong to whom.
pub(super) struct Table {
    pub(super) name: &'static str,
    /// Rows that belong to feedbacks: a list of their ids follows.
    pub(super) of_feedback: Option<Rows>,
    /// Rows that a device has beside its feedback: its id follows.
    pub(super) of_device: Option<Rows>,
    /// Rows that belong to a customer, besides what belongs to their feedbacks: the id follows.
    pub(super) of_customer: Option<Rows>,
    /// Why the other rows stay, or what is left of these.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for those who read it; a test demands it")
    )]
    pub(super) stays: &'static str,
}

/// Some rows of a table, and what happens to them.
pub(super) struct Rows {
    /// What follows `SELECT … FROM`, up to the ids.
    pub(super) which: &'static str,
    /// The statement that erases them, up to the ids.
    pub(super) erase: &'static str,
    /// What follows the ids.
    pub(super) end: &'static str,
}

/// Rows that are deleted, or with `set` changed so that nothing of anybody is left in them.
macro_rules! rows {
    ($table:literal where $condition:literal $end:literal) => {
        Some(Rows {
            which: concat!($table, " WHERE ", $condition),
            erase: concat!("DELETE FROM ", $table, " WHERE ", $condition),
            end: $end,
        })
    };
    ($table:literal set $changes:literal where $condition:literal $end:literal) => {
        Some(Rows {
            which: concat!($table, " WHERE ", $condition),
            erase: concat!("UPDATE ", $table, " SET ", $changes, " WHERE ", $condition),
            end: $end,
        })
    };
}

/// All tables, in the order in which rows are removed: those that refer to others come first.
///
/// `removal` does two things in its own way: there may be more messages than one transaction should remove, and what is erased of
/// a receipt still has to answer repeats.
pub(super) const TABLES: &[Table] = &[
    of_feedback(
        "chat_messages",
        rows!("chat_messages" where "feedback_id IN (" ")"),
    ),
    of_feedback(
        "feedback_tags",
        rows!("feedback_tags" where "feedback_seq IN (SELECT seq FROM feedbacks WHERE id IN (" "))"),
    ),
    of_feedback(
        "staff_presence",
        rows!("staff_presence" where "feedback_id IN (" ")"),
    ),
    of_feedback(
        "feedback_notes",
        rows!("feedback_notes" where "feedback_id IN (" ")"),
    ),
    of_nobody(
        "chat_message_words",
        "an index of SQLite: a trigger removes the words with their message",
    ),
    of_feedback("chat_ratings", rows!("chat_ratings" where "feedback_id IN (" ")")),
    of_feedback("chat_emails", rows!("chat_emails" where "feedback_id IN (" ")")),
    of_nobody("sent_mails", "keyed hashes of addresses, for a day: limits"),
    of_feedback("chats", rows!("chats" where "feedback_id IN (" ")")),
    of_nobody(
        "erased_chats",
        "tells those who still ask that a chat is gone; nothing else has its id",
    ),
    Table {
        of_device: rows!("uploads" set "expires_at = 0, name = '', device_id = '', source = ''"
            where "feedback_id IS NULL AND device_id = " ""),
        stays: "without name and device until `uploads/expiry.rs` has deleted the file, then the row",
        ..of_feedback(
            "uploads",
            rows!("uploads" set "feedback_id = NULL, expires_at = 0, name = '', device_id = '', source = ''"
                where "feedback_id IN (" ")"),
        )
    },
    Table {
        of_device: rows!("bindings" where "device_id = " ""),
        ..of_feedback(
            "bindings",
            rows!("bindings" where "(device_id, node_id, flow_id) IN
                 (SELECT device_id, node_id, flow_id FROM feedbacks WHERE id IN (" "))"),
        )
    },
    Table {
        of_device: rows!("phone_verifications" where "device_id = " ""),
        ..of_feedback(
            "phone_verifications",
            rows!("phone_verifications" where "(device_id, node_id) IN
                 (SELECT device_id, node_id FROM feedbacks WHERE id IN (" "))"),
        )
    },
    of_nobody(
        "verification_sends",
        "keyed hashes of numbers, devices and addresses, for a day: limits",
    ),
    Table {
        stays: "a hash of the key, and the id: a repeat is answered and stores nothing",
        ..of_feedback(
            "idempotency_keys",
            rows!("idempotency_keys" where "feedback_id IN (" ")"),
        )
    },
    Table {
        of_device: rows!("staff_audit" set "subject = NULL" where "act = 'export_customer' AND subject IN
                 (SELECT id FROM customers WHERE device_id = " ")"),
        of_customer: rows!("staff_audit" set "subject = NULL" where "act = 'export_customer' AND subject = " ""),
        stays: "what was done, by whom and when, without the hashes of device and address and the id of the customer",
        ..of_feedback(
            "staff_audit",
            rows!("staff_audit" set "subject = NULL" where "act IN ('block_device', 'block_address') AND feedback_id IN (" ")"),
        )
    },
    of_feedback(
        "webhook_deliveries",
        rows!("webhook_deliveries" where "feedback_id IN (" ")"),
    ),
    of_nobody("webhooks", "of the operator"),
    // What these count is taken out of `result_counts` before (`store/results/result_index.rs`).
    of_feedback(
        "answers",
        rows!("answers" where "feedback_seq IN (SELECT seq FROM feedbacks WHERE id IN (" "))"),
    ),
    of_feedback(
        "feedback_terms",
        rows!("feedback_terms" where "feedback_seq IN (SELECT seq FROM feedbacks WHERE id IN (" "))"),
    ),
    of_feedback(
        "indexed_feedbacks",
        rows!("indexed_feedbacks" where "feedback_seq IN (SELECT seq FROM feedbacks WHERE id IN (" "))"),
    ),
    of_nobody(
        "answer_words",
        "an index of SQLite: a trigger removes the words with their feedback",
    ),
    of_nobody("result_groups", "feedback that is counted together"),
    of_nobody(
        "result_counts",
        "numbers without a person; what is erased is taken out of them",
    ),
    of_nobody("counters", "numbers without a person"),
    of_nobody(
        "result_progress",
        "how far the index has come; the id may be of nothing that is left",
    ),
    of_feedback("feedbacks", rows!("feedbacks" where "id IN (" ")")),
    Table {
        of_device: rows!("customers" where "device_id = " ""),
        of_customer: rows!("customers" where "id = " ""),
        ..of_nobody("customers", NOTHING)
    },
    Table {
        of_device: rows!("devices" where "device_id = " ""),
        ..of_nobody("devices", NOTHING)
    },
    Table {
        of_device: rows!("unsubscriptions" set "device_id = NULL" where "device_id = " ""),
        ..of_nobody(
            "unsubscriptions",
            "without the device: people who unsubscribed get no more invitations",
        )
    },
    of_nobody(
        "blocked_devices",
        "keyed hashes: erasing must not be the way past a block",
    ),
    of_nobody(
        "blocked_addresses",
        "keyed hashes, for 30 days: erasing must not be the way past a block",
    ),
    of_nobody(
        "erasures",
        "the order itself, without whom it was about once it is carried out",
    ),
    of_nobody(
        "export_parts",
        "without their export until `uploads/export_parts.rs` has deleted the file, which the order waits for",
    ),
    of_nobody(
        "exports",
        "gone with the first feedback of their nodes that an order erases (`exports/export_removal.rs`)",
    ),
    of_nobody("quota_counts", "numbers of a node"),
    of_nobody(
        "quota_shares",
        "keyed hashes of addresses, for a period of the quota: limits",
    ),
    of_nobody("heartbeats", "says that the server can store"),
    of_nobody("secrets", "keys of the server"),
    of_nobody("staff_tokens", "of members of staff"),
    of_nobody("one_time_links", "of members of staff"),
    of_nobody("staff_sessions", "of members of staff"),
    of_nobody("recovery_codes", "of members of staff"),
    of_nobody("spent_sign_ins", "of members of staff"),
    of_nobody("users", "members of staff"),
    of_nobody("canned_replies", "of members of staff"),
    of_nobody("flow_draft_changes", DRAFT),
    of_nobody("published_drafts", DRAFT),
    of_nobody("flow_drafts", DRAFT),
    of_nobody("record_changes", RECORD),
    of_nobody("records", RECORD),
    of_nobody(
        "record_revisions",
        "records as members of staff have changed them",
    ),
    of_nobody("flow_revisions", RECORD),
    of_nobody("nodes", RECORD),
    of_nobody("node_flows", RECORD),
    of_nobody("widgets", RECORD),
    of_nobody("connectors", RECORD),
    of_nobody("archived_records", RECORD),
    of_nobody("looked_up_questions", RECORD),
];

/// Returns the names of all tables, those first that others refer to.
pub(crate) fn tables_by_reference() -> impl Iterator<Item = &'static str> {
    const FIRST: [&str; 2] = ["flow_revisions", "nodes"];
    let others = TABLES.iter().rev().map(|table| table.name);
    FIRST
        .into_iter()
        .chain(others.filter(|name| !FIRST.contains(name)))
}

const NOTHING: &str = "nothing";
const RECORD: &str = "imported by the operator";
const DRAFT: &str = "written by members of staff";

const fn of_nobody(name: &'static str, stays: &'static str) -> Table {
    Table {
        name,
        of_feedback: None,
        of_device: None,
        of_customer: None,
        stays,
    }
}

const fn of_feedback(name: &'static str, rows: Option<Rows>) -> Table {
    Table {
        of_feedback: rows,
        ..of_nobody(name, NOTHING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::test_database::test_location;
    use crate::database::{Db, query};
    use std::collections::BTreeSet;

    /// Tables in which SQLite keeps an index of words, by the names of the indexes.
    const PARTS_OF_INDEXES: [&str; 5] = ["_data", "_idx", "_content", "_docsize", "_config"];

    async fn open() -> (tempfile::TempDir, Db) {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&test_location(folder.path()).await).await.unwrap();
        (folder, db)
    }

    /// Returns the columns that there are, each with its table.
    async fn columns(db: &Db) -> Vec<(String, String)> {
        let sql = match db {
            Db::Sqlite(_) => {
                "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
                 WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'"
            }
            Db::Pg(..) => {
                "SELECT table_name::text, column_name::text FROM information_schema.columns
                 WHERE table_schema = current_schema()"
            }
        };
        let columns: Vec<(String, String)> = query(sql).fetch_all(db).await.unwrap();
        let is_ours = |name: &str| {
            let is_part = TABLES.iter().any(|table| {
                name.strip_prefix(table.name)
                    .is_some_and(|rest| PARTS_OF_INDEXES.contains(&rest))
            });
            !is_part && name != "_sqlx_migrations"
        };
        columns.into_iter().filter(|(table, _)| is_ours(table)).collect()
    }

    #[tokio::test]
    async fn every_table_is_listed() {
        let (_folder, db) = open().await;
        let present: BTreeSet<_> = columns(&db).await.into_iter().map(|(table, _)| table).collect();
        let listed: BTreeSet<_> = TABLES.iter().map(|table| table.name.to_owned()).collect();
        assert_eq!(listed.len(), TABLES.len(), "no table is listed twice");
        let unlisted: Vec<_> = present.difference(&listed).collect();
        assert!(
            unlisted.is_empty(),
            "{unlisted:?}: say in backend/store/src/erasure/tables.rs to whom their rows belong"
        );
        // The index of words is one of SQLite.
        let gone: Vec<_> = listed
            .difference(&present)
            .filter(|name| !name.ends_with("_words"))
            .collect();
        assert!(gone.is_empty(), "there are no such tables: {gone:?}");
        assert!(TABLES.iter().all(|table| !table.stays.is_empty()));
    }

    /// A column of this name holds what belongs to somebody, so its table is erased with them, or says why not.
    #[tokio::test]
    async fn erasure_covers_every_table_with_personal_data() {
        let (_folder, db) = open().await;
        for (name, column) in columns(&db).await {
            let table = TABLES.iter().find(|table| table.name == name).unwrap();
            let is_erased = match column.as_str() {
                "feedback_id" => table.of_feedback.is_some(),
                "device_id" => table.of_device.is_some() || table.of_feedback.is_some(),
                _ => true,
            };
            assert!(
                is_erased || ["erased_chats", "erasures", "result_progress"].contains(&table.name),
                "{name}.{column}"
            );
        }
    }
}
