import type { Boot, Unavailability } from "../boot/boot";

/** Why a page shows a message instead of a flow or a chat. */
export type Status =
  | { kind: "already_given" }
  | { kind: "unavailable"; unavailable: Unavailability }
  | { kind: "error"; messageKey: "not_found" | "wrong_url" };

/** Returns why the server says that a page shows no flow; `undefined` if it shows one. */
export function servedStatus({ error, unavailable, already_given }: Boot): Status | undefined {
  if (error) return { kind: "error", messageKey: error };
  if (unavailable) return { kind: "unavailable", unavailable };
  return already_given ? { kind: "already_given" } : undefined;
}
