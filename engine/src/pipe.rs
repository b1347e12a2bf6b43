//! Pipes: places in a flow's texts where the answer to an earlier question appears, `{{key}}` or `{{key|fallback}}`
//! (docs/flows.md#piping). This module knows how they are written; `session::piping` fills them in.

/// What every pipe begins and ends with, twice.
const OPENING: u8 = b'{';
const CLOSING: u8 = b'}';

/// The most pipes of a text that are filled in, so that a short text cannot become a very long one.
pub(crate) const MAX_PIPES: usize = 20;

/// A place for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pipe<'a> {
    /// Key or id of the question.
    pub(crate) name: &'a str,
    /// What is shown without an answer.
    pub(crate) fallback: &'a str,
}

/// The beginning of a text: up to its first pipe, and the pipe.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    pub(crate) before: &'a str,
    /// `None` at an opening that nothing closes: the text ends there.
    pub(crate) pipe: Option<Pipe<'a>>,
    pub(crate) after: &'a str,
}

/// Divides a text at its first pipe; returns `None` for one without.
pub(crate) fn first_pipe(text: &str) -> Option<Piece<'_>> {
    let (before, rest) = divide(text, OPENING)?;
    let Some((inner, after)) = divide(rest, CLOSING) else {
        return Some(Piece {
            before,
            pipe: None,
            after: "",
        });
    };
    let (name, fallback) = inner.split_once('|').unwrap_or((inner, ""));
    Some(Piece {
        before,
        pipe: Some(Pipe {
            name: name.trim(),
            fallback,
        }),
        after,
    })
}

/// Divides a text at the first two bytes of this kind, which are in neither part.
fn divide(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = text.as_bytes().windows(2).position(|pair| pair == [byte, byte])?;
    Some((text.get(..at)?, text.get(at + 2..)?))
}

/// Returns a text with the fallback of each pipe, or a mark where there is none: for those who read it without the answers.
#[cfg(feature = "native")]
#[must_use]
pub fn without_pipes(text: &str) -> std::borrow::Cow<'_, str> {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(Piece {
        before,
        pipe: Some(pipe),
        after,
    }) = first_pipe(rest)
    {
        shown.push_str(before);
        shown.push_str(if pipe.fallback.is_empty() {
            "…"
        } else {
            pipe.fallback
        });
        rest = after;
    }
    if rest.len() == text.len() {
        return text.into();
    }
    shown.push_str(rest);
    shown.into()
}

#[cfg(all(test, feature = "native"))]
mod tests {
    use super::*;

    #[test]
    fn divides_a_text_at_its_first_pipe() {
        let pipe = |name, fallback| Some(Pipe { name, fallback });
        let cases = [
            ("Hello", None),
            ("a { b }} c", None),
            ("Hi {{name}}!", Some(("Hi ", pipe("name", ""), "!"))),
            (
                "{{ name |there, you}} {{x}}",
                Some(("", pipe("name", "there, you"), " {{x}}")),
            ),
            ("ü {{a|b|c}}", Some(("ü ", pipe("a", "b|c"), ""))),
            ("ok {{name}", Some(("ok ", None, ""))),
            ("{{}}", Some(("", pipe("", ""), ""))),
        ];
        for (text, expected) in cases {
            let expected = expected.map(|(before, pipe, after)| Piece { before, pipe, after });
            assert_eq!(first_pipe(text), expected, "{text}");
        }
    }

    #[test]
    fn shows_fallbacks_to_those_without_answers() {
        for (text, shown) in [
            ("How was it?", "How was it?"),
            ("Hi {{name|there}}, {{place}}!", "Hi there, …!"),
            ("{{open", "{{open"),
        ] {
            assert_eq!(without_pipes(text), shown);
        }
    }
}
