import type { Boot } from "../boot";
import type { ChatAccess } from "../chat/access";
import { messageKeyOf } from "../errors/pulsenError";
import { createListeners } from "../listeners";
import { activeChat, keepActiveChat, leaveActiveChat } from "../storage/chatRecords";
import type { Content } from "./content";
import { loadChat, loadFlow } from "./loadContent";
import type { LoaderConnection } from "./loaderConnection";

/** The current content of the frame. */
export interface FrameContent {
  current(): Content;
  /** Calls `listener` after each change. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /** Leaves the chat and starts the flow again. */
  startNew(): void;
}

/** Shows the visitor's active chat, or the flow if there is none. */
export function startContent(boot: Boot, loader: LoaderConnection): FrameContent {
  const nodeId = boot.node?.id ?? boot.widget?.node_id ?? "";
  const listeners = createListeners();
  let content: Content = { kind: "waiting" };

  function show(next: Content) {
    if (content.kind === "flow") content.stop();
    content = next;
    listeners.notify();
  }

  async function showLoaded(loading: Promise<Content>) {
    try {
      show(await loading);
    } catch (error) {
      console.error("The widget could not be shown:", error);
      show({ kind: "error", messageKey: messageKeyOf(error) });
    }
  }

  const showChat = (access: ChatAccess, flowLanguage?: string) =>
    showLoaded(loadChat(boot, loader, access, flowLanguage));
  const showFlow = () =>
    showLoaded(
      loadFlow(boot, loader, (access, flowLanguage) => {
        keepActiveChat(nodeId, access);
        void showChat(access, flowLanguage);
      }),
    );

  const chat = activeChat(nodeId);
  void (chat ? showChat(chat) : showFlow());

  return {
    current: () => content,
    subscribe: listeners.add,
    startNew() {
      if (content.kind === "chat") content.run.send({ type: "leave" });
      leaveActiveChat(nodeId);
      show({ kind: "waiting" });
      void showFlow();
    },
  };
}
