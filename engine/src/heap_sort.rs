//! Sorting in little code: in the WebAssembly the standard library's takes more than several checks.

/// Sorts by `precedes`, in place. Equal items come in any order.
pub(crate) fn heap_sort<T>(items: &mut [T], precedes: impl Fn(&T, &T) -> bool) {
    let length = items.len();
    for start in (0..length / 2).rev() {
        sift_down(items, start, length, &precedes);
    }
    for end in (1..length).rev() {
        items.swap(0, end);
        sift_down(items, 0, end, &precedes);
    }
}

/// Moves an item of the heap before `end` down, until none below it is larger.
fn sift_down<T>(items: &mut [T], mut at: usize, end: usize, precedes: &impl Fn(&T, &T) -> bool) {
    loop {
        let is_before = |one: usize, other: usize| {
            let both = items.get(one).zip(items.get(other));
            other < end && both.is_some_and(|(one, other)| precedes(one, other))
        };
        let left = 2 * at + 1;
        let larger = if is_before(left, left + 1) { left + 1 } else { left };
        if !is_before(at, larger) {
            return;
        }
        items.swap(at, larger);
        at = larger;
    }
}

#[cfg(all(test, feature = "native"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library(mut numbers: Vec<u8>) {
            let mut expected = numbers.clone();
            expected.sort_unstable();
            heap_sort(&mut numbers, |one, other| one < other);
            prop_assert_eq!(numbers, expected);
        }
    }
}
