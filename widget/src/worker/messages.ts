import { isKeptPage } from "../offline/pageKey";
import type { PageMessage, TakeOver } from "../offline/workerMessages";
import { keepLoadedFile } from "./files";
import { keepOpenPage } from "./pages";
import { isOwnVersion, keepOfflinePage, offlinePath, restoreVersion } from "./version";

declare const self: ServiceWorkerGlobalScope;

/** Most files that one page can have kept. */
const MOST_FILES = 100;

/** Does what a page asks for. */
export async function answerPage({ data, ports }: ExtendableMessageEvent): Promise<void> {
  const message = data as PageMessage | null | undefined;
  if (message?.type === "keep") await keepAll(message.page, message.files);
  if (message?.type === "take_over") ports[0]?.postMessage(await takeOver(message.files));
}

async function keepAll(page: string, files: string[]): Promise<void> {
  const url = new URL(page);
  if (url.origin !== location.origin || !isKeptPage(url)) return;
  const language = url.searchParams.get("lang");
  await Promise.allSettled([
    restoreVersion(),
    ...files.slice(0, MOST_FILES).map(keepLoadedFile),
    ...(language ? [keepOfflinePage(offlinePath(language))] : []),
  ]);
  // At last: a page that is kept opens.
  await keepOpenPage(page);
}

/** Takes over from the version before if nobody is in the middle of a run of that one: all that is open is of this version. */
async function takeOver(files: string[]): Promise<TakeOver> {
  if (!isOwnVersion(files)) return "other_version";
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length > 1) return "others_open";
  // Comes true when the version before has nothing under way any more.
  void self.skipWaiting();
  return "taken";
}
