import { useEffect } from "react";
import type { Boot } from "../boot/boot";
import { Brand } from "../shell/Brand";
import { HomeLink } from "../shell/HomeLink";
import { CloseIcon } from "../shell/icons";
import { PoweredBy } from "../shell/PoweredBy";
import { useDocumentLanguage, usePageState } from "../shell/useDocument";
import { isInApplication } from "../surroundings/application";
import { closeWebView } from "../surroundings/closeWebView";
import { LanguageContext, useText } from "../texts/useText";
import { applyTheme } from "../theme/applyTheme";
import { ChatThread } from "./ChatThread";
import type { ChatRun } from "./connection/chatRun";
import { useChat } from "./connection/useChat";
import { EndChat } from "./parts/EndChat";
import { useChatLanguage } from "./texts/useChatLanguage";

interface Props {
  run: ChatRun;
  /** The language that the address asks for. */
  requestedLanguage: string | null;
  /** The language of a chat whose feedback has none. */
  fallbackLanguage: string;
  /** What it says of the provider's site. */
  boot: Pick<Boot, "site_url" | "home">;
}

/** A chat on a page of its own. */
export function ChatPage({ run, requestedLanguage, fallbackLanguage, boot }: Props) {
  const { detail } = useChat(run);
  const chatLanguage = useChatLanguage(detail, requestedLanguage, fallbackLanguage);
  const language = chatLanguage ?? fallbackLanguage;
  const node = detail?.node;
  usePageState("chat");
  useDocumentLanguage(language);
  useEffect(() => {
    if (node?.name) document.title = node.name;
    if (node?.primary_color) applyTheme(document.documentElement, node.primary_color);
  }, [node?.name, node?.primary_color]);

  return (
    <LanguageContext value={language}>
      {node?.css_url_react && <link rel="stylesheet" href={node.css_url_react} />}
      <header className="top">
        <Brand name={node?.name ?? undefined} logoUrl={node?.logo_url} />
        <span className="top__actions">
          <EndChat run={run} />
          {isInApplication() && <CloseWebView />}
        </span>
      </header>
      <main className="card">
        <ChatThread run={run} isWaiting={!chatLanguage} wayOn={<HomeLink boot={boot} />} />
      </main>
      {node && node.branding !== false && (
        <footer className="bottom">
          <PoweredBy siteUrl={boot.site_url} language={language} isLarge={false} />
        </footer>
      )}
    </LanguageContext>
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
