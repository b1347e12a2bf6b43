import type { ChatRun } from "../chat";
import type { LoaderConnection } from "./loaderConnection";

/** Informs the chat whether it is visible, and the loader about the number of unread replies. */
export function watchChat(run: ChatRun, loader: LoaderConnection): void {
  let reported = 0;
  run.subscribe(() => {
    const { unread } = run.state();
    if (unread === reported) return;
    reported = unread;
    loader.send({ type: "chat_state", unread });
  });
  loader.listen((message) => {
    if (message.type === "visibility") run.send({ type: "watched", watched: message.open });
  });
}
