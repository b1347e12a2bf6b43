import { Problem } from "../http/problem";
import type { TextKey } from "../texts/en";

/** The problems that the console has words of its own for. */
const TEXTS: Record<string, TextKey> = {
  unreachable: "unreachable_hint",
  busy: "busy",
  changed: "changed_meanwhile",
  name_taken: "name_taken",
  second_factor_needed: "second_factor_needed",
  wrong_credentials: "wrong_credentials",
  password_too_short: "password_too_short",
  password_too_long: "password_too_long",
  password_too_common: "password_too_common",
};

type Text = (key: TextKey, values?: Record<string, string | number>) => string;

/** Returns whether the reader knows all that there is to know: the server's log would add nothing. */
export function isExplained(error: Problem): boolean {
  return error.code in TEXTS || error.code === "too_many_attempts";
}

/** Returns in the reader's language what went wrong; in the server's words where the console has none. */
export function problemText(error: unknown, text: Text): string {
  if (!(error instanceof Problem)) return text("page_broken");
  const seconds = error.retryAfterSeconds;
  if (error.code === "too_many_attempts" && seconds !== null)
    return seconds < 90
      ? text("too_many_attempts_seconds", { seconds })
      : text("too_many_attempts_minutes", { minutes: Math.ceil(seconds / 60) });
  const key = TEXTS[error.code];
  return key ? text(key) : error.message;
}
