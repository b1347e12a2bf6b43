import { createListeners } from "../../basics/listeners";
import { chatsOf, storeNews } from "../../storage/chatRecords";
import { watchOwner } from "../../storage/owner";
import { fetchPrevious, type PreviousFeedback } from "./previousApi";

/** What the list shows. */
export interface PreviousState {
  /** `failed`: nothing could be loaded. */
  phase: "loading" | "shown" | "failed";
  items: readonly PreviousFeedback[];
}

/** The feedbacks that the visitor can come back to. */
export interface PreviousList {
  /** Returns the same object until something changes. */
  state(): PreviousState;
  /** Calls `listener` after each change. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /** Asks the server again. What is shown stays until the answer is there. */
  load(): void;
}

/** @param onLoaded called with what the server has answered. */
export function createPreviousList(
  apiBase: string,
  nodeId: string,
  onLoaded: (items: readonly PreviousFeedback[]) => void,
): PreviousList {
  const listeners = createListeners();
  let state: PreviousState = { phase: "loading", items: [] };
  let isLoading = false;

  function set(next: PreviousState) {
    state = next;
    listeners.notify();
  }

  async function load() {
    if (isLoading) return;
    isLoading = true;
    const isSamePerson = watchOwner();
    if (state.phase === "failed") set({ phase: "loading", items: [] });
    try {
      const chats = chatsOf(nodeId);
      const items = chats.length > 0 ? await fetchPrevious(apiBase, nodeId, chats) : [];
      // The list is shown no more.
      if (!isSamePerson()) return;
      storeNews(nodeId, chats, items);
      onLoaded(items);
      set({ phase: "shown", items });
    } catch (error) {
      console.error("The previous feedback could not be loaded:", error);
      if (state.phase !== "shown") set({ phase: "failed", items: [] });
    } finally {
      isLoading = false;
    }
  }

  return { state: () => state, subscribe: listeners.add, load: () => void load() };
}
