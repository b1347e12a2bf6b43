/** Returns whether anybody had an account when the page was made. */
export function hasUsers(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="has-users"]')?.content !== "false";
}

/** Returns the path of the console without a slash at its end, such as `/staff`, or `/feedback/staff` on a server below a path. */
export function staffPath(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="staff-path"]')?.content;
  // Only the server writes one.
  return written?.startsWith("/") ? written.replace(/\/$/, "") : "/staff";
}

/** Returns the address of a call, such as `/v1/staff/session`, on this server. */
export function callAddress(path: string): string {
  return staffPath().replace(/\/staff$/, "") + path;
}
