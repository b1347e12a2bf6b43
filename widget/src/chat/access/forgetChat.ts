import { forgetKeptChat } from "../../storage/nodeHistory";
import { storedTokens, storeTokens } from "./chatAccess";
import { keptDraft } from "./draft";

/** Removes what this tab and this browser keep of a chat. */
export function forgetChat(feedbackId: string): void {
  const { [feedbackId]: _, ...others } = storedTokens();
  storeTokens(others);
  keptDraft(feedbackId).write("");
  forgetKeptChat(feedbackId);
}
