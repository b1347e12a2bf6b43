//! Flows whose thank-you pages lead to hosts that their nodes do not allow (docs/flows.md#redirects).

use crate::import::{import_into, records, refused};

#[test]
fn a_node_has_to_allow_the_hosts_that_its_flows_lead_to() {
    let flow = r#"{"id": "f", "languages": [{"id": "l1", "code": "en"}], "states": [
        {"id": "page", "isInitialState": true, "nextStateId": "end",
         "elements": [{"id": "e", "type": "submit", "body": "Send"}]},
        {"id": "end", "style": "thank_you", "redirectUrl": "https://eu.Shop.example:8443/thanks"}]}"#;
    let folder = |hosts: &str| {
        let node = format!(r#"{{"id": "n", "flow_id": "f", "redirect_hosts": {hosts}}}"#);
        records(&[("flows/f.json", flow), ("nodes/n.json", &node)])
    };
    assert_eq!(
        refused(&folder(r#"["shop.example"]"#)),
        [
            "nodes/n.json: /redirect_hosts: does not have `eu.Shop.example`, to which a thank-you page of the flow `f` \
             leads: add it to the list"
        ]
    );
    assert_eq!(
        refused(&folder(r#"["https://shop.example"]"#)).first().unwrap(),
        "nodes/n.json: /redirect_hosts/0: `https://shop.example` is not a host name, such as `shop.example`, or \
         `*.shop.example` for its subdomains, without scheme, port or path"
    );
    let data = tempfile::tempdir().unwrap();
    let (code, _, errors) = import_into(folder(r#"["*.shop.example"]"#).path(), data.path());
    assert_eq!(code, 0, "{errors}");
}
