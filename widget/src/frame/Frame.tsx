import { type ReactNode, useLayoutEffect, useSyncExternalStore } from "react";
import type { Boot } from "../boot";
import { ErrorPage } from "../errors/ErrorPage";
import { AlreadyGiven } from "../shell/AlreadyGiven";
import { Unavailable } from "../shell/Unavailable";
import { Waiting } from "../shell/Waiting";
import { LanguageContext, useText } from "../texts/useText";
import type { Content } from "./content";
import { FrameChat } from "./FrameChat";
import { FrameFlow } from "./FrameFlow";
import { FrameShell } from "./FrameShell";
import { focusEdge } from "./focusOrder";
import type { FrameContent } from "./frameContent";
import type { LoaderConnection } from "./loaderConnection";
import { useReportedPageState } from "./useReportedPageState";

interface Props {
  boot: Boot;
  loader: LoaderConnection;
  content: FrameContent;
  /** The language of the texts until the content has loaded. */
  language: string;
}

/** The content frame of the widget: the flow, the chat, or a message instead of either. */
export function Frame({ boot, loader, content, language }: Props) {
  const current = useSyncExternalStore(content.subscribe, content.current);
  // A layout effect, so that `ready` is sent before the messages of all other effects.
  useLayoutEffect(() => {
    loader.send({ type: "ready" });
  }, [loader]);
  useRestoredFocus(current.kind);
  switch (current.kind) {
    case "flow":
      return <FrameFlow boot={boot} loader={loader} run={current.run} uploads={current.uploads} />;
    case "chat":
      return <FrameChat boot={boot} loader={loader} content={current} onNew={content.startNew} />;
    default:
      return (
        <LanguageContext value={language}>
          <StatusFrame boot={boot} loader={loader}>
            <Status content={current} language={language} />
          </StatusFrame>
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
function StatusFrame({ boot, loader, children }: Pick<Props, "boot" | "loader"> & { children: ReactNode }) {
  useReportedPageState(loader, null);
  return (
    <FrameShell boot={boot} loader={loader}>
      {children}
    </FrameShell>
  );
}

function Status({ content, language }: { content: Content; language: string }) {
  const text = useText();
  switch (content.kind) {
    case "unavailable":
      return <Unavailable unavailable={content.unavailable} language={language} as="div" />;
    case "already_given":
      return <AlreadyGiven as="div" />;
    case "error":
      return <ErrorPage messageKey={content.messageKey} as="div" />;
    default:
      return <Waiting isTextHidden>{text("loading")}</Waiting>;
  }
}
