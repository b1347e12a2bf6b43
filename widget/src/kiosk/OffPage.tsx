import { useKioskText } from "./texts/catalog";

/** Staff have left kiosk mode. */
export function OffPage({ onStart }: { onStart(): void }) {
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
