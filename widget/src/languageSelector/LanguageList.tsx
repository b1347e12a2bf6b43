import type { LanguageChoice } from "./languageChoice";

/** A button for each language, with the name of the language in that language. */
export function LanguageList({ languages, current, onPick }: LanguageChoice) {
  return (
    <ul className="language-list">
      {languages.map(({ code, name }) => (
        <li key={code}>
          <button
            type="button"
            className="language-list__item"
            lang={code}
            aria-current={code === current.code}
            onClick={() => onPick(code)}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
