import type { ReactNode } from "react";
import type { Boot } from "../boot";
import { adoptStyles } from "../theme/adoptStyles";
import type { ChatAccess } from "./access";
import { ChatPage } from "./ChatPage";
import { openChat } from "./chatRun";
import styles from "./styles/index.css?inline";
import { loadChatTexts } from "./useChatLanguage";

/** The entry point of the chat and of the list of chats, which are one script of their own. */
export { PreviousFeedbacks } from "../previousFeedbacks/PreviousFeedbacks";
export { createPreviousList } from "../previousFeedbacks/previousList";
export { ChatThread } from "./ChatThread";
export { type ChatRun, openChat } from "./chatRun";
export { EndChat } from "./parts/EndChat";
export { useChat } from "./useChat";
export { loadChatTexts, useChatLanguage } from "./useChatLanguage";

adoptStyles(styles);

/** Prepares a chat on a page of its own. */
export async function prepareChatPage(boot: Boot, access: ChatAccess): Promise<ReactNode> {
  const isVisible = () => document.visibilityState === "visible";
  const run = openChat(boot.api_base, access, isVisible());
  document.addEventListener("visibilitychange", () => run.send({ type: "watched", watched: isVisible() }));
  const { language, url_language, site_url } = boot;
  await loadChatTexts(language);
  return (
    <ChatPage run={run} requestedLanguage={url_language} fallbackLanguage={language} siteUrl={site_url} />
  );
}
