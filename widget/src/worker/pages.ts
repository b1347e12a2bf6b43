import type { RouteHandlerCallbackOptions } from "workbox-core/types";
import { pageKey } from "../offline/pageKey";
import { find, keep, PAGES } from "./keptResponses";
import { offlinePage } from "./version";

/** How long a page that is kept waits for the server's (docs/constants.md#delays). */
const SERVER_WAIT_MS = 3_000;

/** The statuses after which a page that was kept would only mislead: the server no longer has it. */
const GONE = [404, 410];

/**
 * Opens a page: the server's if it comes in time, else the one that was kept. A page is never kept instead of the
 * server's: an import counts at once.
 */
export async function openPage({ request, url, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const key = await pageKey(url);
  const arriving = fetch(request);
  // Awaited below; until then a failure is not forgotten by anyone.
  arriving.catch(() => {});
  event.waitUntil(arriving.then((response) => keepPage(key, response.clone())).catch(() => {}));

  const kept = await find(key, PAGES);
  // Looked for once more: it may have been kept meanwhile.
  if (!kept) return arriving.catch(async () => (await find(key, PAGES)) ?? withoutConnection(request, url));
  const inTime = arriving.then(
    (response) => (isDown(response) ? kept : response),
    () => kept,
  );
  return Promise.race([inTime, wait(SERVER_WAIT_MS).then(() => kept)]);
}

/** Loads a page that was opened before there was a worker, and keeps it. */
export async function keepOpenPage(address: string): Promise<void> {
  const url = new URL(address);
  const key = await pageKey(url);
  if (await find(key, PAGES)) return;
  await keepPage(key, await fetch(address, { headers: { accept: "text/html" } }));
}

/** Keeps a page as it came, with its policy. Errors are never kept. */
async function keepPage(key: string, response: Response): Promise<void> {
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (response.status === 200 && response.type === "basic" && !response.redirected && isPage)
    await keep(PAGES, key, response);
  else if (GONE.includes(response.status)) await (await caches.open(PAGES)).delete(key, { ignoreVary: true });
}

/** Returns whether nobody but a proxy answers, or a server that is about to fail. */
function isDown({ status }: Response): boolean {
  return status >= 500;
}

/** Says that the page was never opened here. A frame stays empty: the loader then says that it could not be loaded. */
async function withoutConnection(request: Request, { searchParams }: URL): Promise<Response> {
  const page = request.destination === "document" && (await offlinePage(searchParams.get("lang")));
  return page || Response.error();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
