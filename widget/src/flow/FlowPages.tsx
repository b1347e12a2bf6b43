import { useEffect, useRef, useState } from "react";
import { useStore } from "../basics/useStore";
import type { FeedbackNode } from "../boot/boot";
import type { View } from "../engine/types";
import { PhoneCountryContext } from "../questions/phone/phoneCountry";
import type { FlowRun } from "../run/flowRun";
import { createNotices, type Notice, type Notices } from "../run/notices";
import { pageName } from "../shell/useDocument";
import { useCustomCss } from "../theme/useCustomCss";
import type { Uploads } from "../uploads/uploads";
import { UploadsContext } from "../uploads/uploadsContext";
import { EngineFailure } from "./EngineFailure";
import { Page } from "./Page";
import { ThankYou } from "./ThankYou";

interface Props {
  node: FeedbackNode | null;
  view: View;
  run: FlowRun;
  uploads: Uploads | undefined;
  notices?: Notices | undefined;
  /** Starts another feedback when one has been given. Absent where there is no other. */
  onNew?: (() => void) | undefined;
}

const NO_NOTICES = createNotices();

/** The current page of a flow, with the node's and its own style sheets. */
export function FlowPages({ node, view, run, uploads, notices = NO_NOTICES, onNew }: Props) {
  const { send } = run;
  const engine = useStore(run.subscribe, run.engine);
  const shown = useStore(notices.subscribe, notices.list);
  const noticesAt = (at: Notice["place"]) =>
    shown.filter(({ place }) => place === at).map(({ Content }) => <Content key={Content.displayName} />);
  // Here, because the first view is shown now.
  useEffect(() => run.startEngine(), [run]);
  // Each visitor gets a new page.
  const key = `${run.round()} ${view.stateId ?? view.style}`;
  const page = usePageChange(key);
  // The visitor has waited for the first page already: only later ones are animated.
  const [first] = useState(key);
  const className = key === first ? "page" : "page page--following";
  useCustomCss(view.css);
  return (
    <>
      {node?.css_url_react && <link rel="stylesheet" href={node.css_url_react} />}
      {view.cssUrl && <link rel="stylesheet" href={view.cssUrl} />}
      {noticesAt("above")}
      <section className={className} key={key} ref={page} tabIndex={-1} aria-label={pageName(view)}>
        <PhoneCountryContext value={node?.phone_country}>
          <UploadsContext value={uploads}>
            {view.style === "thank_you" ? (
              <ThankYou view={view} send={send} onNew={onNew} />
            ) : (
              <Page view={view} send={send} isAwaited={engine === "awaited"} />
            )}
          </UploadsContext>
        </PhoneCountryContext>
        {(engine === "failed" || engine === "retrying") && (
          <EngineFailure isRetrying={engine === "retrying"} onRetry={run.startEngine} />
        )}
      </section>
      {noticesAt("below")}
    </>
  );
}

/**
 * Scrolls to the top when the page changes and focuses its section, so that a screen reader announces it. The first
 * page leaves scroll position and focus alone.
 */
function usePageChange(key: string) {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    // In the widget something else scrolls (`frame/showInHost.ts`).
    window.scrollTo(0, 0);
    section.current?.focus({ preventScroll: true });
  }, [key]);
  return section;
}
