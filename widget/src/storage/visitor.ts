import { readJson, readText, writeJson, writeText } from "./localStore";
import { randomId } from "./randomId";

const DEVICE_ID = "FLOW/device_id";
const SESSION = "FLOW/session";

/** A visit ends after a pause of this length. */
const SESSION_PAUSE_MS = 30 * 60_000;

/** Returns this browser's own random id, created at its first visit. */
export function deviceId(): string {
  const known = readText(DEVICE_ID);
  if (known) return known;
  const fresh = randomId();
  writeText(DEVICE_ID, fresh);
  return fresh;
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
