import type { RouteHandlerCallbackOptions } from "workbox-core/types";
import { StaleWhileRevalidate } from "workbox-strategies/StaleWhileRevalidate";
import { folder } from "../offline/folder";
import { FILES, find, keep, OF_NODES, trim } from "./keptResponses";

const FOLDER = folder();

/** Returns whether an address is a file of the application, named by a hash of its content. */
export function isBuiltFile({ origin, pathname }: URL): boolean {
  return origin === location.origin && pathname.startsWith(`${FOLDER}assets/`);
}

/** Loads a file of the application, of whatever version: what has a hash in its name is never out of date. */
export async function loadBuiltFile({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const kept = await find(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) event.waitUntil(keep(FILES, request.url, response.clone()).catch(() => {}));
  return response;
}

/** What a page shows of its node and flow: logo, pictures, style sheets, fonts. */
const DESTINATIONS = ["image", "style", "font"];

/**
 * Returns whether an address is of something that a node's page shows. Not what the server gives only to some visitors:
 * all of that is below `/v1` and `/v2`.
 */
export function isOfNode({ origin, pathname, protocol }: URL, destination: string): boolean {
  if (!DESTINATIONS.includes(destination)) return false;
  if (origin !== location.origin) return protocol === "https:";
  return !pathname.startsWith(FOLDER) || !/^(assets|v\d+)\//.test(pathname.slice(FOLDER.length));
}

/** Shows what was kept at once, and reloads it for the next time. */
export const ofNodes = new StaleWhileRevalidate({
  cacheName: OF_NODES,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      // Of other origins only the browser sees the status. Without credentials, so that isolated host pages accept it.
      requestWillFetch: async ({ request }) => new Request(request, { credentials: "omit" }),
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 || response.type === "opaque" ? response : null,
      cacheDidUpdate: () => trim(OF_NODES),
    },
  ],
});

/** Keeps a file that a page has loaded before there was a worker. */
export async function keepLoadedFile(address: string): Promise<void> {
  const url = new URL(address);
  if (await find(address)) return;
  if (isBuiltFile(url)) await keepIf(FILES, await fetch(address), address);
  // The destination is not known: of other origins pages load nothing but pictures and style sheets.
  else if (isOfNode(url, "image"))
    await keepIf(OF_NODES, await fetch(address, { mode: "no-cors", credentials: "omit" }), address);
}

async function keepIf(name: string, response: Response, address: string): Promise<void> {
  if (response.status === 200 || response.type === "opaque") await keep(name, address, response);
}
