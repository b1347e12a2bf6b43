import { useEffect } from "react";
import type { Boot } from "../boot";
import { setDocumentLanguage } from "../shell/documentLanguage";
import { PoweredBy } from "../shell/PoweredBy";
import { usePageState } from "../shell/useDocument";
import { LanguageContext } from "../texts/useText";
import type { Content } from "./content";
import { FrameShell } from "./FrameShell";
import { hasBranding } from "./hasBranding";
import type { Host } from "./host";
import { usePageStateForHost } from "./usePageStateForHost";

interface Props {
  boot: Boot;
  host: Host;
  content: Extract<Content, { kind: "chat" }>;
  onNew: () => void;
}

/** The chat in the widget: its own header is the frame's. */
export function FrameChat({ boot, host, content, onNew }: Props) {
  const { run, part, fromFlow } = content;
  const { ChatThread, EndChat } = part;
  const likely = fromFlow ?? host.hello.language ?? "en";
  const known = part.useChatLanguage(part.useChat(run).detail, fromFlow, likely);
  const language = known ?? likely;
  useEffect(() => setDocumentLanguage(language), [language]);
  usePageState("chat");
  usePageStateForHost(host, "chat");

  // Where the server takes one feedback per visitor, there is no new one to begin.
  const takesOne = boot.widget?.prevent_multiple_feedback || boot.node?.prevent_multiple_feedback;
  return (
    <LanguageContext value={language}>
      <FrameShell
        boot={boot}
        host={host}
        isFilled
        actions={<EndChat run={run} look="sign" />}
        footer={hasBranding(boot) && <PoweredBy siteUrl={boot.site_url} language={language} large={false} />}
      >
        <ChatThread
          run={run}
          isWaiting={!known}
          takesFocus={fromFlow !== undefined}
          {...(!takesOne && { onNew })}
        />
      </FrameShell>
    </LanguageContext>
  );
}
