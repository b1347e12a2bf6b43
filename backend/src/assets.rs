//! The built files of widget, loader and console, each with its compressed forms.
//!
//! A release build embeds the files in the binary. A debug build reads them from the source tree when it starts, so
//! the widget can be built without compiling the server again.

use axum::body::Bytes;
use brotli::enc::BrotliEncoderParams;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write as _;

#[derive(RustEmbed)]
#[folder = "../widget/dist"]
#[allow_missing = true]
struct Dist;

#[derive(RustEmbed)]
#[folder = "../loader/dist"]
#[allow_missing = true]
struct LoaderDist;

#[derive(RustEmbed)]
#[folder = "../console/dist"]
#[allow_missing = true]
struct ConsoleDist;

/// The folder of the loader's builds among the assets. Not below `assets/`, which is public: host pages get a loader with
/// a configuration in it.
pub(crate) const LOADER_FOLDER: &str = "loader/";

/// The folder of the console's build among the assets.
pub(crate) const CONSOLE_FOLDER: &str = "console/";

/// The encodings that the build makes, best first: name in HTTP, ending of the file.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The files of all builds.
#[derive(Default)]
pub struct Assets {
    files: HashMap<String, Asset>,
}

/// One file, plain and compressed.
pub(crate) struct Asset {
    /// For the header `Content-Type`.
    pub(crate) content_type: &'static str,
    plain: Bytes,
    encoded: Vec<(&'static str, Bytes)>,
}

impl Assets {
    /// Returns the files that belong to this binary; none if the widget has not been built.
    #[must_use]
    pub fn embedded() -> Self {
        let of_widget = Dist::iter().filter_map(|path| Some((path.to_string(), Dist::get(&path)?)));
        let of_loader = LoaderDist::iter()
            .filter_map(|path| Some((format!("{LOADER_FOLDER}{path}"), LoaderDist::get(&path)?)));
        let of_console = ConsoleDist::iter()
            .filter_map(|path| Some((format!("{CONSOLE_FOLDER}{path}"), ConsoleDist::get(&path)?)));
        Self::from_files(of_widget.chain(of_loader).chain(of_console).map(|(path, file)| {
            let bytes = match file.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => Bytes::from(bytes),
            };
            (path, bytes)
        }))
    }

    /// Takes files by their path in the build, such as `index.html` and `assets/index-3f2a.js.br`.
    pub fn from_files<B: Into<Bytes>>(files: impl IntoIterator<Item = (String, B)>) -> Self {
        let mut bytes: HashMap<String, Bytes> = files
            .into_iter()
            .map(|(path, bytes)| (path, bytes.into()))
            .collect();
        let plain: Vec<String> = bytes
            .keys()
            .filter(|path| !ENCODINGS.iter().any(|(_, ending)| path.ends_with(ending)))
            .cloned()
            .collect();
        let files = plain.into_iter().filter_map(|path| {
            let plain = bytes.remove(&path)?;
            let encoded = ENCODINGS
                .iter()
                .filter_map(|(name, ending)| Some((*name, bytes.remove(&format!("{path}{ending}"))?)))
                .collect();
            let content_type = content_type(&path);
            Some((
                path,
                Asset {
                    content_type,
                    plain,
                    encoded,
                },
            ))
        });
        Self {
            files: files.collect(),
        }
    }

    /// Returns a file by its path in the build.
    pub(crate) fn get(&self, path: &str) -> Option<&Asset> {
        self.files.get(path)
    }

    /// Returns the paths of all files, in no order.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

/// How thoroughly a file is compressed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Compression {
    /// As in the builds: takes tens of milliseconds.
    Best,
    /// Takes one millisecond, for a tenth more bytes.
    Fast,
}

impl Asset {
    /// Makes a file without compressed forms.
    pub(crate) fn plain(content_type: &'static str, plain: Vec<u8>) -> Self {
        Self {
            content_type,
            plain: plain.into(),
            encoded: Vec::new(),
        }
    }

    /// Makes a file with its compressed forms while the server runs. Blocks while it compresses.
    pub(crate) fn compressed(content_type: &'static str, plain: Vec<u8>, compression: Compression) -> Self {
        let (brotli_quality, gzip_level) = match compression {
            Compression::Best => (11, flate2::Compression::best()),
            Compression::Fast => (5, flate2::Compression::fast()),
        };
        let parameters = BrotliEncoderParams {
            quality: brotli_quality,
            size_hint: plain.len(),
            ..BrotliEncoderParams::default()
        };
        let mut encoded = Vec::new();
        let mut brotli = Vec::new();
        // Compressing in memory does not fail. If it did, the file would only lack that form.
        if brotli::BrotliCompress(&mut plain.as_slice(), &mut brotli, &parameters).is_ok() {
            encoded.push(("br", brotli.into()));
        }
        let mut gzip = GzEncoder::new(Vec::new(), gzip_level);
        if let Ok(gzip) = gzip.write_all(&plain).and_then(|()| gzip.finish()) {
            encoded.push(("gzip", gzip.into()));
        }
        Self {
            content_type,
            plain: plain.into(),
            encoded,
        }
    }

    /// Returns the best form that the client accepts, with the name of its encoding; `None` means plain.
    pub(crate) fn encoded(&self, accepts: impl Fn(&str) -> bool) -> (Option<&'static str>, &Bytes) {
        let encoded = self.encoded.iter().find(|(encoding, _)| accepts(encoding));
        encoded.map_or((None, &self.plain), |(encoding, bytes)| (Some(encoding), bytes))
    }

    /// Returns the number of bytes of all forms.
    pub(crate) fn bytes(&self) -> usize {
        let encoded = self.encoded.iter().map(|(_, bytes)| bytes.len());
        self.plain.len() + encoded.sum::<usize>()
    }

    /// Returns the file as text; `None` if it is not UTF-8.
    pub(crate) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.plain).ok()
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        // Only with this type do browsers compile while it arrives.
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_in_the_best_form_that_is_accepted() {
        let assets = Assets::from_files(
            ["a.js", "a.js.br", "a.js.gz", "b.wasm"].map(|path| (path.to_owned(), path.as_bytes().to_vec())),
        );
        let script = assets.get("a.js").unwrap();
        assert_eq!(script.encoded(|_| true), (Some("br"), &Bytes::from("a.js.br")));
        assert_eq!(
            script.encoded(|encoding| encoding == "gzip"),
            (Some("gzip"), &Bytes::from("a.js.gz"))
        );
        assert_eq!(script.encoded(|_| false), (None, &Bytes::from("a.js")));
        assert_eq!(
            assets.get("b.wasm").unwrap().encoded(|_| true),
            (None, &Bytes::from("b.wasm"))
        );
        assert!(assets.get("a.js.br").is_none());
    }
}
