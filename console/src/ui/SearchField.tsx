import { Search, X } from "lucide-react";
import { type Ref, useId } from "react";
import { SearchField as AriaSearchField, Button, Input, Label } from "react-aria-components";
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
  return (
    <AriaSearchField
      id={id}
      className="field search-field"
      value={value}
      onChange={onChange}
      {...(onSubmit && { onSubmit })}
    >
      <Label className="visually-hidden">{label}</Label>
      <div className="field__box">
        <Search className="icon search-field__icon" aria-hidden />
        <Input
          className="field__input"
          placeholder={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          {...(inputRef && { ref: inputRef })}
        />
        {value !== "" && (
          <Button className="search-field__clear" aria-label={text("clear_search")}>
            <X className="icon" aria-hidden />
          </Button>
        )}
      </div>
    </AriaSearchField>
  );
}
