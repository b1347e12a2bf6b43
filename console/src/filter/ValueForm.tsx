import { type FormEvent, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { TextField } from "../ui/TextField";
import { useFirstFocus } from "./useFirstFocus";

/** A field for one value of a filter. */
export function ValueForm(props: { label: string; value: string; onApply: (value: string) => void }) {
  const text = useText();
  const [value, setValue] = useState(props.value);
  const form = useFirstFocus<HTMLFormElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onApply(value);
  };
  return (
    <form ref={form} className="filter__form" onSubmit={submit}>
      <TextField label={props.label} value={value} onChange={setValue} autoComplete="off" />
      <Button type="submit">{text("feedback_filter_apply")}</Button>
    </form>
  );
}
