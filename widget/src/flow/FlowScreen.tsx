import { type ComponentType, lazy, Suspense } from "react";
import { loadChunk } from "../basics/loadChunk";
import type { Boot } from "../boot/boot";
import { LanguageSelector } from "../languageSelector/LanguageSelector";
import type { FlowRun } from "../run/flowRun";
import type { Notices } from "../run/notices";
import { useFlow } from "../run/useFlow";
import { BackButton } from "../shell/BackButton";
import { Brand } from "../shell/Brand";
import { PoweredBy } from "../shell/PoweredBy";
import { useDocument } from "../shell/useDocument";
import { useFavicon } from "../shell/useFavicon";
import { LanguageContext } from "../texts/useText";
import type { Invitation } from "../unsubscribing/invitation";
import type { UnsubscribeProps } from "../unsubscribing/Unsubscribe";
import type { Uploads } from "../uploads/uploads";
import { FlowPages } from "./FlowPages";
import { IdleWarning } from "./IdleWarning";
import type { IdleTimer } from "./idleTimer";
import { pickLanguage } from "./pickLanguage";
import { useShowsBack } from "./useShowsBack";

interface Props {
  boot: Boot;
  run: FlowRun;
  idleTimer: IdleTimer;
  /** The invitation from which the visitor can unsubscribe. */
  invitation?: Invitation | undefined;
  /** Absent where the flow asks for no files. */
  uploads?: Uploads | undefined;
  notices?: Notices;
  /** Starts another feedback when one has been given. Absent where there is no other. */
  onNew?: (() => void) | undefined;
}

/** Few links offer it, so it is a chunk of its own. Where that does not arrive, the flow continues without it. */
const Unsubscribe = lazy(async (): Promise<{ default: ComponentType<UnsubscribeProps> }> => {
  try {
    const { Unsubscribe } = await loadChunk("unsubscribe", () => import("../unsubscribing/Unsubscribe"));
    return { default: Unsubscribe };
  } catch (error) {
    console.error(error);
    return { default: () => null };
  }
});

/** A flow on a link page. */
export function FlowScreen({ boot, run, idleTimer, uploads, invitation, notices, onNew }: Props) {
  const { node } = boot;
  const view = useFlow(run);
  const round = run.round();
  const showsBack = useShowsBack(view);
  useDocument(view, node?.name);
  useFavicon(node?.favicon_url);

  return (
    <LanguageContext value={view.language}>
      <header className="top">
        <Brand name={node?.name} logoUrl={node?.logo_url} />
        <LanguageSelector
          // A menu that one visitor left open is closed for the next.
          key={round}
          languages={view.languages}
          language={view.language}
          style={node?.language_selector_style}
          onPick={(code) => pickLanguage(run, code)}
        />
      </header>
      <main className="card">
        {showsBack && <BackButton isDisabled={!view.canGoBack} onBack={() => run.send({ type: "back" })} />}
        <FlowPages node={node} view={view} run={run} uploads={uploads} notices={notices} onNew={onNew} />
      </main>
      {(node?.branding !== false || invitation) && (
        <footer className="bottom">
          {node?.branding !== false && (
            <PoweredBy
              siteUrl={boot.site_url}
              language={view.language}
              isLarge={view.style === "thank_you"}
            />
          )}
          {invitation && (
            <Suspense>
              <Unsubscribe key={round} channel={invitation.channel} view={view} send={run.send} />
            </Suspense>
          )}
        </footer>
      )}
      <IdleWarning idleTimer={idleTimer} view={view} />
    </LanguageContext>
  );
}
