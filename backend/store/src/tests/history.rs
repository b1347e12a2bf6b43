//! A database's history over restarts.

use crate::Store;
use crate::database::test_database::test_location;

#[tokio::test]
async fn a_database_keeps_its_history_until_it_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let location = test_location(folder.path()).await;
    let history = async || {
        let store = Store::open(location.clone()).await.unwrap();
        (store.history(), store)
    };
    let (first, store) = history().await;
    store.close().await;
    let (again, store) = history().await;
    assert_eq!(again, first);
    store.begin_history().await.unwrap();
    store.close().await;
    let (after, store) = history().await;
    assert_ne!(after, first);
    store.close().await;
}
