import { createListeners } from "../basics/listeners";
import type { ChatAccess } from "../storage/chatRecord";

/** What thank-you pages show of the feedback that was given last on this page. */
export interface Ending {
  /** The number by which staff find it. */
  reference: string;
  /** The address of its live results, once the server has stored it. */
  results?: string;
  /** The chat that the end of its flow offers, once the server has stored it. */
  chat?: ChatOffer;
}

/** A chat that the visitor can begin (docs/api.md#beginning-a-chat). */
export interface ChatOffer {
  nodeId: string;
  /** Where it is begun, and the token that allows it. */
  url: string;
  token: string;
  open(access: ChatAccess): void;
}

const listeners = createListeners();
let present: Ending | undefined;

/** Notes that a complete feedback is sent or kept. */
export function noteEnding(ending: Ending): void {
  present = ending;
  listeners.notify();
}

/** Notes that the server has stored the feedback that was noted last, with its response. */
export function noteStored(
  apiBase: string,
  { id, chat_start_token: token }: { id?: string; chat_start_token?: string },
  offer: Pick<ChatOffer, "nodeId" | "open">,
): void {
  if (!present || !id) return;
  const url = `${apiBase}/v1/feedbacks/${id}`;
  noteEnding({
    ...present,
    results: `${url}/live_results`,
    ...(token && { chat: { ...offer, url: `${url}/chat`, token } }),
  });
}

/** Returns what is known of the feedback that was given last; `undefined` before, and in previews. */
export function presentEnding(): Ending | undefined {
  return present;
}

/** Calls `listener` after each change. Returns a function that removes the listener. */
export const watchEnding = listeners.add;
