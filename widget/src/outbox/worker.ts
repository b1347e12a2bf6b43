// What a service worker needs of the outbox. Nothing here may need a document.

import { OUTBOX } from "../storage/names";
import { openChannel } from "./channel";
import { postFile } from "./postFile";
import { postSubmission } from "./postSubmission";
import { FEEDBACK } from "./records/changes";
import { isWaiting } from "./records/schedule";
import { acquireLock, runOutbox } from "./sender";
import { createIndexedStore } from "./store/indexedStore";

export { OUTBOX };

/**
 * Sends what waits, as far as that is possible now. For the event `sync` of a service worker.
 *
 * @throws when something still waits: then the browser tries again later.
 */
export async function syncOutbox(): Promise<void> {
  const store = createIndexedStore(FEEDBACK);
  const channel = openChannel<string>(OUTBOX, () => {});
  try {
    await new Promise<void>((resolve) => {
      const outbox = runOutbox({
        store,
        post: postSubmission,
        postFile,
        acquire: () => acquireLock(OUTBOX),
        onSettled: channel.tell,
        onRest() {
          outbox.stop();
          resolve();
        },
        now: Date.now,
        random: Math.random,
      });
      outbox.wake(true);
    });
    if ((await store.readAll()).some(isWaiting)) throw new Error("Feedback still waits for the server.");
  } finally {
    channel.close();
  }
}
