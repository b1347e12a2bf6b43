/** A directive of a Content Security Policy. */
export interface Directive {
  name: string;
  sources: string[];
}

const HOST_SOURCE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(\d+|\*))?(\/[^?#]*)?$/i;

/** Reads the directives of a policy. Of two with one name the first counts, as it does in browsers. */
export function parsePolicy(policy: string): Map<string, Directive> {
  const directives = new Map<string, Directive>();
  for (const part of policy.split(";")) {
    const [name = "", ...sources] = part.trim().split(/\s+/);
    const key = name.toLowerCase();
    if (key && !directives.has(key)) directives.set(key, { name: key, sources });
  }
  return directives;
}

/**
 * Returns whether a directive lets a script in from an address, as a page of another site has it.
 *
 * @param nonce that of the tag, if it has one.
 */
export function allowsScript(directive: Directive, address: string, nonce: string | null): boolean {
  const { sources } = directive;
  if (nonce !== null && sources.includes(`'nonce-${nonce}'`)) return true;
  // With it, neither hosts nor schemes count.
  if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return false;
  return allowsFrame(directive, address);
}

/** Returns whether a directive lets a frame in: `'strict-dynamic'` and nonces are about scripts only. */
export function allowsFrame({ sources }: Directive, address: string): boolean {
  return sources.some((source) => matches(source, new URL(address)));
}

/** CSP Level 3, 6.7.2.6. Which page it is, and so what `'self'` means, is not known: it is another site's. */
function matches(source: string, url: URL): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):$/i.exec(source)?.[1];
  if (scheme !== undefined) return isScheme(scheme, url);
  if (source === "*") return url.protocol === "http:" || url.protocol === "https:";
  const parts = HOST_SOURCE.exec(source);
  if (!parts) return false;
  const [, ownScheme, host = "", port, path] = parts;
  return (
    (ownScheme === undefined || isScheme(ownScheme, url)) &&
    isHost(host.toLowerCase(), url.hostname) &&
    isPort(port, ownScheme, url) &&
    isPath(path, url.pathname)
  );
}

/** A policy for `http` allows `https` as well. */
function isScheme(scheme: string, { protocol }: URL): boolean {
  const wanted = `${scheme.toLowerCase()}:`;
  return wanted === protocol || (wanted === "http:" && protocol === "https:");
}

function isHost(host: string, hostname: string): boolean {
  if (host === "*") return true;
  return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : host === hostname;
}

function isPort(port: string | undefined, scheme: string | undefined, url: URL): boolean {
  const standard = url.protocol === "https:" ? "443" : "80";
  const actual = url.port || standard;
  if (port === "*") return true;
  if (port === undefined) return actual === standard;
  return port === actual || (port === "80" && actual === "443" && scheme?.toLowerCase() !== "https");
}

/** A path that ends with a slash allows everything below it, another one exactly itself. */
function isPath(path: string | undefined, actual: string): boolean {
  if (path === undefined || path === "/") return true;
  return path.endsWith("/") ? actual.startsWith(path) : path === actual;
}
