import { Check } from "lucide-react";
import { useState } from "react";
import { useText } from "../texts/TextsProvider";
import { TextField } from "../ui/TextField";
import { useFirstFocus } from "./useFirstFocus";

export interface Choice<Value extends string> {
  value: Value;
  label: string;
}

interface Props<Value extends string> {
  choices: readonly Choice<Value>[];
  /** What is chosen now. */
  value: Value | undefined;
  onChoose: (value: Value) => void;
}

/** More choices than this are looked for by typing. */
const MANY = 9;
/** No more are drawn at once. */
const MAX_SHOWN = 100;

/** Choices of which a press takes one. Many of them can be searched. */
export function Choices<Value extends string>({ choices, value, onChoose }: Props<Value>) {
  const text = useText();
  const [sought, setSought] = useState("");
  const box = useFirstFocus<HTMLDivElement>();
  const fold = (label: string) => label.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const found = choices.filter(({ label, value }) => fold(`${label} ${value}`).includes(fold(sought)));
  const isSearched = choices.length > MANY;
  return (
    <div ref={box} className="filter__box">
      {isSearched && (
        <TextField
          label={text("feedback_filter_search")}
          value={sought}
          onChange={setSought}
          autoComplete="off"
        />
      )}
      {found.length === 0 && <p className="soft">{text("feedback_filter_no_choice")}</p>}
      <ul className="filter__choices">
        {found.slice(0, MAX_SHOWN).map((choice) => (
          <li key={choice.value}>
            <button
              type="button"
              className="filter__choice"
              aria-pressed={choice.value === value}
              onClick={() => onChoose(choice.value)}
            >
              <bdi>{choice.label}</bdi>
              {choice.value === value && <Check aria-hidden size={18} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
