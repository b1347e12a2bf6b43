import { useEffect, useRef, useState } from "react";
import type { Boot } from "../boot";
import type { View } from "../engine/types";
import { LanguageSelector } from "../language/LanguageSelector";
import { BackButton } from "../shell/BackButton";
import { Brand } from "../shell/Brand";
import { PoweredBy } from "../shell/PoweredBy";
import { useDocument } from "../shell/useDocument";
import { loadCatalogue } from "../texts/catalogue";
import { LanguageContext } from "../texts/useText";
import { useCustomCss } from "../theme/useCustomCss";
import type { FlowRun } from "./flowRun";
import { Page } from "./Page";
import { ThankYou } from "./ThankYou";
import { useFlow } from "./useFlow";

/** A flow on a page of its own: the node's name, the present page, and the languages to choose from. */
export function FlowScreen({ boot, run }: { boot: Boot; run: FlowRun }) {
  const { node } = boot;
  const view = useFlow(run);
  const page = usePageChange(view);
  const showsBack = useSettled(view.canGoBack, !view.moving && !view.submitting);
  const isThanks = view.style === "thank_you";
  useDocument(view, node?.name);
  useCustomCss(view.css);

  const pickLanguage = async (code: string) => {
    // The texts first: then the flow's words and ours change at once.
    await loadCatalogue(code);
    run.send({ type: "language", code });
  };

  return (
    <LanguageContext value={view.language}>
      {node?.favicon_url && <link rel="icon" href={node.favicon_url} />}
      {node?.css_url_react && <link rel="stylesheet" href={node.css_url_react} />}
      {view.cssUrl && <link rel="stylesheet" href={view.cssUrl} />}
      <header className="top">
        <Brand name={node?.name} logoUrl={node?.logo_url} />
        <LanguageSelector
          languages={view.languages}
          language={view.language}
          style={node?.language_selector_style}
          onPick={pickLanguage}
        />
      </header>
      <main className="card">
        {showsBack && <BackButton isOff={!view.canGoBack} onBack={() => run.send({ type: "back" })} />}
        <section className="page" key={pageKey(view)} ref={page} tabIndex={-1} aria-label={pageName(view)}>
          {isThanks ? <ThankYou view={view} send={run.send} /> : <Page view={view} send={run.send} />}
        </section>
      </main>
      {node?.branding !== false && (
        <footer className="bottom">
          <PoweredBy siteUrl={boot.site_url} language={view.language} large={isThanks} />
        </footer>
      )}
    </LanguageContext>
  );
}

/**
 * Takes the visitor along when the page changes: to its top, and the focus to its section, so that a screen
 * reader says its name. Not for the first page: nobody asked to be moved there.
 */
function usePageChange(view: View) {
  const section = useRef<HTMLElement>(null);
  const key = pageKey(view);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    window.scrollTo(0, 0);
    section.current?.focus({ preventScroll: true });
  }, [key]);
  return section;
}

/** The last value of a settled time: while the page is busy, nothing on it comes, goes, or moves. */
function useSettled<T>(value: T, isSettled: boolean): T {
  const [settled, setSettled] = useState(value);
  if (isSettled && settled !== value) setSettled(value);
  return isSettled ? value : settled;
}

function pageKey({ stateId, style }: View): string {
  return stateId ?? style;
}

/** The page's own title, or else the first thing it says. */
function pageName({ title, elements }: View): string | undefined {
  return title ?? elements.find(({ text }) => text)?.text;
}
