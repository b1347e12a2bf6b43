import type { ReactNode } from "react";
import { useContentLanguage } from "../texts/ContentText";
import { OptionImage } from "./OptionImage";

/** What is selected of a list of options, and how. */
export interface OptionSelection {
  selected: readonly string[];
  /** Checkboxes instead of radio buttons. */
  multiSelect: boolean;
  onChange: (selected: string[]) => void;
}

interface Props extends OptionSelection {
  id: string;
  /** The text of the option, whose language its control has too. */
  label: string;
  /** The same for all options of a list. */
  name: string;
  imageUrl: string | undefined;
  className: string;
  /** What the option shows of it. */
  children: ReactNode;
}

/** An option with its radio button or checkbox, and its picture. */
export function SelectableOption(props: Props) {
  const { id, label, name, imageUrl, className, children, selected, multiSelect, onChange } = props;
  const toggle = (isChecked: boolean) => {
    if (!multiSelect) return onChange([id]);
    onChange(isChecked ? [...selected, id] : selected.filter((other) => other !== id));
  };
  return (
    <label className={className} lang={useContentLanguage(label).lang}>
      <input
        className="option__input"
        type={multiSelect ? "checkbox" : "radio"}
        name={name}
        value={id}
        checked={selected.includes(id)}
        onChange={({ target }) => toggle(target.checked)}
      />
      {imageUrl && <OptionImage url={imageUrl} />}
      {children}
    </label>
  );
}
