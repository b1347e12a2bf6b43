import type { Unavailability } from "../boot/boot";

/** Why a page shows a message instead of a flow or a chat. */
export type Status =
  | { kind: "already_given" }
  | { kind: "unavailable"; unavailable: Unavailability }
  | { kind: "error"; messageKey: "not_found" | "wrong_url" };
