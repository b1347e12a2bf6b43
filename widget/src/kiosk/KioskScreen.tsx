import { type ReactNode, useSyncExternalStore } from "react";
import type { Boot, PinHash } from "../boot";
import { useDocumentLanguage, usePageState } from "../shell/useDocument";
import { useTitle } from "../shell/useTitle";
import { LanguageContext } from "../texts/useText";
import { AttractPage } from "./AttractPage";
import { changeKiosk } from "./kioskRecord";
import type { Kiosk } from "./kioskRun";
import { OffPage } from "./OffPage";
import type { OutboxPart } from "./outboxPart";
import { PinPage } from "./PinPage";
import type { Queue } from "./queue";
import { StaffPage } from "./StaffPage";
import { VisitScreen } from "./VisitScreen";
import type { KioskVisit } from "./visit";

interface Props {
  boot: Boot;
  kiosk: Kiosk<KioskVisit>;
  pin: PinHash;
  queue: Queue;
  part: OutboxPart;
  /** Called while the press with which a visitor begins is handled. */
  onBegin(): void;
}

/** What a kiosk shows: a visitor's run, or a page between two of them. */
export function KioskScreen({ boot, kiosk, pin, queue, part, onBegin }: Props) {
  const phase = useSyncExternalStore(kiosk.subscribe, kiosk.phase);
  if (phase.kind === "visit") {
    return <VisitScreen key={kiosk.round()} boot={boot} visit={phase.visit} queue={queue} />;
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
