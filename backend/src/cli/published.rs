//! Where the records of an import can be seen.

use crate::server_address::ServerAddress;
use base::records::RecordSet;

/// Returns a line for each node, with the address of its page, and for each widget, with the tag that puts it on a page.
pub(super) fn published(records: &RecordSet, server: &ServerAddress) -> Vec<String> {
    let nodes = records.nodes.iter().map(|record| {
        let id = &record.node.id;
        let mut page = server.at("/feedback");
        page.query_pairs_mut().append_pair("node_id", id);
        format!("node {id}: {page}")
    });
    let widgets = records.widgets.iter().map(|record| {
        let code = &record.widget.code;
        let script = server.at(&format!("/loader/{code}.js"));
        format!("widget {code}: <script async src=\"{script}\"></script>")
    });
    nodes.chain(widgets).collect()
}
