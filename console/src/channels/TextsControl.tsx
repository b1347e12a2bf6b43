import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { TextField } from "../ui/TextField";
import type { ControlProps } from "./controlProps";
import { isDocument } from "./document";
import type { FlowLanguage } from "./useChoices";

interface Props extends ControlProps {
  /** Whether one text may stand for all languages. */
  mayBeOne: boolean;
  /** Those of the flow. */
  languages: readonly FlowLanguage[];
}

/** A text by language, or one for all. */
export function TextsControl({ label, hint, value, isReadOnly, mayBeOne, languages, onChange }: Props) {
  const text = useText();
  const codes = languages.map(({ code }) => code);
  if (mayBeOne && !isDocument(value)) {
    const one = typeof value === "string" ? value : "";
    return (
      <>
        <TextField
          label={label}
          hint={hint}
          value={one}
          isReadOnly={isReadOnly}
          onChange={(typed) => onChange(typed || undefined)}
        />
        {!isReadOnly && codes.length > 1 && (
          <Button
            kind="link"
            label={`${text("channels_by_language")}: ${label}`}
            // An empty text of a language is none that can be stored.
            onPress={() => onChange(one === "" ? {} : Object.fromEntries(codes.map((code) => [code, one])))}
          >
            {text("channels_by_language")}
          </Button>
        )}
      </>
    );
  }
  const texts = isDocument(value) ? value : {};
  const others = Object.keys(texts).filter((code) => !codes.includes(code));
  const change = (code: string, typed: string) => {
    const { [code]: _, ...rest } = texts;
    const changed = typed === "" ? rest : { ...texts, [code]: typed };
    onChange(Object.keys(changed).length === 0 ? undefined : changed);
  };
  return (
    <fieldset className="channels-texts">
      <legend className="field__label">{label}</legend>
      {[...codes, ...others].map((code) => (
        <TextField
          key={code}
          label={languages.find((language) => language.code === code)?.name ?? code}
          value={typeof texts[code] === "string" ? texts[code] : ""}
          isReadOnly={isReadOnly}
          onChange={(typed) => change(code, typed)}
        />
      ))}
      {hint && <p className="field__hint">{hint}</p>}
    </fieldset>
  );
}
