import { useText } from "../texts/useText";
import type { ControlProps } from "./Field";

interface Props extends ControlProps {
  options: { id: string; label: string }[];
  selected: string | undefined;
  placeholder?: string | undefined;
  /** Takes the chosen option; nothing where the visitor went back to none. */
  onChange: (selected?: string) => void;
}

/** One choice of a list that opens: the browser's own, which every telephone shows in its own way. */
export function Select({ options, selected, placeholder, onChange, ...control }: Props) {
  const text = useText();
  return (
    <select
      {...control}
      className="text-input select"
      value={selected ?? ""}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{placeholder || text("please_select")}</option>
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
