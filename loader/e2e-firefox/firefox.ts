/** Debian's Firefox, as visitors have it. Playwright drives a build of its own only; this one speaks WebDriver BiDi. */
export const FIREFOX = process.env.PULSEN_FIREFOX ?? "/usr/bin/firefox-esr";
