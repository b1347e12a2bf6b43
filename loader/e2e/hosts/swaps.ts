import type { Page } from "@playwright/test";
import { libraryTag } from "../support/libraries";
import type { HostileHost } from "./hostileHost";

/** A page of its own that swapping hosts lead to. */
const NEXT = `<main id="swup" class="transition-main"><h1 id="next">Lamps</h1><p>All of them.</p></main>`;

/** Waits for the second page, and until a transition to it is over. */
async function waitForNext(page: Page) {
  await page.locator("html:not(.is-changing, .is-animating, .is-rendering) #next").waitFor();
}

async function followLink(page: Page) {
  await page.locator("#go").click();
  await waitForNext(page);
}

/** Returns a host with two pages, of which a library shows the second one without loading a document. */
function twoPages(name: string, head: string, link: (address: string) => string): HostileHost {
  return {
    name,
    add(site, tag) {
      const second = site.add({ head: head + tag, body: NEXT });
      return site.add({ head: head + tag, body: link(second) });
    },
    act: followLink,
    shiftsItself: true,
  };
}

/** Returns a host whose own script replaces its document. `__NEXT__` in the script represents the new document. */
function replacing(name: string, head: string, script: string): HostileHost {
  const document = `<!doctype html><html lang="en"><head><title>Lamps</title></head><body>${NEXT}</body></html>`;
  return {
    name,
    add: (site, tag) => site.add({ head: head + tag }),
    async act(page) {
      await page.evaluate(script.replaceAll("__NEXT__", () => JSON.stringify(document)));
      await waitForNext(page);
    },
    shiftsItself: true,
  };
}

const TRANSITIONS = `<style>
html.is-changing .transition-main { transition: opacity .1s }
::view-transition-group(root) { animation-duration: .1s }
</style>`;

/** Hosts that replace their document, or parts of it, while the widget is on it. */
export const SWAPS: HostileHost[] = [
  twoPages(
    "Turbo",
    libraryTag("@hotwired/turbo/dist/turbo.es2017-umd.js"),
    (address) => `<a id="go" href="${address}">Lamps</a>`,
  ),
  twoPages(
    "htmx, which swaps bodies",
    libraryTag("htmx.org/dist/htmx.js"),
    (address) => `<div hx-boost="true"><a id="go" href="${address}">Lamps</a></div>`,
  ),
  twoPages(
    "htmx, which morphs bodies with idiomorph",
    libraryTag("htmx.org/dist/htmx.js") + libraryTag("idiomorph/dist/idiomorph-ext.js"),
    (address) =>
      `<div hx-boost="true" hx-ext="morph" hx-swap="morph:innerHTML"><a id="go" href="${address}">Lamps</a></div>`,
  ),
  twoPages(
    "a router with page transitions",
    `${TRANSITIONS}${libraryTag("swup/dist/Swup.umd.js")}<script>
    addEventListener("DOMContentLoaded", () => new Swup({ native: true }));
    </script>`,
    (address) => `<main id="swup" class="transition-main"><a id="go" href="${address}">Lamps</a></main>`,
  ),
  replacing(
    "idiomorph, which morphs the whole document",
    libraryTag("idiomorph/dist/idiomorph.js"),
    "Idiomorph.morph(document.documentElement, __NEXT__, { morphStyle: 'outerHTML' }); 0",
  ),
  replacing(
    "an application that rewrites its root element",
    "",
    "document.documentElement.innerHTML = __NEXT__; 0",
  ),
  replacing(
    "an application that replaces its root element",
    "",
    `document.replaceChild(
      document.adoptNode(new DOMParser().parseFromString(__NEXT__, "text/html").documentElement),
      document.documentElement,
    ); 0`,
  ),
  replacing(
    "an old script that opens the document again",
    "",
    "document.open(); document.write(__NEXT__); document.close(); 0",
  ),
  replacing(
    "a script that removes elements which it does not know",
    "",
    `for (const child of [...document.documentElement.children])
      if (child !== document.head && child !== document.body) child.remove();
    document.body.innerHTML = '<h1 id="next">Lamps</h1>'; 0`,
  ),
  replacing(
    "a script that empties elements which it does not know",
    "",
    `for (const child of document.documentElement.children)
      if (child !== document.head && child !== document.body) child.innerHTML = "";
    document.body.innerHTML = '<h1 id="next">Lamps</h1>'; 0`,
  ),
];
