//! The content security policy of our own documents (`wire.md`, "HTTP details").

use crate::flows::LoadedFlow;
use crate::records::{Node, Widget};
use std::fmt::Write as _;
use url::Url;

/// What runs and loads in a page: our own files, the engine, images, and the style sheets that the operator named.
/// The boot data needs no permission: it is not run. Rules in a flow are applied by script, not as inline styles.
/// Who may frame it is the widget's to say, where it is a widget's frame.
pub(super) fn for_page(node: Option<&Node>, flow: Option<&LoadedFlow>, widget: Option<&Widget>) -> String {
    let mut styles = String::from("style-src 'self'");
    let of_node = node.and_then(|node| node.css_url_react.as_deref());
    let of_states = flow
        .into_iter()
        .flat_map(|flow| flow.flow.states.iter().filter_map(|s| s.css_url.as_deref()));
    for source in of_node.into_iter().chain(of_states).filter_map(source) {
        if !styles.split(' ').any(|known| known == source) {
            // Writing to a string cannot fail.
            let _ = write!(styles, " {source}");
        }
    }
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; {styles}; img-src 'self' https: data:; \
         font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'{}",
        widget.map_or_else(|| "; frame-ancestors 'self'".into(), frame_ancestors)
    )
}

/// The sites that may frame a widget: the enabled domains with their sub-domains, on any port, and this server itself;
/// none listed: any.
fn frame_ancestors(widget: &Widget) -> String {
    let domains = widget.enabled_domains.as_deref().unwrap_or_default();
    if domains.is_empty() {
        return String::new();
    }
    let mut sources = String::from("; frame-ancestors 'self'");
    for domain in domains {
        // Writing to a string cannot fail. An import refuses what is no plain host name.
        let _ = write!(
            sources,
            " http://{domain}:* https://{domain}:* http://*.{domain}:* https://*.{domain}:*"
        );
    }
    sources
}

/// The policy of the page that holds nothing but the loader: its script, and the frame that it opens. `public` is the
/// address that the loader takes for the server's, where it is not the page's own.
pub(crate) fn for_loader_page(public: Option<&str>) -> String {
    let public = public.map_or_else(String::new, |origin| format!(" {origin}"));
    format!(
        "default-src 'none'; script-src 'self'; frame-src 'self'{public}; img-src data:; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'self'"
    )
}

/// The policy of the empty page: nothing at all.
pub(crate) const EMPTY_PAGE: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// An address as a source of a policy: without query and fragment, and without the characters that would end it.
/// `None` for a path of this server, which `'self'` covers, and for what is no web address.
fn source(address: &str) -> Option<String> {
    let mut url = Url::parse(address)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))?;
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    url.set_query(None);
    url.set_fragment(None);
    Some(
        String::from(url)
            .replace(';', "%3B")
            .replace(',', "%2C")
            .replace('\'', "%27"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_cannot_add_to_the_policy() {
        assert_eq!(
            source("https://u:p@cdn.example/a b;c,d.css?v=1; script-src *#x").unwrap(),
            "https://cdn.example/a%20b%3Bc%2Cd.css"
        );
        assert_eq!(source("/own.css"), None);
        assert_eq!(source("javascript:1"), None);
    }

    #[test]
    fn a_widget_says_who_may_frame_it() {
        let policy = |domains: serde_json::Value| {
            let widget =
                serde_json::json!({"code": "PSN-TEST001", "node_id": "n", "enabled_domains": domains});
            for_page(None, None, Some(&serde_json::from_value(widget).unwrap()))
        };
        assert!(policy(serde_json::json!(["shop.example"])).ends_with(
            "; frame-ancestors 'self' http://shop.example:* https://shop.example:* http://*.shop.example:* \
             https://*.shop.example:*"
        ));
        assert!(!policy(serde_json::json!([])).contains("frame-ancestors"));
        assert!(for_page(None, None, None).ends_with("; frame-ancestors 'self'"));
    }

    #[test]
    fn names_the_operators_style_sheet() {
        let node =
            serde_json::json!({"id": "n", "flow_id": "f", "css_url_react": "https://cdn.example/s.css"});
        let node: Node = serde_json::from_value(node).unwrap();
        assert!(for_page(Some(&node), None, None).contains("style-src 'self' https://cdn.example/s.css;"));
    }
}
