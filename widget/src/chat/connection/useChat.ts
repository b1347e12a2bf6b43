import { useStore } from "../../basics/useStore";
import type { ChatState } from "../timeline/timeline";
import type { ChatRun } from "./chatRun";

/** Returns the current state of a chat. */
export function useChat(run: ChatRun): ChatState {
  return useStore(run.subscribe, run.state);
}
