/** In which ways people sign in on a server. */
export interface SignInWays {
  passwords: boolean;
  /** What the provider is called, perhaps nothing; `null` where there is none. */
  singleSignOn: { name: string } | null;
}

/** Returns whether anybody had an account when the page was made. */
export function hasUsers(): boolean {
  return written("has-users") !== "false";
}

/** Returns in which ways people sign in on this server. */
export function signInWays(): SignInWays {
  const ways = written("sign-in")?.split(" ") ?? [];
  const singleSignOn = ways.includes("single-sign-on") ? { name: written("single-sign-on") ?? "" } : null;
  return { passwords: singleSignOn === null || ways.includes("passwords"), singleSignOn };
}

/** Returns the path of the console without a slash at its end, such as `/staff`, or `/feedback/staff` on a server below a path. */
export function staffPath(): string {
  const path = written("staff-path");
  // Only the server writes one.
  return path?.startsWith("/") ? path.replace(/\/$/, "") : "/staff";
}

/** Returns the address of a call, such as `/v1/staff/session`, on this server. */
export function callAddress(path: string): string {
  return staffPath().replace(/\/staff$/, "") + path;
}

/** Returns what the server has written into the page under a name. */
function written(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
