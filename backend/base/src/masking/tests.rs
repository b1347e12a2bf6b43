//! Runs the tables of `tests/data/masking`, and checks properties that hold for every text.

use super::mask;
use crate::test_data::check_each;
use proptest::prelude::*;
use std::borrow::Cow;

#[test]
fn masks_texts_as_the_tables_say() {
    check_each("masking", |file| {
        let mut problems = Vec::new();
        for case in file["cases"].as_array().unwrap() {
            let text = case["text"].as_str().unwrap();
            // A case without `masked` must stay as it is.
            let expected = case["masked"].as_str().unwrap_or(text);
            let masked = mask(text);
            if masked != expected {
                problems.push(format!(
                    "{text:?}\n      expected {expected:?}\n      got      {masked:?}"
                ));
            }
            if mask(&masked) != masked {
                problems.push(format!("{masked:?} changes again"));
            }
        }
        problems
    });
}

#[test]
fn borrows_texts_without_personal_data() {
    for text in ["", "no digits", "12 items on 2026-11-21", "@"] {
        assert!(
            matches!(mask(text), Cow::Borrowed(same) if same == text),
            "{text}"
        );
    }
}

/// Texts that could make a scanner read the same characters twice. Quadratic time would take minutes for each.
#[test]
fn long_texts_of_one_piece_are_masked() {
    // A search in quadratic time would not end within an hour.
    const SIZE: usize = 1 << 16;
    let pieces = [
        "1",
        "1 ",
        "4111 ",
        "+",
        "+1-",
        "0 (",
        "@",
        "a@",
        "a.b@c.",
        "a@b.co@",
        "1.",
        "1.1.1.1.",
        "0532 123 45 67",
        "AB 12 34 56 ",
        "passport ",
        "tel 1",
        "www.",
        "http://",
        "*",
        "* 4111",
        "a",
        "a-",
        "٣",
        "\u{200E}1",
    ];
    for piece in pieces {
        let text = piece.repeat(SIZE / piece.len());
        assert_eq!(mask(&text).chars().count(), text.chars().count(), "{piece}");
    }
}

/// Returns texts of pieces in unusual combinations, and texts of any characters.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        1 => proptest::sample::select(vec![
            "4111 1111 1111 1111", "4111111111111111", "3782 822463 10005", "4111-1111-1111-1111-", "10000000146",
            "123-45-6789", "AB 12 34 56 C", "AB123456C", "a@b.co", "x.y@", "@b.com.tr", "0532 123 45 67", "+90 532",
            "(0532)", "5321234567", "532 123 45 67", "00 90 532 123 45 67", "U12345678", "passport ", "tel ", "ssn ",
            "C01X00T47", "123456789", "2026-11-21", "21.11.2026", "192.168.1.20", "https://a.b/", "www.", "1.250.000",
        ]),
        1 => proptest::sample::select(vec![
            " ", " ", " ", "-", ".", ",", "/", "(", ")", "+", "*", "**", "#", "@", ":", "0", "1", "5", "90", "123",
            "4111", "a", "é", "_", "\u{A0}", "\n", "٠٥٣٢", "护照",
        ]),
    ];
    let built = proptest::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat());
    prop_oneof![3 => built, 1 => any::<String>(), 1 => "[0-9 .*@+a-]{0,60}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn masking_twice_equals_masking_once(text in texts()) {
        let once = mask(&text);
        prop_assert_eq!(mask(&once), &*once);
    }

    #[test]
    fn each_masked_letter_or_digit_becomes_one_star(text in texts()) {
        let masked = mask(&text);
        prop_assert!(masked.len() <= text.len());
        prop_assert_eq!(masked.chars().count(), text.chars().count());
        for (before, after) in text.chars().zip(masked.chars()) {
            prop_assert!(before == after || (after == '*' && before.is_alphanumeric()));
        }
    }

    #[test]
    fn words_are_not_masked(text in "[^0-9@]*") {
        let text = text.replace(char::is_numeric, "#");
        prop_assert_eq!(mask(&text), &*text);
    }

    #[test]
    fn short_numbers_are_not_masked(numbers in proptest::collection::vec(1_u32..100_000, 1..4)) {
        let text = numbers.iter().map(|number| format!("{number} kg, ")).collect::<String>();
        prop_assert_eq!(mask(&text), &*text);
    }

    #[test]
    fn cards_keep_their_last_four_digits_only(start in 4_000_000_u64..4_999_999, rest in 0_u64..100_000_000) {
        let digits = with_luhn(start * 100_000_000 + rest);
        let expected = format!("************{}", digits.get(12..).unwrap_or_default());
        prop_assert_eq!(mask(&digits), expected);
    }

    #[test]
    fn phone_numbers_are_masked(digits in "[1-9][0-9]{6,14}") {
        let phone = format!("+{digits}");
        prop_assert_eq!(mask(&phone), format!("+{}", "*".repeat(digits.len())));
    }

    #[test]
    fn email_addresses_are_masked(local in "[a-z0-9!#$%&'*+=?^_`{|}~-]{1,20}", domain in "[a-z0-9]{1,20}") {
        let masked = mask(&format!("{local}@{domain}.example")).into_owned();
        let hidden = masked.strip_suffix(".example").unwrap_or(&masked);
        prop_assert!(!hidden.contains(char::is_alphanumeric), "{}", masked);
    }
}

/// Appends the check digit of a card number.
fn with_luhn(number: u64) -> String {
    let sum = |text: &str| {
        let digits = text.bytes().rev().map(|digit| u32::from(digit - b'0'));
        digits.enumerate().fold(0, |sum, (place, digit)| {
            sum + if place % 2 == 0 {
                digit
            } else {
                digit * 2 / 10 + digit * 2 % 10
            }
        })
    };
    let fits = |digit: &u32| sum(&format!("{number}{digit}")).is_multiple_of(10);
    let digit = (0..10).find(fits).unwrap_or_default();
    format!("{number}{digit}")
}
