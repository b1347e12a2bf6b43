import type { ConsoleMessage, Page } from "@playwright/test";

/**
 * Collects uncaught errors, violations of a Content-Security-Policy in any frame, and the console messages that
 * `isError` selects. The list grows while the page is open.
 */
export async function collectConsoleErrors(
  page: Page,
  isError: (message: ConsoleMessage) => boolean,
): Promise<string[]> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(`uncaught: ${error}`));
  page.on("console", (message) => {
    if (isError(message)) errors.push(message.text());
  });
  // The browser does not report all violations on the console.
  await page.addInitScript((prefix) => {
    window.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      console.error(`${prefix} ${effectiveDirective} ${blockedURI}`),
    );
  }, VIOLATION);
  return errors;
}

/** Returns whether a console message reports that the page broke its Content-Security-Policy or Trusted Types. */
export function isPolicyViolation(message: ConsoleMessage): boolean {
  const text = message.text();
  return text.startsWith(VIOLATION) || /Content Security Policy|Trusted Type/i.test(text);
}

const VIOLATION = "violation:";
