import { useSyncExternalStore } from "react";
import type { ChatState } from "../timeline/timeline";
import type { ChatRun } from "./chatRun";

/** Returns the current state of a chat. */
export function useChat(run: ChatRun): ChatState {
  return useSyncExternalStore(run.subscribe, run.state);
}
