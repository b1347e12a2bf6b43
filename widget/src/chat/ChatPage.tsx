import { useEffect } from "react";
import type { Boot } from "../boot/boot";
import { HomeLink } from "../shell/HomeLink";
import { CloseIcon } from "../shell/icons";
import { useDocumentLanguage, usePageState } from "../shell/useDocument";
import { isInApplication } from "../surroundings/application";
import { closeWebView } from "../surroundings/closeWebView";
import { useText } from "../texts/useText";
import { ChatShell } from "./ChatShell";
import { ChatThread } from "./ChatThread";
import type { ChatRun } from "./connection/chatRun";
import { useChat } from "./connection/useChat";
import { EndChat } from "./parts/EndChat";
import { useChatLanguage } from "./texts/useChatLanguage";

interface Props {
  run: ChatRun;
  /** Its language is that of a chat whose feedback has none. */
  boot: Pick<Boot, "node" | "site_url" | "home" | "language" | "url_language">;
}

/** A chat on a page of its own. */
export function ChatPage({ run, boot }: Props) {
  const chatLanguage = useChatLanguage(useChat(run).detail, boot.url_language, boot.language);
  const language = chatLanguage ?? boot.language;
  const name = boot.node?.name;
  usePageState("chat");
  useDocumentLanguage(language);
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);

  const actions = (
    <>
      <EndChat run={run} />
      {isInApplication() && <CloseWebView />}
    </>
  );
  return (
    <ChatShell boot={boot} language={language} actions={actions}>
      <ChatThread run={run} isWaiting={!chatLanguage} wayOn={<HomeLink boot={boot} />} />
    </ChatShell>
  );
}

function CloseWebView() {
  const text = useText();
  return (
    <button type="button" className="icon-button" title={text("close")} onClick={closeWebView}>
      <CloseIcon />
      <span className="visually-hidden">{text("close")}</span>
    </button>
  );
}
