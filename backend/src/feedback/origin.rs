//! Reduces the URL of the page that a visitor was on (docs/api.md#origin-url).

use base::records::is_campaign_parameter;
use engine::TRACKING_PAIRS;
use std::collections::HashSet;
use url::Url;

/// Most characters of the value of a campaign parameter.
const CAMPAIGN_VALUE_LENGTH: usize = 200;

/// The most bytes of what is kept. Of a longer address, the origin is.
const LENGTH: usize = 2_048;

/// Returns origin, path, tracking pairs and campaign parameters of a URL; `None` if it is not an http or https URL. The rest
/// of the query, the fragment and the user name may identify the visitor and are removed. `campaign`: the node's
/// `campaign_parameters`.
pub(crate) fn origin_and_path(url: &str, campaign: &[String]) -> Option<String> {
    let mut url = Url::parse(url)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let mut seen = HashSet::new();
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter_map(|(name, value)| {
            let is_campaign = !is_tracking(&name) && is_campaign_parameter(campaign, &name);
            let is_kept = is_tracking(&name) || is_campaign && seen.insert(name.clone().into_owned());
            let length = if is_campaign {
                CAMPAIGN_VALUE_LENGTH
            } else {
                usize::MAX
            };
            is_kept.then(|| (name.into(), value.chars().take(length).collect()))
        })
        .collect();
    // This cannot fail for http and https. If it did, nothing would be stored rather than the whole URL.
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    url.set_fragment(None);
    url.set_query(None);
    if !kept.is_empty() {
        url.query_pairs_mut().extend_pairs(kept);
    }
    if url.as_str().len() > LENGTH {
        let origin = url.origin().ascii_serialization();
        return (origin.len() < LENGTH).then(|| format!("{origin}/"));
    }
    Some(url.into())
}

fn is_tracking(name: &str) -> bool {
    TRACKING_PAIRS.iter().any(|pair| pair.parameters.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::origin_and_path;

    #[test]
    fn keeps_origin_path_and_tracking() {
        let kept = origin_and_path(
            "https://ann:pw@shop.example:8443/a/b?email=ann%40x.org&sdi=1&sci=a%20b#ann",
            &[],
        );
        assert_eq!(kept.unwrap(), "https://shop.example:8443/a/b?sdi=1&sci=a+b");
        assert_eq!(
            origin_and_path("https://shop.example/?q=1&utm_source=x", &[]).unwrap(),
            "https://shop.example/"
        );
    }

    #[test]
    fn keeps_the_campaign_parameters_of_the_node() {
        let names = ["utm_*".to_owned(), "gclid".to_owned()];
        let long = "ş".repeat(300);
        let url = format!(
            "https://shop.example/?q=1&utm_source=news%20letter&gclid=a&gclid=b&utm_term={long}&sci=2"
        );
        let cut = "%C5%9F".repeat(200);
        assert_eq!(
            origin_and_path(&url, &names).unwrap(),
            format!("https://shop.example/?utm_source=news+letter&gclid=a&utm_term={cut}&sci=2")
        );
    }

    #[test]
    fn keeps_the_origin_of_a_long_url() {
        let url = |length: usize| {
            let origin = "https://shop.example:8443/";
            format!("{origin}{}", "a".repeat(length - origin.len()))
        };
        assert_eq!(origin_and_path(&url(2_048), &[]), Some(url(2_048)));
        assert_eq!(
            origin_and_path(&url(2_049), &[]).unwrap(),
            "https://shop.example:8443/"
        );
        let value = "v".repeat(2_048);
        let tracked = format!("https://shop.example/a?sdi=1&sci={value}");
        assert_eq!(origin_and_path(&tracked, &[]).unwrap(), "https://shop.example/");
    }

    #[test]
    fn drops_other_urls() {
        for text in [
            "",
            "shop",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "data:text/html,x",
        ] {
            assert_eq!(origin_and_path(text, &[]), None, "{text}");
        }
    }
}
