//! What was probably meant by a name that is not known.

use std::fmt::Write as _;

/// Returns the known name that is only a typing error away. Case, `_`, `-` and a leading `is` make no difference: `required`
/// is near to `isRequired`.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = near(name, known).min_by_key(|(distance, _)| *distance);
    near.map(|(_, known)| known)
}

/// Returns the known name that is a typing error away, if it is the only one.
pub(crate) fn only_near<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut near = near(name, known);
    let (_, only) = near.next()?;
    near.next().is_none().then_some(only)
}

/// Returns the known names that are typing errors away, each with their number.
fn near<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = (usize, &'a str)> {
    let spellings = [name.to_owned(), plain(name)];
    known.into_iter().filter_map(move |known| {
        let most = (known.len() / 3).max(1);
        let known_spellings = [known.to_owned(), plain(known)];
        let pairs = spellings.iter().zip(&known_spellings);
        // What has more or fewer letters than that is not compared: it takes long.
        let comparable =
            pairs.filter(|(one, other)| one.chars().count().abs_diff(other.chars().count()) <= most);
        let distances = comparable.map(|(one, other)| strsim::osa_distance(one, other));
        let distance = distances.min().filter(|distance| *distance <= most)?;
        Some((distance, known))
    })
}

/// Says that a field is unknown, with the one that was probably meant.
#[must_use]
pub fn unknown_field<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(name, known) {
        Some(meant) => format!("is not a known field; did you mean `{meant}`?"),
        None => "is not a known field".into(),
    }
}

/// Says that a word is not one of those known, with the one that was probably meant and a list of all.
pub(crate) fn unknown_word(word: &str, what: &str, known: &[&str]) -> String {
    let mut message = format!("`{word}` is not {what}; ");
    if let Some(meant) = nearest(word, known.iter().copied()) {
        // Writing to memory does not fail.
        let _ = write!(message, "did you mean `{meant}`? ");
    }
    let all: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
    message + "known: " + &all.join(", ")
}

fn plain(name: &str) -> String {
    let name: String = name.chars().filter(|c| !matches!(c, '_' | '-')).collect();
    let is_question = name.starts_with("is") && name.chars().nth(2).is_some_and(|c| c.is_ascii_uppercase());
    let name = if is_question { name.get(2..) } else { None }
        .unwrap_or(&name)
        .to_owned();
    name.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_and_other_spellings_are_near() {
        let known = [
            "isRequired",
            "isVisible",
            "options",
            "thank_you",
            "matrix_question_type",
        ];
        for (name, meant) in [
            ("required", Some("isRequired")),
            ("is_required", Some("isRequired")),
            ("optoins", Some("options")),
            ("thankYou", Some("thank_you")),
            ("matrixQuestionType", Some("matrix_question_type")),
            ("mandatory", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known), meant, "{name}");
        }
        assert_eq!(only_near("requird", known), Some("isRequired"));
        assert_eq!(only_near("mix", ["min", "max"]), None);
        assert_eq!(
            unknown_word("equals", "an operator", &["equal", "regex"]),
            "`equals` is not an operator; did you mean `equal`? known: `equal`, `regex`"
        );
    }
}
