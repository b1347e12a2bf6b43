//! Addresses of the web as options.

use url::Url;

/// Accepts an http or https address.
pub(super) fn web_address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    if matches!(url.scheme(), "http" | "https") {
        Ok(url)
    } else {
        Err("an http or https address is expected".into())
    }
}

/// Accepts an address without a path: the loader and the frame are served at fixed paths.
pub(super) fn origin_address(text: &str) -> Result<Url, String> {
    let url = web_address(text)?;
    if url.path() == "/" && url.query().is_none() && url.fragment().is_none() {
        Ok(url)
    } else {
        Err("an address without a path is expected, such as https://feedback.example.com".into())
    }
}
