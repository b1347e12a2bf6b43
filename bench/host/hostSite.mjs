import { createServer } from "node:http";

/** Collects what the host's own page can see of long tasks and of layout shifts; on every page, so it cancels out. */
const OBSERVERS = `<script>
  var seen = { longTasks: [], shift: 0 };
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => seen.longTasks.push(duration)))
    .observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach(({ hadRecentInput, value }) => {
    if (!hadRecentInput) seen.shift += value;
  })).observe({ type: "layout-shift", buffered: true });
</script>`;

/**
 * Starts the host's site: pages that differ in nothing but what is added to their head.
 *
 * @param additions markup by path.
 * @returns the site's origin, and the function that ends it.
 */
export async function startHostSite(additions) {
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A shop</title>' +
        `<link rel="icon" href="data:,">${OBSERVERS}${additions[url] ?? ""}</head>` +
        "<body><h1>A shop</h1><p>With lamps.</p></body></html>",
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
