/** Addresses with a scheme. What may end a sentence is no part of one. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}]/giu;

/** Splits a text at the addresses in it. A link leads where its text says, and nowhere but to the web. */
export function splitLinks(body: string): { text: string; address?: string }[] {
  const parts: { text: string; address?: string }[] = [];
  let end = 0;
  for (const { 0: found, index } of body.matchAll(ADDRESS)) {
    const address = readAddress(found);
    if (!address) continue;
    if (index > end) parts.push({ text: body.slice(end, index) });
    parts.push({ text: found, address });
    end = index + found.length;
  }
  if (end < body.length) parts.push({ text: body.slice(end) });
  return parts;
}

function readAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  // Readers would take `bank.example` in `https://bank.example@other.example/` for the host.
  return url.username || url.password ? null : url.href;
}
