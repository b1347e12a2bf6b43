import { useStore } from "../basics/useStore";
import { useOutboxText } from "../outbox/texts/catalog";
import { useText } from "../texts/useText";
import { FOR_STAFF } from "./kioskPage";
import { onKioskChange, readKiosk } from "./kioskRecord";
import type { OutboxPart, Queue } from "./queue";
import { useKioskText } from "./texts/catalog";

interface Props {
  queue: Queue;
  part: OutboxPart;
  onBack(): void;
  onLeave(): void;
}

const readDeviceHash = () => readKiosk().deviceHash;

/** What staff see behind the PIN: how much waits, what could not be sent, and the way out. */
export function StaffPage({ queue, part: { LazyRefused }, onBack, onLeave }: Props) {
  const text = useKioskText();
  const outboxText = useOutboxText();
  const pageText = useText();
  const { waiting, refused } = useStore(queue.subscribe, queue.summary);
  const deviceHash = useStore(onKioskChange, readDeviceHash);
  return (
    <main className="card kiosk__card" {...{ [FOR_STAFF]: "" }}>
      <div className="elements">
        <div>
          <h1 className="field__label">{text("staff")}</h1>
          <p className="kiosk__counts" role="status">
            <span>{outboxText("waiting", { count: waiting })}</span>
            <br />
            <span>{outboxText("refused", { count: refused.length })}</span>
          </p>
          {deviceHash && (
            <p className="kiosk__device" translate="no">
              <bdi>{deviceHash}</bdi>
            </p>
          )}
        </div>
        <LazyRefused refused={refused} kept={queue} />
        <div className="kiosk__acts">
          <button type="button" className="button button--secondary" onClick={onBack}>
            <span className="button__label">{pageText("back")}</span>
          </button>
          <button type="button" className="button" onClick={onLeave}>
            <span className="button__label">{text("leave")}</span>
          </button>
        </div>
      </div>
    </main>
  );
}
