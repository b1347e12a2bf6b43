import type { LanguageView } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { LanguageDropdown } from "./LanguageDropdown";
import { LanguageModal } from "./LanguageModal";

/** What every form of the selector gets. */
export interface LanguageChoice {
  languages: LanguageView[];
  current: LanguageView;
  onPick: (code: string) => void;
}

interface Props {
  languages: LanguageView[];
  /** Code of the present language. */
  language: string;
  /** `modal`, `dropdown_up`, `dropdown_down` (the default). */
  style: string | null | undefined;
  onPick: (code: string) => void;
}

/**
 * Lets the visitor pick another language: with two a button that names the other one, with more a selector in
 * the node's style (specification, section 2.4).
 *
 * @throws {PulsenError} for a style that does not exist.
 */
export function LanguageSelector({ languages, language, style, onPick }: Props) {
  const current = languages.find(({ code }) => code === language) ?? languages[0];
  if (!current || languages.length < 2) return null;
  if (languages.length === 2) {
    const other = languages.find((one) => one !== current) ?? current;
    return (
      <button type="button" className="quiet-button" lang={other.code} onClick={() => onPick(other.code)}>
        {other.name}
      </button>
    );
  }
  const choice = { languages, current, onPick };
  switch (style ?? "dropdown_down") {
    case "modal":
      return <LanguageModal {...choice} />;
    case "dropdown_up":
      return <LanguageDropdown {...choice} opens="up" />;
    case "dropdown_down":
      return <LanguageDropdown {...choice} opens="down" />;
    default:
      throw new PulsenError(`Unknown language selector style: ${style}`);
  }
}
