import { type ReactNode, useState } from "react";
import { useStore } from "../basics/useStore";
import type { Boot, PinHash } from "../boot/boot";
import { ErrorBoundary } from "../errors/ErrorBoundary";
import { ErrorPage } from "../errors/ErrorPage";
import { FlowScreen } from "../flow/FlowScreen";
import { savedKey, useOutboxText } from "../outbox/texts/catalog";
import type { FlowRun } from "../run/flowRun";
import { createNotices } from "../run/notices";
import { useDocumentLanguage, usePageState } from "../shell/useDocument";
import { useTitle } from "../shell/useTitle";
import { LanguageContext } from "../texts/useText";
import { AttractPage } from "./AttractPage";
import { changeKiosk } from "./kioskRecord";
import type { Kiosk } from "./kioskRun";
import { PinPage } from "./PinPage";
import type { OutboxPart, Queue } from "./queue";
import { StaffPage } from "./StaffPage";
import { useKioskText } from "./texts/catalog";
import { type EndProps, VisitEnd } from "./VisitEnd";
import type { KioskVisit } from "./visit";

interface Props {
  boot: Boot;
  kiosk: Kiosk<KioskVisit>;
  pin: PinHash;
  queue: Queue;
  part: OutboxPart;
  /** How long the end of a flow is shown. */
  thankYouMs: number;
  /** Called while the press with which a visitor begins is handled. */
  onBegin(): void;
}

/** What a kiosk shows: a visitor's run, or a page between two of them. */
export function KioskScreen({ boot, kiosk, pin, queue, part, thankYouMs, onBegin }: Props) {
  const phase = useStore(kiosk.subscribe, kiosk.phase);
  if (phase.kind === "visit") {
    const end = { thankYouMs, onDone: kiosk.wait };
    return <VisitScreen key={kiosk.round()} boot={boot} visit={phase.visit} queue={queue} end={end} />;
  }
  const begin = () => {
    onBegin();
    void kiosk.begin();
  };
  const pinPage = (props: { isStart?: boolean; onBack?: () => void }) => (
    <PinPage
      pin={pin}
      onRight={() => {
        changeKiosk({ failures: 0 });
        kiosk.admit();
      }}
      {...props}
    />
  );
  const page = () => {
    switch (phase.kind) {
      case "start":
        return pinPage({ isStart: true });
      case "pin":
        return pinPage({ onBack: kiosk.wait });
      case "staff":
        return <StaffPage queue={queue} part={part} onBack={kiosk.wait} onLeave={kiosk.leave} />;
      case "off":
        return <OffPage onStart={kiosk.restart} />;
      default:
        return <AttractPage boot={boot} kiosk={kiosk} isBusy={phase.kind === "beginning"} onBegin={begin} />;
    }
  };
  return (
    <Between language={kiosk.language()} title={boot.node?.name ?? ""}>
      {page()}
    </Between>
  );
}

/** A page between two visitors. */
function Between({ language, title, children }: { language: string; title: string; children: ReactNode }) {
  useDocumentLanguage(language);
  useTitle(title);
  usePageState("normal");
  return (
    <LanguageContext value={language}>
      <div className="kiosk">{children}</div>
    </LanguageContext>
  );
}

interface VisitProps {
  boot: Boot;
  visit: KioskVisit;
  queue: Queue;
  end: Pick<EndProps, "thankYouMs" | "onDone">;
}

/** A visitor's run. What fails in it is gone with the visit. */
function VisitScreen({ boot, visit: { flow, run }, queue, end }: VisitProps) {
  // Not those of the run: they tell of other visitors' feedback.
  const [notices] = useState(() => {
    const own = createNotices();
    const Saved = () => <SavedNotice run={run} queue={queue} />;
    const End = () => <VisitEnd run={run} {...end} />;
    Saved.displayName = "SavedNotice";
    End.displayName = "VisitEnd";
    own.show({ place: "below", Content: Saved });
    own.show({ place: "below", Content: End });
    return own;
  });
  return (
    <ErrorBoundary report={run.report} fallback={(messageKey) => <ErrorPage messageKey={messageKey} />}>
      <FlowScreen boot={boot} run={run} idleTimer={flow.idleTimer} uploads={flow.uploads} notices={notices} />
    </ErrorBoundary>
  );
}

interface SavedProps {
  run: Pick<FlowRun, "view" | "subscribe">;
  queue: Pick<Queue, "kept" | "subscribe">;
}

/** Says at the end that this visitor's feedback could not be sent yet. */
export function SavedNotice({ run, queue }: SavedProps) {
  const text = useOutboxText();
  // What waited before the visit is another visitor's.
  const [others] = useState(queue.kept);
  const kept = useStore(queue.subscribe, queue.kept);
  const { style } = useStore(run.subscribe, run.view);
  const isShown = style === "thank_you" && kept.some((id) => !others.includes(id));
  return (
    <div className={isShown ? "kept" : ""} role="status">
      {isShown && <p>{text(savedKey())}</p>}
    </div>
  );
}

/** Staff have left kiosk mode. */
function OffPage({ onStart }: { onStart(): void }) {
  const text = useKioskText();
  return (
    <main className="card kiosk__card">
      <div className="elements">
        <h1 className="field__label">{text("off")}</h1>
        <div className="kiosk__acts">
          <button type="button" className="button" onClick={onStart}>
            <span className="button__label">{text("start")}</span>
          </button>
        </div>
      </div>
    </main>
  );
}
