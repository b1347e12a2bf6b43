import type { LanguageChoice } from "./LanguageSelector";

/** One button per language, each named in its own words. */
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
