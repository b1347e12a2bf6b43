/** Returns a random UUID (version 4). Pages without a secure context have no `randomUUID`. */
export function randomId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, at) => withFixedBits(byte, at).toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Sets the bits of version and variant. */
function withFixedBits(byte: number, at: number): number {
  if (at === 6) return (byte & 0x0f) | 0x40;
  if (at === 8) return (byte & 0x3f) | 0x80;
  return byte;
}
