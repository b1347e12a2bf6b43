import type { FeedbackSender } from "../effects/feedbackSender";
import type { Outlets } from "../effects/outlets";
import type { SubmitResult } from "../engine/types";
import { watchOnlineStatus } from "../http/onlineStatus";
import type { FlowRun } from "./flowRun";

/** Tells the engine about the network, and sends what was kept without one: now, and whenever a network is back. */
export function connectOutbox(run: FlowRun, sender: FeedbackSender, outlets: Outlets): () => void {
  const sendStatus = (isOnline: boolean) => run.send({ type: isOnline ? "online" : "offline" });
  // Also while the browser claims to be offline: some claim that permanently.
  const sendOutbox = () => sender.sendOutbox((response) => openAwaitedChat(run, outlets, response));
  sendStatus(navigator.onLine);
  sendOutbox();
  return watchOnlineStatus(window, (isOnline) => {
    sendStatus(isOnline);
    if (isOnline) sendOutbox();
  });
}

/** Opens the chat of a visitor who completed the flow offline and still waits on its chat page. */
function openAwaitedChat(run: FlowRun, outlets: Outlets, response: unknown) {
  const { id, chat_token_string: token } = (response ?? {}) as SubmitResult;
  if (run.view().style === "chat" && id && token) outlets.openChat({ feedbackId: id, token });
}
