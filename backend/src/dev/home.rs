//! The home page of a project: what can be opened, and the widget as a host's page has it.

use super::{Published, Teller};
use crate::pages::escape_attribute;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST};
use axum::response::IntoResponse;
use std::fmt::Write as _;
use url::form_urlencoded::byte_serialize;

/// The widget's script and frame work on a page as strict as this one.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; \
     img-src 'self' https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

pub(super) async fn home(State(teller): State<Teller>, headers: HeaderMap) -> impl IntoResponse {
    let published = teller.borrow().published.clone();
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let head = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        (CONTENT_SECURITY_POLICY, POLICY),
    ];
    (head, html(&published, host.unwrap_or_default()))
}

fn html(published: &Published, host: &str) -> String {
    let Published { nodes, widgets } = published;
    let mut links = String::new();
    for (id, name) in nodes {
        let id_in_address: String = byte_serialize(id.as_bytes()).collect();
        // Writing to a string cannot fail.
        let _ = write!(
            links,
            "<li><a href=\"/feedback?node_id={id_in_address}\">{}</a> <code>{}</code></li>",
            escape_attribute(name),
            escape_attribute(id)
        );
    }
    let links = if links.is_empty() {
        "<p>Nothing has been imported yet.</p>".to_owned()
    } else {
        format!("<ul>{links}</ul>")
    };
    let script = |code: &String, server: &str| {
        let code = escape_attribute(code);
        format!("<script async src=\"{server}/loader/{code}.js\"></script>")
    };
    let mut tags = String::new();
    for code in widgets {
        let tag = script(code, &format!("http://{host}"));
        let _ = write!(tags, "<pre><code>{}</code></pre>", escape_attribute(&tag));
    }
    // Several widgets would cover each other.
    let first = widgets.first().map_or_else(String::new, |code| script(code, ""));
    let about_widgets = match widgets.len() {
        0 => "",
        1 => "<h2>Widget</h2><p>It is in the corner of this page. Its tag for yours:</p>",
        _ => "<h2>Widgets</h2><p>The first one is in the corner of this page. Their tags for yours:</p>",
    };
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Your project</title>\
         <link rel=\"stylesheet\" href=\"/_dev/home.css\"></head><body><main><h1>Your project</h1>\
         <p>Save a file, and the open pages follow.</p><h2>Link pages</h2>{links}{about_widgets}{tags}</main>{first}</body></html>"
    )
}
