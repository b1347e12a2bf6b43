/** The pages that are kept, by the end of their paths, each with the parameters that make it another page. */
const PARAMETERS: Record<string, string[]> = {
  feedback: ["node_id", "lang", "kiosk"],
  web_feedback: ["node_id", "lang", "kiosk"],
  widget: ["code", "frame", "lang"],
};

/**
 * Returns whether a page opens without a connection: link pages and content frames do, but no previews, and neither chats
 * nor anything else with private data (docs/offline.md#what-is-kept).
 */
export function isKeptPage({ pathname, searchParams }: URL): boolean {
  const page = pageOf(pathname);
  const names = PARAMETERS[page];
  if (!names || !searchParams.get(names[0] ?? "") || searchParams.get("isPreview") === "true") return false;
  return page !== "widget" || searchParams.get("frame") === "1";
}

/**
 * Returns the address under which a page is kept. It has what the server makes the page of, and neither answers nor
 * tracking pairs. Of a link's signature it has a hash: other visitors' pages differ, and their secrets stay out of it.
 */
export async function pageKey({ origin, pathname, searchParams }: URL): Promise<string> {
  const key = new URL(pathname, origin);
  for (const name of PARAMETERS[pageOf(pathname)] ?? []) {
    const value = searchParams.get(name);
    if (value) key.searchParams.set(name, value);
  }
  const signature = searchParams.get("signature");
  if (signature) key.searchParams.set("signed", await hash(signature));
  return key.href;
}

function pageOf(pathname: string): string {
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}

async function hash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
