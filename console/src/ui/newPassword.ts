import { hasCode } from "../http/problem";
import type { TextKey } from "../texts/en";

/** The bounds of passwords, in characters (docs/constants.md#limits). */
const LEAST = 12;
const MOST = 256;

/** Returns why a new password cannot be taken: by its length, or by what the server has said of it. */
export function newPasswordFault(password: string, error: unknown): TextKey | null {
  const length = [...password].length;
  if (length < LEAST) return "password_too_short";
  if (length > MOST) return "password_too_long";
  for (const code of ["password_too_short", "password_too_long", "password_too_common"] as const)
    if (hasCode(error, code)) return code;
  return null;
}
