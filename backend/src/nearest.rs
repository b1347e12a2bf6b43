//! What was probably meant by a name that is not known.

/// Returns the known name that is only a typing error away, if there is one.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |known: &&str| strsim::damerau_levenshtein(name, known);
    let nearest = known.into_iter().min_by_key(distance)?;
    (distance(&nearest) <= (nearest.len() / 3).max(1)).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typing_errors_are_near_and_other_words_are_not() {
        let known = ["status", "flow_id", "id"];
        for (name, meant) in [
            ("statsu", Some("status")),
            ("flowid", Some("flow_id")),
            ("di", Some("id")),
            ("node", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known), meant, "{name}");
        }
        assert_eq!(nearest("x", []), None);
    }
}
