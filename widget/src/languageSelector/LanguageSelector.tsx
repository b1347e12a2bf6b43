import type { LanguageView } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { LanguageDropdown } from "./LanguageDropdown";
import { LanguageModal } from "./LanguageModal";
import { nativeName } from "./nativeName";

interface Props {
  languages: LanguageView[];
  /** The code of the current language. */
  language: string;
  /** `modal`, `dropdown_up`, `dropdown_down` (the default). */
  style: string | null | undefined;
  onPick: (code: string) => void;
}

/**
 * Lets the visitor change the language: with two languages a button with the name of the other one, with more a
 * selector in the node's style (docs/widget.md#language-selector).
 *
 * @throws {PulsenError} for an unknown style.
 */
export function LanguageSelector({ languages: offered, language, style, onPick }: Props) {
  const languages = offered.map((view) => ({ ...view, name: nativeName(view) }));
  const current = languages.find(({ code }) => isSameCode(code, language)) ?? languages[0];
  if (!current || languages.length < 2) return null;
  if (languages.length === 2) {
    const other = languages.find((candidate) => candidate !== current) ?? current;
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

/** Compares whole codes: `zh-hans` and `zh-tw` are different languages. */
function isSameCode(code: string, other: string): boolean {
  return code.toLowerCase() === other.toLowerCase();
}
