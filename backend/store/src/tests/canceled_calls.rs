//! Callers that are gone before the database has answered, as when a visitor closes the connection.

use crate::Store;
use crate::database::test_database::test_location;

#[tokio::test]
async fn a_transaction_that_nobody_waits_for_is_not_left_open() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(test_location(folder.path()).await).await.unwrap();
    for steps in 0..40 {
        let leaves = async {
            for _ in 0..steps {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            biased;
            () = leaves => {}
            transaction = store.db.begin_snapshot() => drop(transaction.unwrap()),
        }
        // PostgreSQL refuses it within a transaction.
        store.wipe().await.unwrap();
    }
}
