import type { Page } from "@playwright/test";
import type { HostSite } from "../support/hostSite";

/** A page on which a widget has a hard time. */
export interface HostileHost {
  name: string;
  /**
   * Adds the host's pages to a site, and returns the address of the first.
   *
   * @param tag the script tag; empty for the same pages without a widget.
   * @param provider the provider's origin, for policies.
   */
  add(site: HostSite, tag: string, provider: string): string;
  /** Attributes that the script tag needs. */
  attributes?: string;
  /** What happens on the page while the widget is on it. The widget works afterwards. */
  act?(page: Page): Promise<void>;
  /** Errors of the host itself, with and without a widget. */
  ownErrors?: RegExp;
  /** Its document has an opaque origin, in which the loader has no functions but the host's. */
  isSandboxed?: boolean;
  /** The page moves by itself, also without a widget. */
  shiftsItself?: boolean;
}

/** Returns a host that has one page, with markup before the tag in its head. */
export function hostWith(
  name: string,
  head: string,
  more: Partial<HostileHost> & { body?: string; root?: string } = {},
): HostileHost {
  const { body = "", root = "", ...host } = more;
  return { name, add: (site, tag) => site.add({ root, head: head + tag, body }), ...host };
}
