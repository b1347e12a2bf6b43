//! Frees room from those who take the most of it (docs/api.md#room-for-uploads).

use super::error::RoundError;
use base::time::now;
use store::Store;
use tracing::warn;

/// How many rows are changed in one transaction.
const BATCH: usize = 100;

/// Lets the oldest uploads of the largest sources expire, until all that no feedback has taken fits into `room`. Returns
/// the bytes that are left.
pub(super) async fn expire_largest(store: &Store, room: u64) -> Result<u64, RoundError> {
    let sources = store.unclaimed_bytes(now()).await?;
    let mut left: u64 = sources.iter().map(|(_, bytes)| bytes).sum();
    let share = fair_share(sources.iter().map(|(_, bytes)| *bytes).collect(), room);
    let mut expired = Vec::new();
    for (source, mut bytes) in sources {
        if bytes <= share {
            continue;
        }
        for (id, size) in store.unclaimed_of_source(&source, now()).await? {
            if bytes <= share {
                break;
            }
            bytes = bytes.saturating_sub(size);
            left = left.saturating_sub(size);
            expired.push(id);
        }
    }
    if !expired.is_empty() {
        let number = expired.len();
        warn!(
            number,
            bytes = left,
            "unclaimed uploads of the largest sources expired early: half of their space was in use"
        );
    }
    for ids in expired.chunks(BATCH) {
        store.expire_uploads(ids.to_vec()).await?;
    }
    Ok(left)
}

/// Returns how much each source may have at most, so that all together have no more than `room`: those with less keep all.
fn fair_share(mut sizes: Vec<u64>, mut room: u64) -> u64 {
    sizes.sort_unstable();
    let mut others = sizes.len() as u64;
    for size in sizes {
        let share = room / others;
        if size > share {
            return share;
        }
        room -= size;
        others -= 1;
    }
    u64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_are_cut_to_the_same_size_and_the_others_keep_all() {
        for (sizes, room, share) in [
            (vec![], 10, u64::MAX),
            (vec![4, 6], 10, u64::MAX),
            (vec![5, 6], 10, 5),
            (vec![100, 2, 100, 3], 15, 5),
            (vec![1; 20], 10, 0),
        ] {
            assert_eq!(fair_share(sizes.clone(), room), share, "{sizes:?}");
        }
    }
}
