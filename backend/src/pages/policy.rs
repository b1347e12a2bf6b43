//! The `Content-Security-Policy` of the server's own documents (docs/api.md#content-security-policy).

use super::scripts::Start;
use crate::flows::LoadedFlow;
use base::records::FeedbackNode;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use url::Url;

/// Who may frame a page.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum FramedBy<'a> {
    #[default]
    ThisServer,
    /// This server, and these hosts with their subdomains, on any port.
    Domains(&'a [String]),
    Everybody,
}

impl<'a> FramedBy<'a> {
    /// Who may frame a widget's content frame: its enabled domains, or everybody if there are none.
    pub(crate) fn widget(enabled_domains: Option<&'a [String]>) -> Self {
        match enabled_domains {
            None | Some([]) => Self::Everybody,
            Some(domains) => Self::Domains(domains),
        }
    }

    /// Returns whether pages of other sites may frame the page.
    pub(crate) fn includes_other_sites(self) -> bool {
        match self {
            Self::ThisServer => false,
            Self::Domains(domains) => !domains.is_empty(),
            Self::Everybody => true,
        }
    }

    /// Returns the directive, with the semicolon before it.
    fn directive(self) -> String {
        let domains = match self {
            Self::ThisServer => &[],
            Self::Domains(domains) => domains,
            Self::Everybody => return String::new(),
        };
        let mut sources = String::from("; frame-ancestors 'self'");
        for domain in domains {
            // Writing to a string cannot fail. Import refuses domains that are not plain host names.
            let _ = write!(
                sources,
                " http://{domain}:* https://{domain}:* http://*.{domain}:* https://*.{domain}:*"
            );
        }
        sources
    }
}

/// The sources that allow the inline elements of one page.
#[derive(Debug, Clone)]
pub(crate) struct InlineSources {
    pub(super) style: String,
    pub(super) script: String,
}

/// Returns the source that allows an inline element with exactly this text.
pub(super) fn hash_source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// Returns the policy of a page: the server's own files, the one script that starts or watches them, the engine, images over
/// HTTPS and those that the visitor has chosen, and the style sheets that the operator named. JSON scripts need no
/// permission, and the style rules of a flow are applied by script. A page with the HTML of its first view has its styles and one more
/// script in it. A kiosk can be installed, which takes its manifest.
pub(super) fn for_page(
    node: Option<&FeedbackNode>,
    flow: Option<&LoadedFlow>,
    is_kiosk: bool,
    framed_by: FramedBy<'_>,
    inline: Option<&InlineSources>,
) -> String {
    let manifest = if is_kiosk { "manifest-src 'self'; " } else { "" };
    let mut styles = String::from("style-src 'self'");
    let scripts = match inline {
        None => Start::AtOnce.source().to_owned(),
        Some(inline) => {
            styles.extend([" ", &inline.style]);
            format!("{} {}", Start::AfterPaint.source(), inline.script)
        }
    };
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
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {scripts}; {styles}; \
         img-src 'self' https: data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; {manifest}base-uri 'none'; form-action 'none'{}",
        framed_by.directive()
    )
}

/// Returns the policy of the page that holds only the loader: its script, and the frame that it opens. `public_origin`
/// is where the loader opens that frame if the page's own origin is another.
pub(crate) fn for_loader_page(public_origin: Option<&str>) -> String {
    let frame = public_origin.map_or_else(String::new, |origin| format!(" {origin}"));
    format!(
        "default-src 'none'; script-src 'self'; frame-src 'self'{frame}; img-src data:; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'self'"
    )
}

/// Returns the policy of the page that counts unread replies: its script, its one call, and the picture of who has written.
pub(super) fn for_unread_page(framed_by: FramedBy<'_>) -> String {
    format!(
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' https:; base-uri 'none'; form-action 'none'{}",
        framed_by.directive()
    )
}

/// The policy of the service worker, which counts for what it fetches: the server's own files, and the logos and style sheets
/// of nodes from wherever they are.
pub(crate) const FOR_SERVICE_WORKER: &str =
    "default-src 'none'; script-src 'self'; connect-src 'self' https:";

/// The policy of the description of the HTTP interface, which may call what it describes.
pub(crate) const FOR_API_REFERENCE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The policy of documents that load nothing.
pub(crate) const NOTHING_ALLOWED: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Returns an address as a source of a policy: without query and fragment, and with the characters escaped that would
/// end it. `None` for a path of this server, which `'self'` covers, and for what is no web address.
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
    use serde_json::json;

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
    fn domains_and_their_subdomains_may_frame_a_page() {
        let domains = ["shop.example".to_owned()];
        let policy = |framed_by| for_page(None, None, false, framed_by, None);
        let by_shop = "; frame-ancestors 'self' http://shop.example:* https://shop.example:* \
                       http://*.shop.example:* https://*.shop.example:*";
        assert!(policy(FramedBy::Domains(&domains)).ends_with(by_shop));
        assert!(policy(FramedBy::widget(Some(&domains))).ends_with(by_shop));
        for everybody in [FramedBy::widget(None), FramedBy::widget(Some(&[]))] {
            assert!(!policy(everybody).contains("frame-ancestors"));
        }
        for this_server in [FramedBy::Domains(&[]), FramedBy::default()] {
            assert!(policy(this_server).ends_with("; frame-ancestors 'self'"));
        }
    }

    #[test]
    fn inline_elements_are_allowed_by_their_hashes_alone() {
        let (style, script) = (hash_source("p{}"), hash_source("1"));
        let inline = InlineSources { style, script };
        let policy = for_page(None, None, false, FramedBy::ThisServer, Some(&inline));
        assert!(policy.contains(&format!(
            "{} {}; style-src 'self' {};",
            Start::AfterPaint.source(),
            inline.script,
            inline.style
        )));
        assert!(!policy.contains("unsafe-inline"));
    }

    #[test]
    fn the_policy_names_the_style_sheet_of_the_node() {
        let node = json!({"id": "n", "flow_id": "f", "css_url_react": "https://cdn.example/s.css"});
        let node: FeedbackNode = serde_json::from_value(node).unwrap();
        assert!(
            for_page(Some(&node), None, false, FramedBy::ThisServer, None)
                .contains("style-src 'self' https://cdn.example/s.css;")
        );
    }
}
