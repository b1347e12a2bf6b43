//! National ids of Turkey (TCKN), the United States (SSN) and the United Kingdom (NINO).

use super::clue::Clue;
use super::number::{Number, Separator, is_glued};
use super::text::{Text, is_space, is_word};
use std::ops::Range;

/// Finds a Turkish id: eleven digits, two of which are check digits.
pub(super) fn find_tckn(number: &Number<'_>) -> Option<Range<usize>> {
    let count = number.count_for(11)?;
    let has_shape = count == 1
        || number.lengths().starts_with(&[3, 3, 3, 2])
            && number.has_uniform_separators(count)
            && number
                .separators(count)
                .all(|between| matches!(between, Separator::Space | Separator::Dash));
    let digits: Vec<u32> = number.digits(count).map(u32::from).collect();
    let is_fraction = count == 1 && number.is_fraction();
    if !has_shape || is_fraction || !has_check_digits(&digits) {
        return None;
    }
    number.range(count)
}

/// Checks the rules of a Turkish id: the tenth digit is seven times the sum of the digits in odd places minus the sum of
/// those in even places, and the eleventh is the sum of the first ten, both modulo ten. The first digit is not 0.
fn has_check_digits(digits: &[u32]) -> bool {
    let [first, .., tenth, eleventh] = *digits else {
        return false;
    };
    let sum_from = |start| digits.iter().take(9).skip(start).step_by(2).sum::<u32>();
    first != 0
        && (sum_from(0) * 7 + 100 - sum_from(1)) % 10 == tenth
        && digits.iter().take(10).sum::<u32>() % 10 == eleventh
}

/// Finds a social security number: `123-45-6789`, or nine digits without separators after an announcing word.
pub(super) fn find_ssn(number: &Number<'_>, clue: Clue) -> Option<Range<usize>> {
    let count = number.count_for(9)?;
    let is_announced = clue == Clue::SocialSecurity;
    let has_shape = count == 1 && is_announced
        || number.lengths().starts_with(&[3, 2, 4])
            && number.has_uniform_separators(count)
            && number
                .separators(count)
                .all(|between| matches!(between, Separator::Space | Separator::Dash));
    let is_alone = is_announced || !number.is_part_of_more() && !number.has_more_digits(count);
    let digits: Vec<u8> = number.digits(count).collect();
    if has_shape && is_alone && is_issued(&digits) {
        number.range(count)
    } else {
        None
    }
}

/// Returns whether the number can have been issued: no area 000, 666 or 900 to 999, no group 00, no serial number 0000.
fn is_issued(digits: &[u8]) -> bool {
    let [area @ .., _, _, _, _, _, _] = digits else {
        return false;
    };
    let (group, serial) = (digits.iter().skip(3).take(2), digits.iter().skip(5));
    !matches!(area, [0, 0, 0] | [6, 6, 6] | [9, ..])
        && group.sum::<u8>() > 0
        && serial.map(|digit| u32::from(*digit)).sum::<u32>() > 0
}

/// Finds a national insurance number: `AB 12 34 56 C`, also without spaces.
pub(super) fn find_nino(text: &Text, at: usize) -> Option<Range<usize>> {
    let mut characters = Vec::with_capacity(9);
    let mut end = at;
    while characters.len() < 9 {
        match text.get(end)? {
            c if c.is_ascii_alphanumeric() => characters.push(c),
            c if is_space(c)
                && matches!(characters.len(), 2 | 4 | 6 | 8)
                && !text.before(end, 1).is_some_and(is_space) => {}
            _ => return None,
        }
        end += 1;
    }
    // In lower case and with spaces it could be words: `at 123456 a day`.
    let has_shape = end - at == 9 || characters.iter().all(|c| !c.is_ascii_lowercase());
    let is_alone = !is_glued(text, at) && !text.get(end).is_some_and(is_word);
    (has_shape && is_alone && is_nino(&characters)).then_some(at..end)
}

/// Returns whether the letters are in use.
fn is_nino(characters: &[char]) -> bool {
    let [first, second, digits @ .., suffix] = characters else {
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
