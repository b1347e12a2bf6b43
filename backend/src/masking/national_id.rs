//! National ids: Turkish (TCKN), of the United States (SSN) and of the United Kingdom (NINO).

use super::clue::Clue;
use super::number::{Number, Separator, is_glued};
use super::text::{Text, is_space, is_word};
use std::ops::Range;

/// A Turkish id: eleven digits of which two are check digits.
pub(super) fn find_tckn(number: &Number<'_>) -> Option<Range<usize>> {
    let count = number.count_for(11)?;
    let is_written_so = count == 1
        || number.lengths().starts_with(&[3, 3, 3, 2])
            && number.is_even(count)
            && number
                .separators(count)
                .all(|between| matches!(between, Separator::Space | Separator::Dash));
    let digits: Vec<u32> = number.digits(count).map(u32::from).collect();
    let is_fraction = count == 1 && number.is_fraction();
    if !is_written_so || is_fraction || !has_check_digits(&digits) {
        return None;
    }
    number.range(count)
}

/// The tenth digit is seven times the sum of the odd places less that of the even ones, the eleventh the sum of the
/// ten before it, both modulo ten. The first is not 0.
fn has_check_digits(digits: &[u32]) -> bool {
    let [first, .., tenth, eleventh] = *digits else {
        return false;
    };
    let sum_from = |start| digits.iter().take(9).skip(start).step_by(2).sum::<u32>();
    first != 0
        && (sum_from(0) * 7 + 100 - sum_from(1)) % 10 == tenth
        && digits.iter().take(10).sum::<u32>() % 10 == eleventh
}

/// A social security number: `123-45-6789`, or nine digits in one where a word announces them.
pub(super) fn find_ssn(number: &Number<'_>, clue: Clue) -> Option<Range<usize>> {
    let count = number.count_for(9)?;
    let is_announced = clue == Clue::SocialSecurity;
    let is_written_so = count == 1 && is_announced
        || number.lengths().starts_with(&[3, 2, 4])
            && number.is_even(count)
            && number
                .separators(count)
                .all(|between| matches!(between, Separator::Space | Separator::Dash));
    let is_alone = is_announced || !number.is_part_of_more() && !number.goes_on(count);
    let digits: Vec<u8> = number.digits(count).collect();
    if is_written_so && is_alone && is_issued(&digits) {
        number.range(count)
    } else {
        None
    }
}

/// No area 000, 666 or 900 to 999, no group 00, no serial number 0000.
fn is_issued(digits: &[u8]) -> bool {
    let [area @ .., _, _, _, _, _, _] = digits else {
        return false;
    };
    let (group, serial) = (digits.iter().skip(3).take(2), digits.iter().skip(5));
    !matches!(area, [0, 0, 0] | [6, 6, 6] | [9, ..])
        && group.sum::<u8>() > 0
        && serial.map(|digit| u32::from(*digit)).sum::<u32>() > 0
}

/// A national insurance number: `AB 12 34 56 C`, also without spaces.
pub(super) fn find_nino(text: &Text, at: usize) -> Option<Range<usize>> {
    let mut signs = Vec::with_capacity(9);
    let mut end = at;
    while signs.len() < 9 {
        match text.get(end)? {
            c if c.is_ascii_alphanumeric() => signs.push(c),
            c if is_space(c)
                && matches!(signs.len(), 2 | 4 | 6 | 8)
                && !text.before(end, 1).is_some_and(is_space) => {}
            _ => return None,
        }
        end += 1;
    }
    // In small letters and with spaces it could be words: `at 123456 a day`.
    let is_written_so = end - at == 9 || signs.iter().all(|c| !c.is_ascii_lowercase());
    let is_alone = !is_glued(text, at) && !text.get(end).is_some_and(is_word);
    (is_written_so && is_alone && is_nino(&signs)).then_some(at..end)
}

/// The letters that are in use.
fn is_nino(signs: &[char]) -> bool {
    let [first, second, digits @ .., suffix] = signs else {
        return false;
    };
    let [first, second, suffix] = [first, second, suffix].map(char::to_ascii_uppercase);
    let is_unused = matches!(
        (first, second),
        ('B', 'G') | ('G', 'B') | ('K', 'N') | ('N', 'K' | 'T') | ('T', 'N') | ('Z', 'Z')
    );
    first.is_ascii_uppercase()
        && second.is_ascii_uppercase()
        && !"DFIQUV".contains(first)
        && !"DFIOQUV".contains(second)
        && !is_unused
        && digits.iter().all(char::is_ascii_digit)
        && ('A'..='D').contains(&suffix)
}

#[cfg(test)]
mod tests {
    use super::has_check_digits;

    #[test]
    fn check_digits_catch_each_wrong_digit() {
        let id = [1, 0, 0, 0, 0, 0, 0, 0, 1, 4, 6];
        assert!(has_check_digits(&id));
        for place in 0..id.len() {
            let mut wrong = id;
            wrong[place] = (wrong[place] + 1) % 10;
            assert!(!has_check_digits(&wrong), "{wrong:?}");
        }
        assert!(!has_check_digits(&[0; 11]) && !has_check_digits(&id[..10]));
    }
}
