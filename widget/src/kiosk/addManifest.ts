/** What the start page of the installed application keeps of this page's address. */
const KEPT = ["node_id", "lang", "signature"];

/** Makes the page one that can be installed as an application (docs/kiosk.md#installing). */
export function addManifest(query: URLSearchParams): void {
  const kept = new URLSearchParams([...query].filter(([name]) => KEPT.includes(name)));
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = `kiosk.webmanifest?${kept}`;
  document.head.append(link);
}
