import type { ChatAccess } from "../chat/access";
import { postToHost } from "./hostMessages";

/** What a flow does beyond its own page. The widget's frame has its own implementation. */
export interface Outlets {
  /** Posts a message to the host page after a delay, or earlier if the visitor leaves. */
  postToHost(message: `PSN_${string}`, data: object, delayMs: number): void;
  /** The chat opens soon: its code may be loaded meanwhile. */
  expectChat?(): void;
  openChat(access: ChatAccess): void;
}

/** The outlets of a link page. */
export const pageOutlets: Outlets = {
  postToHost,
  openChat({ feedbackId, token }) {
    const query = new URLSearchParams({ feedback_id: feedbackId, token });
    window.location.assign(`/chat?${query}`);
  },
};
