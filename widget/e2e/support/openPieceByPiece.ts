import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import type { PulsenServer } from "pulsen-loader/e2e";

/**
 * Opens a page as over a slow connection: the browser shows each element of its first view before the next one arrives. What
 * the page loads does not arrive.
 */
export async function openPieceByPiece(page: Page, pulsen: PulsenServer, path: string) {
  const answer = await fetch(pulsen.url + path);
  const [, beginning = "", view = "", end = ""] =
    /^(.*<div id="app"[^>]*>)(.*)(<noscript>.*)$/s.exec(await answer.text()) ?? [];
  const connection = createServer().listen(0, "127.0.0.1");
  try {
    await once(connection, "listening");
    const opened = page.goto(`http://127.0.0.1:${(connection.address() as AddressInfo).port}/`, {
      waitUntil: "commit",
    });
    const [, response] = await once(connection, "request");
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.write(beginning);
    await opened;
    for (const [index, element] of view.split(/(?=<[a-z])/).entries()) {
      response.write(element);
      await page.waitForFunction((count) => document.querySelectorAll("#app *").length > count, index);
      // It is shown with the second frame at the latest.
      await page.evaluate(
        () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
      );
    }
    response.end(end);
    await page.waitForLoadState("domcontentloaded");
  } finally {
    connection.closeAllConnections();
    connection.close();
  }
}
