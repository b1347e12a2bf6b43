import type { TextKey } from "../texts/en";

/** Why single sign-on has failed, by the names that the server gives to it (docs/staff.md#single-sign-on). */
const TEXTS: Record<string, TextKey> = {
  expired: "sso_expired",
  declined: "sso_declined",
  unavailable: "sso_unavailable",
  email_not_verified: "sso_email_not_verified",
  no_account: "sso_no_account",
  not_asked: "sso_not_asked",
  too_many_attempts: "busy",
};

/** Returns the text for a problem in the address of the sign-in page; `null` without one. Anybody can make such an address. */
export function signOnProblem(problem: string | undefined): TextKey | null {
  if (problem === undefined) return null;
  return Object.hasOwn(TEXTS, problem) ? (TEXTS[problem] ?? null) : null;
}
