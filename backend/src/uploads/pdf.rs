//! Checks PDF documents, which are stored as they are (docs/api.md#accepted-files).

mod active;
mod examination;
mod object;
mod object_stream;
#[cfg(test)]
mod passive_tests;
mod tokens;

pub(super) use active::check as check_that_it_is_passive;
pub(super) use object_stream::LARGEST as UNPACKED_BYTES;

use super::content::ContentError;

/// How far from the end the markers of the end may be. Writers put little behind them.
const TAIL: usize = 2 * 1024;

/// Where browsers and mail programs look for other formats.
const HEAD: usize = 1024;

/// The record at the end of a ZIP archive: its first bytes, its length, and the position of its comment's length in it.
const ZIP_END: &[u8] = b"PK\x05\x06";
const ZIP_END_LENGTH: usize = 22;
const ZIP_COMMENT_AT: usize = 20;

/// Tags with which a page of HTML begins for a browser that guesses.
const HTML_TAGS: [&[u8]; 7] = [
    b"<!doctype",
    b"<html",
    b"<head",
    b"<body",
    b"<script",
    b"<iframe",
    b"<svg",
];

/// Checks that a file is a PDF document from its first byte to its last, and nothing else.
///
/// # Errors
/// It does not begin or end as a PDF document, something follows the document, or it is another format as well.
pub(super) fn check(bytes: &[u8]) -> Result<(), ContentError> {
    let is_document = has_header(bytes) && has_end(bytes);
    if is_document && !begins_with_html(bytes) && !ends_with_archive(bytes) {
        Ok(())
    } else {
        Err(ContentError::Invalid)
    }
}

fn has_header(bytes: &[u8]) -> bool {
    let version = bytes.strip_prefix(b"%PDF-").unwrap_or_default();
    matches!(version, [b'1' | b'2', b'.', b'0'..=b'9', ..])
}

/// Returns whether the file ends with `startxref` and `%%EOF`, with nothing but white space and zeros behind them.
fn has_end(bytes: &[u8]) -> bool {
    let is_padding = |byte: &u8| matches!(byte, 0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ');
    let end = bytes
        .iter()
        .rposition(|byte| !is_padding(byte))
        .map_or(0, |last| last + 1);
    let padding = bytes.len() - end;
    let tail = bytes.get(end.saturating_sub(TAIL)..end).unwrap_or_default();
    padding <= TAIL && tail.ends_with(b"%%EOF") && contains(tail, b"startxref")
}

fn begins_with_html(bytes: &[u8]) -> bool {
    let head = bytes.get(..HEAD).unwrap_or(bytes).to_ascii_lowercase();
    HTML_TAGS.iter().any(|tag| contains(&head, tag))
}

/// Returns whether a program for ZIP archives would read the file: the record at the end of one, whose comment ends with
/// the file.
fn ends_with_archive(bytes: &[u8]) -> bool {
    let first = bytes.len().saturating_sub(ZIP_END_LENGTH + usize::from(u16::MAX));
    let tail = bytes.get(first..).unwrap_or_default();
    tail.windows(ZIP_END_LENGTH).enumerate().any(|(at, record)| {
        let comment = match record.get(ZIP_COMMENT_AT..) {
            Some(&[low, high]) => usize::from(u16::from_le_bytes([low, high])),
            _ => return false,
        };
        // Programs differ in how exact they are about the comment, so anything up to the end counts.
        record.starts_with(ZIP_END) && at + ZIP_END_LENGTH + comment <= tail.len()
    })
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(head: &str, body: &[u8], tail: &str) -> Vec<u8> {
        [head.as_bytes(), body, tail.as_bytes()].concat()
    }

    const HEAD: &str = "%PDF-1.7\n%\u{e2}\u{e3}\n";
    const END: &str = "\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF";
    const OBJECT: &[u8] = b"1 0 obj\n<< /Type /Catalog >>\nendobj";

    #[test]
    fn documents_are_accepted() {
        for end in ["", "\n", "\r\n", " \0\0\n"] {
            let bytes = document(HEAD, OBJECT, &format!("{END}{end}"));
            assert_eq!(check(&bytes), Ok(()), "{end:?}");
        }
    }

    #[test]
    fn incomplete_documents_are_refused() {
        for bytes in [
            document("", OBJECT, END),
            document("%PDF-", OBJECT, END),
            document("%PDF-x.y", OBJECT, END),
            document(" %PDF-1.7\n", OBJECT, END),
            document("<html>%PDF-1.7\n", OBJECT, END),
            document(HEAD, OBJECT, "\nstartxref\n9"),
            document(HEAD, OBJECT, "\n%%EOF"),
            document(HEAD, OBJECT, &format!("{END}{}", "\n".repeat(10_000))),
            Vec::new(),
        ] {
            assert_eq!(check(&bytes), Err(ContentError::Invalid), "{bytes:?}");
        }
    }

    #[test]
    fn files_valid_in_two_formats_are_refused() {
        let archive = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
        let with_comment = [&archive[..20], &u16::try_from(END.len()).unwrap().to_le_bytes()].concat();
        for bytes in [
            document(HEAD, b"<HTML><script>alert(1)</script>", END),
            document(HEAD, OBJECT, &format!("{END}\n<script>alert(1)</script>")),
            [document(HEAD, OBJECT, END), archive.to_vec()].concat(),
            document(HEAD, &with_comment, END),
        ] {
            assert_eq!(check(&bytes), Err(ContentError::Invalid), "{bytes:?}");
        }
    }
}
