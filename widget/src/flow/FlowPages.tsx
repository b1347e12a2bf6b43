import { useEffect, useRef, useState } from "react";
import type { FeedbackNode } from "../boot";
import type { View } from "../engine/types";
import { useCustomCss } from "../theme/useCustomCss";
import type { Send } from "./flowRun";
import { Page } from "./Page";
import { ThankYou } from "./ThankYou";

interface Props {
  node: FeedbackNode | null;
  view: View;
  /** Which of the visitors, one after the other, it is shown to. */
  round: number;
  send: Send;
}

/** The present page of a flow, in the node's style and its own. */
export function FlowPages({ node, view, round, send }: Props) {
  const key = `${round} ${view.stateId ?? view.style}`;
  const page = usePageChange(key);
  // It was waited for long enough: it is there at once, and only those that follow arrive.
  const [first] = useState(key);
  const className = key === first ? "page" : "page page--following";
  useCustomCss(view.css);
  return (
    <>
      {node?.css_url_react && <link rel="stylesheet" href={node.css_url_react} />}
      {view.cssUrl && <link rel="stylesheet" href={view.cssUrl} />}
      <section className={className} key={key} ref={page} tabIndex={-1} aria-label={pageName(view)}>
        {view.style === "thank_you" ? <ThankYou view={view} send={send} /> : <Page view={view} send={send} />}
      </section>
    </>
  );
}

/**
 * Takes the visitor along when the page changes: to its top, and the focus to its section, so that a screen
 * reader says its name. Not for the first page: nobody asked to be moved there.
 */
function usePageChange(key: string) {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    // In the widget's frame a part of the page scrolls, elsewhere the page.
    (section.current?.closest(".frame__body") ?? window).scrollTo(0, 0);
    section.current?.focus({ preventScroll: true });
  }, [key]);
  return section;
}

/** The page's own title, or else the first thing it says. */
function pageName({ title, elements }: View): string | undefined {
  return title ?? elements.find(({ text }) => text)?.text;
}
