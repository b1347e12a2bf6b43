import { type FormEvent, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { TextField } from "../ui/TextField";
import { Choices } from "./Choices";
import type { EditorProps } from "./EditorProps";
import { lastDays, presetOf, readFilter, withoutPart } from "./filter";

const NAMES = { period: ["from", "to"], given: ["given_from", "given_to"] } as const;
const PRESETS = [7, 30, 90] as const;

/** When feedback was stored, or given: the last days, all the time, or from one day to another. */
export function PeriodEditor({ part, filter, onChange }: EditorProps & { part: "period" | "given" }) {
  const text = useText();
  const [first, last] = NAMES[part];
  const [from, setFrom] = useState(filter[first] ?? "");
  const [to, setTo] = useState(filter[last] ?? "");
  const rest = withoutPart(filter, part);
  const isWrong = from !== "" && to !== "" && from > to;
  const preset = presetOf({ ...(from && { from }), ...(to && { to }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) onChange(readFilter({ ...rest, [first]: from, [last]: to }));
  };
  return (
    <>
      <Choices
        choices={[
          ...PRESETS.map((days) => ({
            value: String(days),
            label: text("feedback_filter_last_days", { count: days }),
          })),
          { value: "all", label: text("feedback_filter_all_time") },
        ]}
        value={preset ? String(preset) : from === "" && to === "" ? "all" : undefined}
        onChoose={(chosen) => {
          if (chosen === "all") return onChange(rest);
          const period = lastDays(Number(chosen));
          onChange({ ...rest, [first]: period.from, [last]: period.to });
        }}
      />
      <form className="filter__form" onSubmit={submit}>
        <TextField
          label={text("feedback_filter_from")}
          type="date"
          value={from}
          onChange={setFrom}
          autoComplete="off"
        />
        <TextField
          label={text("feedback_filter_to")}
          type="date"
          value={to}
          onChange={setTo}
          autoComplete="off"
          hint={text("feedback_filter_days_hint")}
          error={isWrong ? text("feedback_filter_order") : null}
        />
        <Button type="submit">{text("feedback_filter_apply")}</Button>
      </form>
    </>
  );
}
