import { type ReactNode, useLayoutEffect, useSyncExternalStore } from "react";
import type { Boot } from "../boot";
import { ErrorPage } from "../errors/ErrorPage";
import { Waiting } from "../shell/Waiting";
import { LanguageContext, useText } from "../texts/useText";
import type { Content } from "./content";
import { FrameChat } from "./FrameChat";
import { FrameFlow } from "./FrameFlow";
import { FrameShell } from "./FrameShell";
import { focusEdge } from "./focusOrder";
import type { FrameContent } from "./frameContent";
import type { Host } from "./host";
import { useReportedPageState } from "./useReportedPageState";

interface Props {
  boot: Boot;
  host: Host;
  content: FrameContent;
  /** The language of the texts until the content has loaded. */
  language: string;
}

/** The content frame of the widget: the flow, the chat, or a message instead of either. */
export function Frame({ boot, host, content, language }: Props) {
  const current = useSyncExternalStore(content.subscribe, content.current);
  // A layout effect, so that `ready` is sent before the messages of all other effects.
  useLayoutEffect(() => {
    host.send({ type: "ready" });
  }, [host]);
  useRestoredFocus(current.kind);
  switch (current.kind) {
    case "flow":
      return <FrameFlow boot={boot} host={host} run={current.run} />;
    case "chat":
      return <FrameChat boot={boot} host={host} content={current} onNew={content.startNew} />;
    default:
      return (
        <LanguageContext value={language}>
          <FrameMessage boot={boot} host={host}>
            {current.kind === "error" ? <ErrorPage messageKey={current.messageKey} as="div" /> : <Loading />}
          </FrameMessage>
        </LanguageContext>
      );
  }
}

/** Moves the focus into the new content if the focused element has disappeared with the previous one. */
function useRestoredFocus(kind: Content["kind"]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the kind of content changes.
  useLayoutEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) focusEdge(document, "first");
  }, [kind]);
}

/** A frame without a flow or a chat. */
function FrameMessage({ boot, host, children }: Pick<Props, "boot" | "host"> & { children: ReactNode }) {
  useReportedPageState(host, null);
  return (
    <FrameShell boot={boot} host={host}>
      {children}
    </FrameShell>
  );
}

function Loading() {
  return <Waiting isTextHidden>{useText()("loading")}</Waiting>;
}
