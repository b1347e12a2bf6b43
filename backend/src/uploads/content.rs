//! What a file is, told by its content (docs/api.md#accepted-files).

/// A kind of file that is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    Jpeg,
    Png,
    WebP,
    Gif,
    Pdf,
}

/// What may be uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AcceptedFiles {
    Images,
    ImagesAndDocuments,
}

impl AcceptedFiles {
    pub(super) fn include(self, kind: FileKind) -> bool {
        self == Self::ImagesAndDocuments || kind != FileKind::Pdf
    }
}

/// Why the content of a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContentError {
    /// It is none of what is accepted.
    UnsupportedType(AcceptedFiles),
    /// It is damaged, incomplete, or several formats in one.
    Invalid,
    /// It is a document with scripts, programs that it launches, or files; or one that cannot be looked into.
    ActiveDocument,
    /// A scanner has found something harmful in it.
    Harmful,
    /// It is an image with more pixels, or more detail, than can be stored.
    TooManyPixels,
    /// It is an image that takes too long.
    TooSlow,
}

impl FileKind {
    /// How many bytes of the beginning tell the kind of a file.
    pub(super) const HEAD: usize = 1024;

    /// Tells the kind of a file by its first bytes; `None` for one that is not accepted.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        Some(match infer::get(head)?.mime_type() {
            "image/jpeg" => Self::Jpeg,
            "image/png" => Self::Png,
            "image/webp" => Self::WebP,
            "image/gif" => Self::Gif,
            "application/pdf" => Self::Pdf,
            _ => return None,
        })
    }

    /// Returns the media type.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
            Self::Gif => "image/gif",
            Self::Pdf => "application/pdf",
        }
    }

    /// Returns the extensions of file names, the usual one first.
    pub(super) fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Jpeg => &["jpg", "jpeg", "jpe", "jfif"],
            Self::Png => &["png"],
            Self::WebP => &["webp"],
            Self::Gif => &["gif"],
            Self::Pdf => &["pdf"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_tells_the_kind() {
        for (head, kind) in [
            (&b"\xFF\xD8\xFF\xE0rest"[..], FileKind::Jpeg),
            (b"\x89PNG\r\n\x1a\n", FileKind::Png),
            (b"RIFF\0\0\0\0WEBPVP8 ", FileKind::WebP),
            (b"GIF89a", FileKind::Gif),
            (b"%PDF-1.7\n", FileKind::Pdf),
        ] {
            assert_eq!(FileKind::of(head), Some(kind));
            assert!(AcceptedFiles::ImagesAndDocuments.include(kind));
            assert_eq!(AcceptedFiles::Images.include(kind), kind != FileKind::Pdf);
        }
        for other in [
            &b""[..],
            b"\xFF",
            b"hello",
            b"<!doctype html><script>",
            b"<svg xmlns='http://www.w3.org/2000/svg'>",
            b"PK\x03\x04archive",
            b"MZ program",
            b"BM bitmap",
        ] {
            assert_eq!(FileKind::of(other), None, "{other:?}");
        }
    }
}
