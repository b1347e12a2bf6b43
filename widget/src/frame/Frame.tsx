import { type ReactNode, useLayoutEffect, useSyncExternalStore } from "react";
import type { Boot } from "../boot";
import { ErrorPage } from "../errors/ErrorPage";
import { Waiting } from "../shell/Waiting";
import { LanguageContext, useText } from "../texts/useText";
import type { Content, FrameContent } from "./content";
import { FrameChat } from "./FrameChat";
import { FrameFlow } from "./FrameFlow";
import { FrameShell } from "./FrameShell";
import { focusEdge } from "./focusOrder";
import type { Host } from "./host";
import { usePageStateForHost } from "./usePageStateForHost";

interface Props {
  boot: Boot;
  host: Host;
  content: FrameContent;
  /** What to speak until the content says. */
  language: string;
}

/** The widget's content frame. */
export function Frame({ boot, host, content, language }: Props) {
  const current = useSyncExternalStore(content.subscribe, content.current);
  // From here on there is something to see and to focus. Before everything else that is told: those are effects.
  useLayoutEffect(() => {
    host.send({ type: "ready" });
  }, [host]);
  useKeptFocus(current.kind);
  switch (current.kind) {
    case "flow":
      return <FrameFlow boot={boot} host={host} run={current.run} />;
    case "chat":
      return <FrameChat boot={boot} host={host} content={current} onNew={content.startNew} />;
    default:
      return (
        <LanguageContext value={language}>
          <Plain boot={boot} host={host}>
            {current.kind === "error" ? <ErrorPage messageKey={current.messageKey} as="div" /> : <Loading />}
          </Plain>
        </LanguageContext>
      );
  }
}

/** What had the focus went with what was shown before: the keyboard is not left nowhere. */
function useKeptFocus(kind: Content["kind"]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is that something else is shown.
  useLayoutEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) focusEdge(document, "first");
  }, [kind]);
}

function Plain({ boot, host, children }: Pick<Props, "boot" | "host"> & { children: ReactNode }) {
  usePageStateForHost(host, null);
  return (
    <FrameShell boot={boot} host={host}>
      {children}
    </FrameShell>
  );
}

function Loading() {
  return <Waiting isSilent>{useText()("loading")}</Waiting>;
}
