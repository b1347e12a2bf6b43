import { openHost, withPage } from "./browser.mjs";

/** Returns what a host page downloads from others before the visitor acts: the number of requests and bytes with headers. */
export function measureDownloads(browser, kind) {
  return withPage(browser, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const own = new URL(kind.url).origin;
    const sizes = new Map();
    session.on("Network.requestWillBeSent", ({ requestId, request: { url } }) => {
      if (url.startsWith("http") && !url.startsWith(own)) sizes.set(requestId, 0);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength);
    });
    await openHost(page, kind);
    return { requests: sizes.size, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
  });
}
