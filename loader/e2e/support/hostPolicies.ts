/** The headers with which a host restricts its pages. */
export interface HostPolicy {
  name: string;
  /** Allow the provider no more than the widget needs. */
  headers(provider: string): Record<string, string>;
  /** The attributes that the script tag needs. */
  attributes: string;
  /** Whether the page is cross-origin isolated. */
  isolates: boolean;
}

const NONCE = "cGxlYXNl";

export const HOST_POLICIES: [HostPolicy, ...HostPolicy[]] = [
  {
    name: "a strict Content-Security-Policy",
    headers: (provider) => ({ "Content-Security-Policy": strictPolicy(provider) }),
    attributes: "",
    isolates: false,
  },
  {
    name: "Trusted Types",
    headers: (provider) => ({
      "Content-Security-Policy": `${strictPolicy(provider)}; require-trusted-types-for 'script'; trusted-types 'none'`,
    }),
    attributes: "",
    isolates: false,
  },
  {
    name: "nonces and strict-dynamic",
    headers: (provider) => ({
      "Content-Security-Policy":
        `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; frame-src ${provider}; ` +
        "style-src 'self'",
    }),
    attributes: ` nonce="${NONCE}"`,
    isolates: false,
  },
  {
    name: "nonces alone",
    headers: (provider) => ({
      "Content-Security-Policy": `default-src 'none'; script-src 'nonce-${NONCE}'; frame-src ${provider}; style-src 'self'`,
    }),
    attributes: ` nonce="${NONCE}"`,
    isolates: false,
  },
  {
    name: "cross-origin isolation",
    headers: () => ({
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Opener-Policy": "same-origin",
    }),
    attributes: "",
    isolates: true,
  },
  {
    name: "cross-origin isolation without credentials",
    headers: () => ({
      "Cross-Origin-Embedder-Policy": "credentialless",
      "Cross-Origin-Opener-Policy": "same-origin",
    }),
    attributes: "",
    isolates: true,
  },
];

function strictPolicy(provider: string): string {
  return `default-src 'none'; script-src ${provider}; frame-src ${provider}; style-src 'self'`;
}
