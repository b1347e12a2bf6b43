//! What is kept of the address that a visitor came from.

use super::tracking::PAIRS;
use url::Url;

/// Origin, path and tracking pairs of an address; the rest of its query, the fragment and a user name may say who the
/// visitor is, and go (`wire.md`, "Security rules"). `None` for what is no http(s) address.
pub(crate) fn origin_and_path(address: &str) -> Option<String> {
    let mut url = Url::parse(address)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| is_tracking(name))
        .map(|(n, v)| (n.into(), v.into()))
        .collect();
    // Neither can fail for http(s); if one did, the address would be dropped rather than kept whole.
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    url.set_fragment(None);
    url.set_query(None);
    if !kept.is_empty() {
        url.query_pairs_mut().extend_pairs(kept);
    }
    Some(url.into())
}

fn is_tracking(name: &str) -> bool {
    PAIRS
        .iter()
        .any(|(kind, content)| name == *kind || name == *content)
}

#[cfg(test)]
mod tests {
    use super::origin_and_path;

    #[test]
    fn keeps_origin_path_and_tracking() {
        let kept =
            origin_and_path("https://ann:pw@shop.example:8443/a/b?email=ann%40x.org&sdi=1&sci=a%20b#ann");
        assert_eq!(kept.unwrap(), "https://shop.example:8443/a/b?sdi=1&sci=a+b");
        assert_eq!(
            origin_and_path("https://shop.example/?q=1").unwrap(),
            "https://shop.example/"
        );
    }

    #[test]
    fn drops_what_is_no_web_address() {
        for text in [
            "",
            "shop",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "data:text/html,x",
        ] {
            assert_eq!(origin_and_path(text), None, "{text}");
        }
    }
}
