import type { RouteHandlerCallback, RouteHandlerObject, RouteMatchCallback } from "workbox-core/types";
import { registerRoute } from "workbox-routing/registerRoute";
import { folder } from "../offline/folder";
import { isOfStaff } from "../offline/isOfStaff";
import { isKeptPage } from "../offline/pageKey";
import { OUTBOX, syncOutbox } from "../outbox/worker";
import { isBuiltFile, isOfNode, loadBuiltFile, ofNodes } from "./files";
import { answerPage } from "./messages";
import { openPage } from "./pages";
import { installVersion, removeOldVersions } from "./version";

declare const self: ServiceWorkerGlobalScope & {
  addEventListener(type: "sync", listener: (event: ExtendableEvent & { tag: string }) => void): void;
};

const FOLDER = folder();

/*
 * The service worker (docs/offline.md). What no route takes goes to the network as if there were no worker: calls, chats,
 * uploads, previews, and everything of staff.
 */

route(({ request, url, sameOrigin }) => sameOrigin && isNavigation(request) && isKeptPage(url), openPage);
route(({ url }) => isBuiltFile(url), loadBuiltFile);
route(({ request, url }) => isOfNode(url, request.destination), ofNodes);

// It does not skip waiting: pages that are open continue with the version that they were started with.
self.addEventListener("install", (event) => event.waitUntil(installVersion(event)));
self.addEventListener("activate", (event) =>
  event.waitUntil(removeOldVersions().then(() => self.clients.claim())),
);
self.addEventListener("message", (event) => event.waitUntil(answerPage(event)));
// The browser has a connection again, and pages have left feedback behind. Not every browser wakes workers for that.
self.addEventListener("sync", (event) => {
  if (event.tag === OUTBOX) event.waitUntil(syncOutbox());
});

function isNavigation({ mode, method }: Request): boolean {
  return mode === "navigate" && method === "GET";
}

/** Answers what matches, wherever it is but for what is of staff. */
function route(matches: RouteMatchCallback, handler: RouteHandlerCallback | RouteHandlerObject): void {
  registerRoute(
    (options) => !(options.sameOrigin && isOfStaff(options.url, FOLDER)) && matches(options),
    handler,
  );
}
