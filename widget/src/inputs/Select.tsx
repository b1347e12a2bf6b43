import { useContentLanguage } from "../texts/ContentText";
import { useText } from "../texts/useText";
import type { ControlProps } from "./Field";

interface Props extends ControlProps {
  options: { id: string; label: string }[];
  selected: string | undefined;
  placeholder?: string | undefined;
  /** Called without an option when the visitor selects the placeholder. */
  onChange: (selected?: string) => void;
}

/** The browser's own dropdown, which phones show in their native form. */
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
        <Option key={id} id={id} label={label} />
      ))}
    </select>
  );
}

function Option({ id, label }: Props["options"][number]) {
  return (
    <option value={id} {...useContentLanguage(label)}>
      {label}
    </option>
  );
}
