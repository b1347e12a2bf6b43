import type { ChatRun } from "../chat";
import type { Host } from "./host";

/** Tells a chat whether the visitor sees it, and the launcher how many replies wait while they do not. */
export function watchChat(run: ChatRun, host: Host): void {
  let told = 0;
  run.subscribe(() => {
    const { unread } = run.state();
    if (unread === told) return;
    told = unread;
    host.send({ type: "chat_state", unread });
  });
  host.listen((message) => {
    if (message.type === "visibility") run.send({ type: "watched", watched: message.open });
  });
}
