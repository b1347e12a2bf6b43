//! The name of an upload, for display only (docs/api.md#uploads).

use super::content::FileKind;

/// Most characters of a name.
const MAX_CHARACTERS: usize = 200;

/// What a file without a name is called.
const NAMELESS: &str = "file";

/// Returns the name under which a file is shown: the last part of what the client calls it, with an extension that says
/// what is stored.
pub(super) fn display_name(claimed: &str, kind: FileKind) -> String {
    let last = claimed.rsplit(['/', '\\']).next().unwrap_or_default();
    let visible: String = last.chars().filter(|character| is_visible(*character)).collect();
    let visible = visible
        .trim()
        .trim_start_matches('.')
        .trim_end_matches(['.', ' ']);
    let (stem, extension) = match visible.rsplit_once('.') {
        Some((stem, extension)) if is_extension(extension) => (stem.trim_end_matches(['.', ' ']), extension),
        _ => (visible, ""),
    };
    let extension = kind
        .extensions()
        .iter()
        .copied()
        .find(|known| known.eq_ignore_ascii_case(extension))
        .or(kind.extensions().first().copied())
        .unwrap_or_default();
    let stem = if stem.is_empty() { NAMELESS } else { stem };
    let length = MAX_CHARACTERS - extension.len() - 1;
    let stem: String = stem.chars().take(length).collect();
    format!("{}.{extension}", stem.trim_end())
}

/// Returns whether the end of a name is an extension rather than the last words of a sentence.
fn is_extension(text: &str) -> bool {
    (1..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Leaves out control characters, and those that change the direction of the text: they make `gpj.exe` of `exe.jpg`.
fn is_visible(character: char) -> bool {
    let changes_direction = matches!(
        character,
        '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
    );
    !character.is_control() && !changes_direction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_sanitized_and_match_the_stored_type() {
        for (claimed, kind, name) in [
            ("photo.jpg", FileKind::Jpeg, "photo.jpg"),
            ("Photo.JPEG", FileKind::Jpeg, "Photo.jpeg"),
            ("../../etc/passwd", FileKind::Pdf, "passwd.pdf"),
            ("C:\\Users\\ann\\Şikâyet 1.PDF", FileKind::Pdf, "Şikâyet 1.pdf"),
            ("animation.gif", FileKind::Png, "animation.png"),
            ("run.exe", FileKind::Jpeg, "run.jpg"),
            ("photo.jpg.exe", FileKind::Jpeg, "photo.jpg.jpg"),
            ("Hello. This is me", FileKind::Png, "Hello. This is me.png"),
            ("a\r\nSet-Cookie: x\0.png", FileKind::Png, "aSet-Cookie: x.png"),
            ("evil\u{202E}gpj.exe", FileKind::Jpeg, "evilgpj.jpg"),
            ("", FileKind::Jpeg, "file.jpg"),
            ("...", FileKind::Jpeg, "file.jpg"),
            (".htaccess", FileKind::Pdf, "htaccess.pdf"),
        ] {
            assert_eq!(display_name(claimed, kind), name);
        }
    }

    #[test]
    fn a_name_has_a_limit() {
        let name = display_name(&"ş".repeat(5_000), FileKind::Pdf);
        assert_eq!(name.chars().count(), MAX_CHARACTERS);
        assert!(name.ends_with("ş.pdf"));
    }
}
