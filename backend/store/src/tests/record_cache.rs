//! What is kept of records while they are imported.

use crate::cached_records::record_cache::RecordCache;
use crate::database::test_database::test_location;
use crate::{ImportOptions, Store};

#[tokio::test]
async fn values_last_until_the_next_import_of_any_process() {
    let folder = tempfile::tempdir().unwrap();
    let location = test_location(folder.path()).await;
    let server = Store::open(location.clone()).await.unwrap();
    let other_process = Store::open(location).await.unwrap();
    let cache = RecordCache::with_capacity(2);

    let before = server.record_version().await.unwrap();
    cache.keep(before, "a".to_owned(), 1);
    assert_eq!(cache.get(server.record_version().await.unwrap(), "a"), Some(1));

    let mut nothing = base::records::RecordSet::default();
    other_process
        .import(&mut nothing, ImportOptions::default())
        .await
        .unwrap();
    let after = server.record_version().await.unwrap();
    assert_eq!(cache.get(after, "a"), None);

    cache.keep(after, "a".to_owned(), 2);
    // A request that took long.
    cache.keep(before, "a".to_owned(), 1);
    assert_eq!(cache.get(after, "a"), None);

    for (key, value) in [("a", 1), ("b", 2), ("c", 3)] {
        cache.keep(after, key.to_owned(), value);
    }
    assert_eq!(cache.get(after, "a"), None, "no more than two are kept");
    assert_eq!(cache.get(after, "c"), Some(3));
}
