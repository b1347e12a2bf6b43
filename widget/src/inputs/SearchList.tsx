import { ContentText, useContentLanguage } from "../texts/ContentText";
import { useQuestionText } from "../texts/useQuestionText";
import type { SearchOption } from "./useSearchSelect";

interface Props {
  id: string;
  options: SearchOption[];
  /** The position of the option that the keys are at. */
  active: number;
  selected: readonly string[];
  multiSelect: boolean;
  onPick: (option: SearchOption) => void;
}

/** The list of a dropdown with search. Its options are reached by the keys of the input, so that they take no focus. */
export function SearchList({ id, options, active, selected, multiSelect, onPick }: Props) {
  const text = useQuestionText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a press leaves the focus in the input.
    // biome-ignore lint/a11y/noStaticElementInteractions: a press leaves the focus in the input.
    <div className="search-list" onMouseDown={(event) => event.preventDefault()}>
      {options.length === 0 && (
        <p className="search-list__empty" aria-hidden="true">
          {text("no_match")}
        </p>
      )}
      <div
        className="search-list__options"
        id={id}
        role="listbox"
        aria-label={text("options")}
        aria-multiselectable={multiSelect || undefined}
      >
        {options.map((option, at) => (
          <ListOption
            key={option.id}
            id={`${id}-${at}`}
            option={option}
            isActive={at === active}
            isSelected={selected.includes(option.id)}
            onPick={() => onPick(option)}
          />
        ))}
      </div>
    </div>
  );
}

interface ListOptionProps {
  id: string;
  option: SearchOption;
  isActive: boolean;
  isSelected: boolean;
  onPick: () => void;
}

/** An exclusive option stands apart, as in a checklist. */
function ListOption({ id, option, isActive, isSelected, onPick }: ListOptionProps) {
  const { label, imageUrl, isExclusive } = option;
  const names = [
    "search-option",
    isActive && "search-option--active",
    isExclusive && "search-option--exclusive",
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input.
    <div
      className={names.filter(Boolean).join(" ")}
      id={id}
      lang={useContentLanguage(label).lang}
      role="option"
      aria-selected={isSelected}
      onClick={onPick}
    >
      {imageUrl && <img className="search-option__image" src={imageUrl} alt="" />}
      <ContentText>{label}</ContentText>
      <svg className="search-option__check" viewBox="0 0 16 16" aria-hidden="true">
        <path d="m3 8.5 3.5 3.5L13 5" />
      </svg>
    </div>
  );
}
