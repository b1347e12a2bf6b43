import { useSyncExternalStore } from "react";
import type { ChatRun } from "./chatRun";
import type { ChatState } from "./timeline/timeline";

/** Returns the current state of a chat. */
export function useChat(run: ChatRun): ChatState {
  return useSyncExternalStore(run.subscribe, run.state);
}
