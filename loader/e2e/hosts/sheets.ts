import { libraryTag } from "../support/libraries";
import { type HostileHost, hostWith } from "./hostileHost";

const style = (css: string) => `<style>${css}</style>\n`;

/** Hosts whose styles also match the widget's elements. */
export const SHEETS: HostileHost[] = [
  hostWith(
    "Bootstrap, with a dialog that keeps the focus",
    libraryTag("bootstrap/dist/css/bootstrap.css") + libraryTag("bootstrap/dist/js/bootstrap.bundle.js"),
    {
      body: `<div class="modal" id="dialog" tabindex="-1"><div class="modal-dialog"><div class="modal-content">
        <button type="button" class="btn-close" aria-label="Close the offer"></button> An offer
      </div></div></div>`,
      async act(page) {
        await page.evaluate("new bootstrap.Modal('#dialog', { backdrop: false }).show()");
        await page.locator("#dialog").waitFor();
      },
      shiftsItself: true,
    },
  ),
  hostWith("Tailwind's preflight", libraryTag("tailwindcss/preflight.css")),
  hostWith(
    "sheets as in WordPress themes",
    style(`
      iframe, img, video, embed, object { max-width: 100%; height: auto; width: 100% }
      iframe { aspect-ratio: 16 / 9; margin: 0 0 1.5em; border: 5px solid; filter: grayscale(1) }
      div { max-width: 620px; margin-inline: auto }
    `),
  ),
  hostWith(
    "rules for every element that are important",
    style(`
      * { background: #000 !important; color: #ff0 !important; border: 2px solid !important; outline: 3px dashed !important;
        position: relative !important; max-width: 50% !important; margin: 9px !important; transition: all 9s !important;
        box-shadow: 0 0 9px red !important; border-radius: 9px !important; backdrop-filter: blur(2px) !important;
        pointer-events: auto !important; overflow: hidden !important; contain: strict !important; float: left !important;
        animation: turn 1s infinite !important; direction: rtl !important; zoom: .9 !important }
      html, body, head, body *, head * { contain: none !important; animation: none !important; zoom: 1 !important }
      @keyframes turn { to { transform: rotate(1turn) } }
    `),
  ),
  hostWith("a right-to-left page", style("body { text-align: right }"), { root: 'dir="rtl"' }),
  hostWith(
    "a dark page",
    `<meta name="color-scheme" content="dark">\n${style(":root { color-scheme: dark; background: #111 }")}`,
  ),
  hostWith("quirks in a root that is transformed", style("html { transform: translateX(0) }"), {
    body: `<div style="height:3000px"></div>`,
    act: (page) => page.evaluate(() => scrollTo(0, 900)),
  }),
];
