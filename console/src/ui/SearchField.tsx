import { Search, X } from "lucide-react";
import { type KeyboardEvent, type Ref, useId } from "react";
import { useText } from "../texts/TextsProvider";

interface Props {
  /** Stands in the empty field, too. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter was pressed. */
  onSubmit?: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A field to search in. Escape clears it. */
export function SearchField({ label, value, onChange, onSubmit, inputRef }: Props) {
  const text = useText();
  const id = useId();
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && onSubmit) onSubmit(value);
    else if (event.key === "Escape" && value !== "") onChange("");
    else return;
    event.preventDefault();
    // An Escape that clears it closes nothing else.
    event.stopPropagation();
  };
  return (
    <div className="field search-field">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        <Search className="icon search-field__icon" aria-hidden />
        <input
          id={id}
          type="search"
          className="field__input"
          placeholder={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={press}
          ref={inputRef}
        />
        {value !== "" && (
          <button
            type="button"
            className="search-field__clear"
            aria-label={text("clear_search")}
            // Escape does the same.
            tabIndex={-1}
            onClick={() => {
              onChange("");
              document.getElementById(id)?.focus();
            }}
          >
            <X className="icon" aria-hidden />
          </button>
        )}
      </div>
    </div>
  );
}
