const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Returns an id for a name: what people can read in addresses, and nobody has yet. */
export function idOf(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ı", "i")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  const base = plain || "channel";
  let id = base;
  for (let number = 2; taken.includes(id); number += 1) id = `${base}-${number}`;
  return id;
}

/** Returns a code for a widget, which is public: `PSN-` and seven characters that nobody mistakes for others. */
export function newCode(): string {
  const random = crypto.getRandomValues(new Uint8Array(7));
  return `PSN-${[...random].map((byte) => LETTERS[byte % LETTERS.length]).join("")}`;
}
