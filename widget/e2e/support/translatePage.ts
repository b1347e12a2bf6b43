import type { Page } from "@playwright/test";

/**
 * Translates a page, also what appears on it later, as Google's translation in Chrome does: every text is replaced by one
 * in two `<font>` elements. Returns a function that gives the texts which stand bare beside other nodes: React could
 * neither replace nor remove them.
 */
export async function translatePage(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const bare: string[] = [];
    Object.assign(window, { bareTexts: bare });
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let at = walker.currentNode; at; at = walker.nextNode() as Node) {
        if (at instanceof Text && at.data.trim() && !at.parentElement?.closest("font, script, style, svg")) {
          texts.push(at);
        }
      }
      for (const text of texts) {
        if (text.parentNode && text.parentNode.childNodes.length > 1) bare.push(text.data);
        const outer = document.createElement("font");
        outer.append(document.createElement("font"));
        outer.firstElementChild?.append(`${text.data}`);
        text.replaceWith(outer);
      }
    };
    translate(document.body);
    new MutationObserver((records) => {
      for (const { target } of records) if (target.isConnected) translate(target);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { bareTexts: string[] }).bareTexts);
}
