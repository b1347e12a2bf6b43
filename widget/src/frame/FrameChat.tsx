import { useEffect } from "react";
import type { Boot } from "../boot";
import { setDocumentLanguage } from "../shell/documentLanguage";
import { PoweredBy } from "../shell/PoweredBy";
import { usePageState } from "../shell/useDocument";
import { LanguageContext } from "../texts/useText";
import type { Content } from "./content";
import { FrameShell } from "./FrameShell";
import { hasBranding } from "./hasBranding";
import { fallbackLanguage } from "./loadContent";
import type { LoaderConnection } from "./loaderConnection";
import { useReportedPageState } from "./useReportedPageState";

interface Props {
  boot: Boot;
  loader: LoaderConnection;
  content: Extract<Content, { kind: "chat" }>;
  onNew: () => void;
}

/** The chat in the content frame, which replaces the header of the standalone chat. */
export function FrameChat({ boot, loader, content, onNew }: Props) {
  const { run, chatModule, flowLanguage } = content;
  const { ChatThread, EndChat, useChat, useChatLanguage } = chatModule;
  const fallback = flowLanguage ?? fallbackLanguage(boot, loader);
  const loadedLanguage = useChatLanguage(useChat(run).detail, flowLanguage, fallback);
  const language = loadedLanguage ?? fallback;
  useEffect(() => setDocumentLanguage(language), [language]);
  usePageState("chat");
  useReportedPageState(loader, "chat");

  // A visitor who may give feedback only once cannot start a new one.
  const allowsOne = boot.widget?.prevent_multiple_feedback || boot.node?.prevent_multiple_feedback;
  return (
    <LanguageContext value={language}>
      <FrameShell
        boot={boot}
        loader={loader}
        isFilled
        actions={<EndChat run={run} iconOnly />}
        footer={
          hasBranding(boot) && <PoweredBy siteUrl={boot.site_url} language={language} isLarge={false} />
        }
      >
        <ChatThread
          run={run}
          isWaiting={!loadedLanguage}
          takesFocus={flowLanguage !== undefined}
          {...(!allowsOne && { onNew })}
        />
      </FrameShell>
    </LanguageContext>
  );
}
