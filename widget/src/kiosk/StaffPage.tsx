import { useEffect, useState, useSyncExternalStore } from "react";
import { exportRefused } from "../outbox/exportRefused";
import { useOutboxText } from "../outbox/texts/catalog";
import { deviceId } from "../storage/visitor";
import { useText } from "../texts/useText";
import { FOR_STAFF } from "./lockPage";
import type { Queue } from "./queue";
import { useKioskText } from "./texts/catalog";

interface Props {
  queue: Queue;
  onBack(): void;
  onLeave(): void;
}

/** What staff see behind the PIN: how much waits, what could not be sent, and the way out. */
export function StaffPage({ queue, onBack, onLeave }: Props) {
  const text = useKioskText();
  const outboxText = useOutboxText();
  const pageText = useText();
  const { waiting, refused } = useSyncExternalStore(queue.subscribe, queue.summary);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(exportRefused(refused));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [refused]);
  return (
    <main className="card kiosk__card" {...{ [FOR_STAFF]: "" }}>
      <div className="elements">
        <div>
          <h1 className="field__label">{text("staff")}</h1>
          <p className="kiosk__counts" role="status">
            {outboxText("waiting", { count: waiting })}
            <br />
            {outboxText("refused", { count: refused.length })}
          </p>
          <p className="kiosk__device" translate="no">
            <bdi>{deviceId()}</bdi>
          </p>
        </div>
        {refused.length > 0 && (
          <div className="kiosk__acts">
            <a className="button button--secondary" href={url} download="feedback.json">
              <span className="button__label">{outboxText("download")}</span>
            </a>
            <button
              type="button"
              className="button button--secondary"
              onClick={() => void queue.removeRefused()}
            >
              <span className="button__label">{outboxText("delete")}</span>
            </button>
          </div>
        )}
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
