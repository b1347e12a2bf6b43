/** Returns the path of the folder in which pages and service worker are, with a slash at its end. */
export function folder(): string {
  return new URL(".", location.href).pathname;
}

/** Returns how the names of all caches of the service worker begin. Other servers may be on the same origin. */
export function cachePrefix(): string {
  return `pulsen${folder().slice(0, -1)}-`;
}
