import type { ChatAccess } from "../chat/access";
import { postToHost } from "./hostMessages";

/** The ways out of the page. The widget's frame has its own. */
export interface Outlets {
  /** Tells the host page. */
  postToHost(message: `PSN_${string}`, data: object): void;
  /** The flow has come to its chat, which opens soon: what it needs may be loaded meanwhile. */
  expectChat?(): void;
  /** Leaves the flow for its chat. */
  openChat(access: ChatAccess): void;
}

/** Those of a page of its own. */
export const pageOutlets: Outlets = {
  postToHost,
  openChat({ feedbackId, token }) {
    const query = new URLSearchParams({ feedback_id: feedbackId, token });
    window.location.assign(`/chat?${query}`);
  },
};
