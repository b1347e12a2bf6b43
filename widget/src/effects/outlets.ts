import type { FlowAnalyticsEvent } from "pulsen-loader/analytics";
import { type ChatAccess, chatAddress } from "../chat/access/chatAccess";
import { postToSurroundings } from "../surroundings/surroundings";

/** How a flow reaches what is outside its page: the host page and the chat. The widget's frame has its own way. */
export interface Outlets {
  /** Posts a message to the host page, or to the application, after a delay, or earlier if the visitor leaves. */
  postToHost(message: `PSN_${string}`, data: object, delayMs: number): void;
  /** Called shortly before `openChat`: what it needs can load in the meantime, and is there even if the visitor leaves now. */
  expectChat?(access: ChatAccess): void;
  openChat(access: ChatAccess): void;
  /** Brings an element into view, where another page scrolls. Absent: this one does. */
  showElement?(element: Element): void;
  /** Returns the address that the visitor gives feedback at, where it may change while the flow runs. */
  originUrl?(): string;
  /** Called when the visitor has given the one feedback that node or widget takes, in milliseconds since 1970. */
  feedbackGiven?(at: number): void;
  /** Passes on an analytics event. Absent where there is nobody to pass it on to. */
  reportAnalytics?(event: FlowAnalyticsEvent): void;
}

/** The outlets of a link page. */
export const pageOutlets: Outlets = {
  postToHost: postToSurroundings,
  openChat(access) {
    window.location.assign(chatAddress(access));
  },
};
