import { useId } from "react";

interface Props {
  options: { id: string; label: string; imageUrl?: string }[];
  selected: readonly string[];
  /** Checkboxes instead of radio buttons. */
  multiSelect: boolean;
  onChange: (selected: string[]) => void;
}

/** Radio buttons or checkboxes below each other, each with a touch target as wide as the list. */
export function OptionList({ options, selected, multiSelect, onChange }: Props) {
  const name = useId();
  const toggle = (id: string, isChecked: boolean) => {
    if (!multiSelect) return onChange([id]);
    onChange(isChecked ? [...selected, id] : selected.filter((other) => other !== id));
  };
  return (
    <div className="options">
      {options.map(({ id, label, imageUrl }) => (
        <label className="option" key={id}>
          <input
            className="option__input"
            type={multiSelect ? "checkbox" : "radio"}
            name={name}
            value={id}
            checked={selected.includes(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
          {imageUrl && <img className="option__image" src={imageUrl} alt="" />}
          <bdi className="option__label">{label}</bdi>
        </label>
      ))}
    </div>
  );
}
