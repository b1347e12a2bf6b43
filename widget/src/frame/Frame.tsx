import { type ReactNode, use, useLayoutEffect } from "react";
import { useStore } from "../basics/useStore";
import type { Boot } from "../boot/boot";
import { ErrorBoundary } from "../errors/ErrorBoundary";
import { ErrorPage } from "../errors/ErrorPage";
import { AlreadyGiven } from "../shell/AlreadyGiven";
import { Unavailable } from "../shell/Unavailable";
import { useDocumentLanguage } from "../shell/useDocument";
import { Waiting } from "../shell/Waiting";
import { loadCatalog, type TextKey } from "../texts/catalog";
import { LanguageContext, useText } from "../texts/useText";
import type { Content } from "./content";
import { FrameChat } from "./FrameChat";
import { FrameFlow } from "./FrameFlow";
import { FramePrevious } from "./FramePrevious";
import { FrameShell } from "./FrameShell";
import { focusEdge } from "./focusOrder";
import type { FrameContent } from "./frameContent";
import type { LoaderConnection } from "./loaderConnection";
import { PreviousContext } from "./PreviousButton";
import { useHostLanguage } from "./useHostLanguage";
import { useReportedPageState } from "./useReportedPageState";

interface Props {
  boot: Boot;
  loader: LoaderConnection;
  content: FrameContent;
  /** The language of the texts until the content has loaded. */
  language: string;
}

/**
 * The content frame of the widget: the flow, the chat, the list of previous feedbacks, or a message instead. What fails in it
 * leaves header and close button.
 */
export function Frame({ boot, loader, content, language }: Props) {
  const current = useStore(content.subscribe, content.current);
  const unread = useStore(content.subscribe, content.unreadElsewhere);
  const hasPrevious = useStore(content.subscribe, content.hasPrevious);
  // A layout effect, so that `ready` is sent before the messages of all other effects.
  useLayoutEffect(() => {
    loader.ready();
    content.announceChats();
  }, [loader, content]);
  useRestoredFocus(current.kind);
  const failed = (messageKey: TextKey) => (
    <StatusFrame boot={boot} loader={loader} language={language}>
      <Status content={{ kind: "error", messageKey }} />
    </StatusFrame>
  );
  return (
    <PreviousContext
      value={hasPrevious && current.kind !== "previous" ? { show: content.showPrevious, unread } : undefined}
    >
      <ErrorBoundary
        shown={current}
        fallback={failed}
        report={current.kind === "flow" ? current.run.report : undefined}
      >
        <FrameBody boot={boot} loader={loader} content={content} language={language} current={current} />
      </ErrorBoundary>
    </PreviousContext>
  );
}

function FrameBody({ boot, loader, content, language, current }: Props & { current: Content }) {
  switch (current.kind) {
    case "flow":
      return (
        <FrameFlow
          boot={boot}
          loader={loader}
          run={current.run}
          uploads={current.uploads}
          notices={current.notices}
          content={content}
        />
      );
    case "chat":
      return (
        <FrameChat
          boot={boot}
          loader={loader}
          content={current}
          onNew={content.canStartNew() ? content.startNew : undefined}
        />
      );
    case "previous":
      return <FramePrevious boot={boot} loader={loader} content={content} shown={current} />;
    default:
      return (
        <StatusFrame boot={boot} loader={loader} language={language}>
          <Status content={current} />
        </StatusFrame>
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

/** A frame with a message. */
function StatusFrame({
  boot,
  loader,
  language: first,
  children,
}: Omit<Props, "content"> & { children: ReactNode }) {
  const language = useHostLanguage(loader, loadCatalog) ?? first;
  useDocumentLanguage(language);
  useReportedPageState(loader, null);
  return (
    <LanguageContext value={language}>
      <FrameShell boot={boot} loader={loader}>
        {children}
      </FrameShell>
    </LanguageContext>
  );
}

function Status({ content }: { content: Content }) {
  const text = useText();
  const language = use(LanguageContext);
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
