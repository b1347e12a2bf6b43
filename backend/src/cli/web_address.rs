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
