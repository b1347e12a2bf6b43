import { readJson, readText, writeJson, writeText } from "./localStore";
import { randomId } from "./randomId";

const DEVICE_ID = "FLOW/device_id";
const SESSION = "FLOW/session";

/** A visit that pauses for longer than this is a new one. */
const SESSION_PAUSE_MS = 30 * 60_000;

/** This browser's own random id, made at its first visit. */
export function deviceId(): string {
  const known = readText(DEVICE_ID);
  if (known) return known;
  const fresh = randomId();
  writeText(DEVICE_ID, fresh);
  return fresh;
}

/** Goes on with the visit that this browser is in, or begins one. */
export function touchSession(now: number): VisitorSession {
  const known = readJson(SESSION) as Partial<VisitorSession> | undefined;
  const goesOn = known?.id && known.timestamp && now - known.timestamp < SESSION_PAUSE_MS;
  const session = { id: goesOn ? (known.id as string) : randomId(), timestamp: now };
  writeJson(SESSION, session);
  return session;
}

export interface VisitorSession {
  id: string;
  /** When it was last seen, in milliseconds since 1970. */
  timestamp: number;
}
