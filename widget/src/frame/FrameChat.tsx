import type { Boot } from "../boot/boot";
import { PoweredBy } from "../shell/PoweredBy";
import { useDocumentLanguage, usePageState } from "../shell/useDocument";
import { LanguageContext } from "../texts/useText";
import type { Content } from "./content";
import { FrameShell } from "./FrameShell";
import { hasBranding } from "./hasBranding";
import { fallbackLanguage } from "./loadContent";
import type { LoaderConnection } from "./loaderConnection";
import { useHostLanguage } from "./useHostLanguage";
import { useReportedPageState } from "./useReportedPageState";

interface Props {
  boot: Boot;
  loader: LoaderConnection;
  content: Extract<Content, { kind: "chat" }>;
  /** Starts a new feedback. Undefined while the visitor cannot give another one. */
  onNew: (() => void) | undefined;
}

/** The chat in the content frame, which replaces the header of the standalone chat. */
export function FrameChat({ boot, loader, content, onNew }: Props) {
  const { run, chatModule, flowLanguage } = content;
  const { ChatThread, EndChat, loadChatTexts, useChat, useChatLanguage } = chatModule;
  const hostLanguage = useHostLanguage(loader, loadChatTexts);
  const fallback = flowLanguage ?? fallbackLanguage(boot, loader);
  const loadedLanguage = useChatLanguage(useChat(run).detail, hostLanguage ?? flowLanguage, fallback);
  const language = loadedLanguage ?? fallback;
  useDocumentLanguage(language);
  usePageState("chat");
  useReportedPageState(loader, "chat");

  return (
    <LanguageContext value={language}>
      {boot.node?.css_url_react && <link rel="stylesheet" href={boot.node.css_url_react} />}
      <FrameShell
        boot={boot}
        loader={loader}
        isFilled
        actions={<EndChat run={run} />}
        footer={
          hasBranding(boot) && <PoweredBy siteUrl={boot.site_url} language={language} isLarge={false} />
        }
      >
        <ChatThread
          run={run}
          isWaiting={!loadedLanguage}
          takesFocus={flowLanguage !== undefined}
          onNew={onNew}
        />
      </FrameShell>
    </LanguageContext>
  );
}
