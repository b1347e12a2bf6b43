import { PulsenLoadError } from "./error.ts";

/** The name of the policy for hosts that require Trusted Types; they list it in `trusted-types`. */
const TRUSTED_TYPES_POLICY = "pulsen";

/** What the browser has of Trusted Types, where it has them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptUrlPolicy;
}

interface ScriptUrlPolicy {
  createScriptURL(address: string): unknown;
}

/** The policy of this page; a second one of the same name would be refused. */
let policy: ScriptUrlPolicy | undefined;

/**
 * Adds a script to the page and waits until it has run. Its element does not stay: a widget may come and go often.
 *
 * @param attributes the script's attributes, but its address.
 * @throws {PulsenLoadError} if it is refused or does not arrive.
 */
export async function runScript(address: string, attributes: Record<string, string>): Promise<void> {
  const script = document.createElement("script");
  script.async = true;
  for (const [name, value] of Object.entries(attributes)) {
    // The attribute `nonce` is hidden from selectors of style sheets only if it is set as a property.
    if (name === "nonce") script.nonce = value;
    else script.setAttribute(name, value);
  }
  let isRefused = false;
  const watch = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    isRefused ||=
      blockedURI !== "" && effectiveDirective.startsWith("script-src") && address.startsWith(blockedURI);
  };
  document.addEventListener("securitypolicyviolation", watch);
  try {
    await new Promise<void>((resolve, reject) => {
      script.addEventListener("load", () => resolve());
      // The violation may be told after the error.
      script.addEventListener("error", () => setTimeout(() => reject(failure(address, isRefused)), 0));
      setAddress(script, address);
      document.head.append(script);
    });
  } finally {
    script.remove();
    document.removeEventListener("securitypolicyviolation", watch);
  }
}

function setAddress(script: HTMLScriptElement, address: string): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  try {
    policy ??= trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, { createScriptURL: (url) => url });
  } catch {
    // The page's policy does not list the name; most such pages do not require Trusted Types for scripts.
  }
  try {
    script.src = (policy ? policy.createScriptURL(address) : address) as string;
  } catch {
    throw new PulsenLoadError(
      "refused_by_policy",
      `This page requires Trusted Types. Add "${TRUSTED_TYPES_POLICY}" to the trusted-types of its policy.`,
    );
  }
}

function failure(address: string, isRefused: boolean): PulsenLoadError {
  const { origin } = new URL(address);
  return isRefused
    ? new PulsenLoadError(
        "refused_by_policy",
        `This page's Content-Security-Policy refused ${address}. Add ${origin} to its script-src and frame-src, or pass the page's nonce.`,
      )
    : new PulsenLoadError(
        "not_loaded",
        `${address} could not be loaded. The server may be down, or a browser extension blocks it.`,
      );
}
