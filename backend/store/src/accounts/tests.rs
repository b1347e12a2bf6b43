//! Bounds of accounts, and what is removed when its time is over.

use super::links::OneTimeLink;
use super::people::{NewUser, UserRefusal};
use super::sessions::NewSession;
use super::user_change::UserChange;
use crate::database::query;
use crate::database::test_database::test_location;
use crate::handle::Store;
use crate::job::WriteError;
use crate::node_scope::NodeScope;
use crate::staff_audit::ActBy;
use base::roles::Role;
use base::time::{DAY, now};
use tempfile::TempDir;

async fn open() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let location = test_location(folder.path()).await;
    (folder, Store::open(location).await.unwrap())
}

fn by() -> ActBy {
    ActBy {
        staff: "operator".into(),
        at: now(),
    }
}

fn ann() -> NewUser {
    NewUser {
        id: "ann".into(),
        email: "ann@shop.example".into(),
        name: "Ann".into(),
        role: Role::Agent,
        nodes: NodeScope::All,
    }
}

fn link(hash: &str) -> OneTimeLink {
    OneTimeLink {
        hash: hash.into(),
        expires_at: now() + DAY,
    }
}

#[tokio::test]
async fn there_are_ten_thousand_people_at_most() {
    let (_folder, store) = open().await;
    query(
        "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 9999)
         INSERT INTO users (id, email, name, name_key, role, created_at)
         SELECT 'u' || number, 'u' || number || '@shop.example', 'U' || number, 'u' || number, 'viewer', 0 FROM numbers",
    )
    .execute(&store.db)
    .await
    .unwrap();
    store.add_user(ann(), Some(link("l")), &by()).await.unwrap();
    let one_more = NewUser {
        id: "bob".into(),
        email: "bob@shop.example".into(),
        name: "Bob".into(),
        ..ann()
    };
    let refused = store.add_user(one_more, Some(link("m")), &by()).await;
    assert!(matches!(refused, Err(WriteError::Refused(UserRefusal::TooMany))));
    assert!(
        store.link("m", now()).await.unwrap().is_none(),
        "nothing is left of it"
    );
    assert!(store.link("l", now()).await.unwrap().is_some());
}

#[tokio::test]
async fn sessions_and_links_are_removed_after_their_time() {
    let (_folder, store) = open().await;
    store.add_user(ann(), Some(link("l")), &by()).await.unwrap();
    query("UPDATE users SET password_hash = 'h'")
        .execute(&store.db)
        .await
        .unwrap();
    for id in ["idle", "old", "used"] {
        let session = NewSession {
            hash: id.into(),
            id: id.into(),
            user_id: "ann".into(),
            browser: String::new(),
            confirmed_until: 0,
            replaces: None,
        };
        assert!(store.sign_in(session, ("h", None), &by()).await.unwrap());
    }
    let session = |hash: &'static str| store.session(hash);
    let at = now();
    for (change, id) in [
        (
            "UPDATE staff_sessions SET last_used_at = $2 WHERE id = $1",
            "idle",
        ),
        ("UPDATE staff_sessions SET created_at = $2 WHERE id = $1", "old"),
    ] {
        let change = query(change).bind(id).bind(at - 15 * DAY);
        change.execute(&store.db).await.unwrap();
        assert!(session(id).await.unwrap().is_none(), "{id}");
    }
    assert_eq!(session("used").await.unwrap().unwrap().user.name, "Ann");
    let members = store
        .staff_members(&["idle".into(), "used".into(), "none".into()])
        .await
        .unwrap();
    assert_eq!(members.into_keys().collect::<Vec<_>>(), ["used"]);
    assert!(store.remove_old_rows(at).await.is_empty());
    let count = async |sql: &'static str| query(sql).scalar::<i64>(&store.db).await.unwrap();
    assert_eq!(count("SELECT COUNT(*) FROM staff_sessions").await, 1);
    assert_eq!(count("SELECT COUNT(*) FROM one_time_links").await, 1);
    assert!(store.remove_old_rows(at + 2 * DAY).await.is_empty());
    assert_eq!(count("SELECT COUNT(*) FROM one_time_links").await, 0);
}

#[tokio::test]
async fn a_password_that_was_changed_meanwhile_signs_nobody_in() {
    let (_folder, store) = open().await;
    store.add_user(ann(), Some(link("l")), &by()).await.unwrap();
    let session = NewSession {
        hash: "s".into(),
        id: "s".into(),
        user_id: "ann".into(),
        browser: String::new(),
        confirmed_until: 0,
        replaces: None,
    };
    assert!(!store.sign_in(session, ("checked", None), &by()).await.unwrap());
    assert!(store.session("s").await.unwrap().is_none());
}

#[tokio::test]
async fn the_word_of_a_provider_counts_once() {
    let (_folder, store) = open().await;
    store.add_user(ann(), None, &by()).await.unwrap();
    let at = now();
    let sign_in = async |hash: &str, spent: &str| {
        let session = NewSession {
            hash: hash.into(),
            id: hash.into(),
            user_id: "ann".into(),
            browser: "Firefox on Linux".into(),
            confirmed_until: at,
            replaces: None,
        };
        let begun = store.sign_in_by_provider(session, (spent, at + 1), &by()).await;
        assert_eq!(
            begun.as_ref().unwrap(),
            &store.session(hash).await.unwrap().is_some()
        );
        begun.unwrap()
    };
    assert!(sign_in("a", "one").await);
    assert!(!sign_in("b", "one").await, "it is spent");
    assert!(store.remove_old_rows(at).await.is_empty());
    assert!(!sign_in("c", "one").await, "as long as its cookie is accepted");
    assert!(store.remove_old_rows(at + 1).await.is_empty());
    let count = query("SELECT COUNT(*) FROM spent_sign_ins");
    assert_eq!(count.scalar::<i64>(&store.db).await.unwrap(), 0);
    assert!(store.session("a").await.unwrap().unwrap().by_provider);
    let disabled = UserChange {
        is_disabled: Some(true),
        may_end_owners: true,
        ..UserChange::default()
    };
    store.change_user("ann", disabled, &by()).await.unwrap();
    assert!(!sign_in("d", "two").await, "the person is disabled");
    let subject = query("SELECT subject FROM staff_audit WHERE act = 'sign_in'");
    assert_eq!(
        subject.scalar::<String>(&store.db).await.unwrap(),
        "Firefox on Linux, single sign-on"
    );
}
