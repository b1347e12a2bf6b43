import { openChannel } from "../outbox/channel";

const CHANNEL = "pulsen-runs";

/** How long the other tabs have to say that a run goes on in them. */
const ANSWER_MS = 300;

interface Message {
  runId: string;
  /** A random number of who asks; absent: an answer. */
  asker?: number;
}

/** Resolves with whether a run goes on in another tab, or another tab asks for it as well and is to have it. */
export function askOthers(runId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asker = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isTaken);
    };
    // Where there is no channel, there is no other tab that could see what this page stores.
    const channel = openChannel<Message>(CHANNEL, (message) => {
      if (message.runId !== runId) return;
      if (message.asker === undefined) end(true);
      // Of two that ask at the same time, one goes back.
      else if (message.asker < asker) channel.tell({ runId, asker });
      else end(true);
    });
    const timer = setTimeout(() => end(false), ANSWER_MS);
    channel.tell({ runId, asker });
  });
}

/** Tells the tabs that ask that a run goes on here. Returns the function that stops it. */
export function answerOthers(runId: string): () => void {
  const channel = openChannel<Message>(CHANNEL, (message) => {
    if (message.runId === runId && message.asker !== undefined) channel.tell({ runId });
  });
  return channel.close;
}
