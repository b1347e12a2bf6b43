import { createContext, useContext, useEffect, useState } from "react";

/** The pages that one-time links open. */
const OF_LINKS = /\/staff\/(welcome|reset)\/?$/;

/**
 * Returns the secret behind the `#` of a one-time link, and removes it from the address: neither the history nor a screen that
 * somebody photographs has it then. `null` on other pages, and where there is none.
 */
export function takeSecret(): string | null {
  const { pathname, search, hash } = location;
  if (!OF_LINKS.test(pathname) || hash.length < 2) return null;
  history.replaceState(history.state, "", pathname + search);
  return hash.slice(1);
}

/** The secret that the console was opened with. */
export const SecretContext = createContext<string | null>(null);

/** Returns the secret of the link that was opened last, in this tab. */
export function useSecret(): string | null {
  const [secret, setSecret] = useState(useContext(SecretContext));
  useEffect(() => {
    // Another link, put into the address bar of this page, loads nothing.
    const onHashChange = () => {
      const other = takeSecret();
      if (other) setSecret(other);
    };
    addEventListener("hashchange", onHashChange);
    return () => removeEventListener("hashchange", onHashChange);
  }, []);
  return secret;
}
