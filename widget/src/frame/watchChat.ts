import type { ChatRun } from "../chat";
import type { Host } from "./host";

/** Informs the chat whether it is visible, and the loader about the number of unread replies. */
export function watchChat(run: ChatRun, host: Host): void {
  let reported = 0;
  run.subscribe(() => {
    const { unread } = run.state();
    if (unread === reported) return;
    reported = unread;
    host.send({ type: "chat_state", unread });
  });
  host.listen((message) => {
    if (message.type === "visibility") run.send({ type: "watched", watched: message.open });
  });
}
