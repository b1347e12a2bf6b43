import { useId } from "react";

interface Props {
  options: { id: string; label: string; imageUrl?: string }[];
  selected: readonly string[];
  /** Whether several can be selected. */
  many: boolean;
  onChange: (selected: string[]) => void;
}

/** Choices below each other, each as large as a finger. */
export function OptionList({ options, selected, many, onChange }: Props) {
  const name = useId();
  const toggle = (id: string, isOn: boolean) => {
    if (!many) return onChange([id]);
    onChange(isOn ? [...selected, id] : selected.filter((other) => other !== id));
  };
  return (
    <div className="options">
      {options.map(({ id, label, imageUrl }) => (
        <label className="option" key={id}>
          <input
            className="option__input"
            type={many ? "checkbox" : "radio"}
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
