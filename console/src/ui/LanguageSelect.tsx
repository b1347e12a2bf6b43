import { LANGUAGES, type Language } from "../texts/languages";
import { useLanguage, useText } from "../texts/TextsProvider";

/** Chooses the language of the console in this browser. */
export function LanguageSelect() {
  const text = useText();
  const { language, choose } = useLanguage();
  return (
    <select
      className="language-select"
      aria-label={text("language")}
      value={language}
      onChange={(event) => choose(event.target.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
