import type { Boot } from "../boot/boot";
import { LanguageSelector } from "../languageSelector/LanguageSelector";
import type { Kiosk } from "./kioskRun";
import { useKioskText } from "./texts/catalog";
import type { KioskVisit } from "./visit";

interface Props {
  boot: Boot;
  kiosk: Kiosk<KioskVisit>;
  /** The visitor has touched the screen, and the form is not there yet. */
  isBusy: boolean;
  onBegin(): void;
}

/** Waits for a visitor. A touch begins wherever it hits; the button is for keyboards and assistive technology. */
export function AttractPage({ boot: { node, flow }, kiosk, isBusy, onBegin }: Props) {
  const text = useKioskText();
  const { name, logo_url: logo } = node ?? {};
  const languages = (flow?.languages ?? []).map((code) => ({ code, name: code }));
  return (
    <>
      <header className="kiosk__top">
        <LanguageSelector
          languages={languages}
          language={kiosk.language()}
          style={node?.language_selector_style}
          onPick={(code) => void kiosk.pickLanguage(code).catch(console.error)}
        />
      </header>
      <main className="kiosk__attract">
        {logo ? (
          <img className="kiosk__logo" src={logo} alt="" />
        ) : (
          <span className="kiosk__initial" aria-hidden="true">
            {[...(name ?? "")][0]}
          </span>
        )}
        <h1 className="kiosk__name">{name}</h1>
        <button type="button" className="button kiosk__begin" aria-busy={isBusy} onClick={onBegin}>
          <span className="button__label">{text("begin")}</span>
          <span className="button__spinner" />
        </button>
      </main>
      {/* Without HTTPS no PIN can be checked. */}
      {isSecureContext && (
        <button
          type="button"
          className="icon-button kiosk__staff"
          aria-label={text("staff")}
          onClick={kiosk.askForPin}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
          </svg>
        </button>
      )}
    </>
  );
}
