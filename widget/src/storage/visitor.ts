import { randomId } from "../basics/randomId";
import { readJson, readText, writeJson, writeText } from "./localStore";

const DEVICE_ID = "FLOW/device_id";
const SESSION = "FLOW/session";

/** A visit ends after a pause of this length. */
const SESSION_PAUSE_MS = 30 * 60_000;

/** The id of a browser that has none yet. */
let freshId: string | undefined;

/** Returns this browser's own random id. A new one is stored when the visitor acts (`keepVisitor`). */
export function deviceId(): string {
  freshId ??= randomId();
  return readText(DEVICE_ID) || freshId;
}

/**
 * Takes over the id that the host page has kept (docs/widget.md#storage), where this browser keeps none for a frame: else the
 * server could not tell that its visitor has been here.
 */
export function adoptDeviceId(id: unknown): void {
  if (typeof id === "string" && /^[\w-]{8,128}$/.test(id)) freshId ??= id;
}

/**
 * To be called when the visitor answers, sends a message or sends feedback: until then nothing is stored of somebody who
 * may only be passing by (docs/widget.md#storage).
 */
export function keepVisitor(now: number): void {
  if (!readText(DEVICE_ID)) writeText(DEVICE_ID, deviceId());
  touchSession(now);
}

/** Returns whether this browser's visitor has ever acted: else nothing of theirs can be stored. */
export function hasActed(): boolean {
  return readText(DEVICE_ID) !== undefined;
}

/** Continues this browser's visit, or begins a new one. */
export function touchSession(now: number): VisitorSession {
  const known = readJson(SESSION) as Partial<VisitorSession> | undefined;
  const isCurrent = known?.id && known.timestamp && now - known.timestamp < SESSION_PAUSE_MS;
  const session = { id: isCurrent ? (known.id as string) : randomId(), timestamp: now };
  writeJson(SESSION, session);
  return session;
}

export interface VisitorSession {
  id: string;
  /** When the visitor was last active, in milliseconds since 1970. */
  timestamp: number;
}
