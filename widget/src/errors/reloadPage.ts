/** How long the server may take to say that it is there. */
const PROBE_TIMEOUT_MS = 10_000;

/**
 * Loads the page again, if the server can be reached. A page that is reloaded without it would become the browser's own
 * error page, which in the widget has no close button. Everything that failed is fetched again; a new deployment has other
 * names for its files, so that only this helps a page that is older.
 *
 * @returns false if the server cannot be reached; else it does not return, but for the moment until the page is gone.
 */
export async function reloadPage({ location }: Pick<Window, "location"> = window): Promise<boolean> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), PROBE_TIMEOUT_MS);
  try {
    const { ok } = await fetch(location.href, { cache: "no-store", signal: timeout.signal });
    if (ok) location.reload();
    return ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
