/** The script tag that a host puts on its page. */
export function scriptTag(provider: string, code: string, attributes = ""): string {
  return `<script async src="${provider}/loader/${code}.js"${attributes}></script>\n`;
}

/** A way in which hosts guard their pages. */
export interface Guard {
  name: string;
  /** Allows no more of the provider than it has to. */
  headers(provider: string): Record<string, string>;
  /** What the script's tag needs. */
  attributes: string;
  /** The browser takes the page for isolated from other origins. */
  isolates: boolean;
}

const NONCE = "cGxlYXNl";

export const GUARDS: [Guard, ...Guard[]] = [
  {
    name: "a policy that allows nothing else",
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
    name: "cross-origin isolation",
    headers: () => ({
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Opener-Policy": "same-origin",
    }),
    attributes: "",
    isolates: true,
  },
];

function strictPolicy(provider: string): string {
  return `default-src 'none'; script-src ${provider}; frame-src ${provider}; style-src 'self'`;
}
