import { type Ref, useEffect, useState } from "react";
import { type Filter, readFilter, withoutPart } from "../filter/filter";
import { useText } from "../texts/TextsProvider";
import { SearchField } from "../ui/SearchField";

/** Searches the answers for words: with Enter, and no longer when the field is emptied. */
export function TextSearch(props: {
  filter: Filter;
  onChange: (filter: Filter) => void;
  inputRef: Ref<HTMLInputElement>;
}) {
  const { filter, onChange, inputRef } = props;
  const text = useText();
  const current = filter.text ?? "";
  const [value, setValue] = useState(current);
  useEffect(() => setValue(current), [current]);
  const seek = (sought: string) => onChange(readFilter({ ...withoutPart(filter, "text"), text: sought }));
  return (
    <SearchField
      label={text("feedback_search")}
      value={value}
      inputRef={inputRef}
      onChange={(value) => {
        setValue(value);
        if (value === "" && current !== "") seek("");
      }}
      onSubmit={seek}
    />
  );
}
