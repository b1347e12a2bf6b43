/** Returns the tag that puts a widget on a page (docs/widget.md#script-tag). */
export function tagOf(server: string, code: string): string {
  return `<script async src="${server}/loader/${code}.js"></script>`;
}

/** Returns the same for pages whose `load` event does not wait for the widget. */
export function tagAfterLoad(server: string, code: string): string {
  return `<script>
  window.PSN = window.PSN || function () { (PSN.q = PSN.q || []).push(arguments) };
  (function (add) {
    if (document.readyState === "complete") add();
    else addEventListener("load", add);
  })(function () {
    var script = document.createElement("script");
    script.async = true;
    script.src = "${server}/loader/${code}.js";
    document.head.appendChild(script);
  });
</script>`;
}

/** Returns the address of a node's link page. */
export function linkAddress(server: string, nodeId: string): string {
  return `${server}/feedback?node_id=${encodeURIComponent(nodeId)}`;
}
