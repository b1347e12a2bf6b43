import type { ReactNode } from "react";
import type { Boot } from "../boot";
import { adoptStyles } from "../theme/adoptStyles";
import type { ChatAccess } from "./access";
import { ChatPage } from "./ChatPage";
import { openChat } from "./chatRun";
import styles from "./styles/index.css?inline";
import { loadChatTexts } from "./useChatLanguage";

/** The door to the chat, which is a file of its own. */
export { ChatThread } from "./ChatThread";
export { type ChatRun, openChat } from "./chatRun";
export { EndChat } from "./parts/EndChat";
export { useChat } from "./useChat";
export { loadChatTexts, useChatLanguage } from "./useChatLanguage";

adoptStyles(styles);

/** A chat on a page of its own. */
export async function prepareChatPage(boot: Boot, access: ChatAccess): Promise<ReactNode> {
  const run = openChat(boot.api_base, access, true);
  const likely = boot.language ?? "en";
  await loadChatTexts(likely);
  return <ChatPage run={run} asked={boot.language} likely={likely} />;
}
