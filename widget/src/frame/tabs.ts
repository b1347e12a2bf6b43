import { createListeners } from "../basics/listeners";
import { openChannel } from "../outbox/channel";

/** What the frames of this browser tell one another. */
export type TabNews =
  /** Everybody who has used this browser is forgotten. */
  | { type: "reset" }
  /** The visitor has seen a chat up to a cursor. */
  | { type: "seen"; feedbackId: string; cursor: string }
  /** This tab may play the sound for a reply. Of several, the one with the lowest number plays it. */
  | { type: "sound"; reply: string; turn: number };

/** The other frames of this browser: those of other tabs, and of other widgets on the page. */
export interface Tabs {
  tell(news: TabNews): void;
  /** Calls `listener` with what the others tell. Returns the function that stops it. */
  listen(listener: (news: TabNews) => void): () => void;
}

export function connectTabs(): Tabs {
  const listeners = createListeners<[TabNews]>();
  const { tell } = openChannel<TabNews>("pulsen-visitors", listeners.notify);
  return { tell, listen: listeners.add };
}
