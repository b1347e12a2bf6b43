import type { ReactNode } from "react";
import type { Boot } from "../boot/boot";
import { adoptStyles } from "../theme/adoptStyles";
import type { ChatAccess } from "./access/chatAccess";
import { ChatPage } from "./ChatPage";
import { openChat } from "./connection/chatRun";
import styles from "./styles/index.css?inline";
import { loadChatTexts } from "./texts/useChatLanguage";

export { ChatThread } from "./ChatThread";
export { type ChatRun, openChat } from "./connection/chatRun";
export { useChat } from "./connection/useChat";
export { EndChat } from "./parts/EndChat";
/** The entry point of the chat and of the list of chats, which are one script of their own. */
export { PreviousFeedbacks } from "./previousFeedbacks/PreviousFeedbacks";
export { createPreviousList } from "./previousFeedbacks/previousList";
export { loadChatTexts, useChatLanguage } from "./texts/useChatLanguage";

adoptStyles(styles);

/** Prepares a chat on a page of its own. */
export async function prepareChatPage(boot: Boot, access: ChatAccess): Promise<ReactNode> {
  const isVisible = () => document.visibilityState === "visible";
  const run = openChat(boot.api_base, access, isVisible());
  document.addEventListener("visibilitychange", () => run.send({ type: "watched", watched: isVisible() }));
  await loadChatTexts(boot.language);
  return <ChatPage run={run} boot={boot} />;
}
