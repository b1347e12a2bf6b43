import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import { Select } from "../ui/Select";
import { TextField } from "../ui/TextField";
import type { ControlProps } from "./controlProps";
import {
  type Hours,
  isClosed,
  PERIODS,
  readHours,
  type Span,
  timeNumber,
  timeText,
  writeHours,
} from "./hours";

const CLOSED: Span = { start: 0, end: 0 };
const FIRST: Span = { start: 900, end: 1700 };

/** When staff are there: for each kind of day always, never, or from when to when. */
export function HoursControl({ label, hint, value, stored, isReadOnly, onChange }: ControlProps) {
  const text = useText();
  const hours = readHours(value);
  if (!hours)
    return (
      <>
        <TextField label={label} hint={hint} value={JSON.stringify(value)} isReadOnly />
        {!isReadOnly && (
          <Button kind="link" onPress={() => onChange(undefined)}>
            {text("channels_hours_other")}
          </Button>
        )}
      </>
    );
  const change = (changed: Hours) => {
    const entries = writeHours(changed);
    onChange(entries.length === 0 && !Array.isArray(stored) ? undefined : entries);
  };
  return (
    <fieldset className="channels-texts">
      <legend className="field__label">{label}</legend>
      {PERIODS.map((period) => (
        <Days
          key={period}
          label={text(`channels_hours_${period}`)}
          spans={hours[period]}
          isReadOnly={isReadOnly}
          onChange={(spans) => change({ ...hours, [period]: spans })}
        />
      ))}
      {hint && <p className="field__hint">{hint}</p>}
    </fieldset>
  );
}

interface DaysProps {
  label: string;
  spans: readonly Span[];
  isReadOnly: boolean;
  onChange: (spans: readonly Span[]) => void;
}

type Mode = "always" | "closed" | "times";

function Days({ label, spans, isReadOnly, onChange }: DaysProps) {
  const text = useText();
  // Times that are equal for a moment, while one of them is typed, are no choice.
  const [mode, setMode] = useState<Mode>(
    spans.length === 0 ? "always" : isClosed(spans) ? "closed" : "times",
  );
  const days = useRef<HTMLDivElement>(null);
  const choose = (chosen: Mode) => {
    setMode(chosen);
    onChange(chosen === "always" ? [] : chosen === "closed" ? [CLOSED] : [FIRST]);
  };
  return (
    <div className="channels-hours" ref={days}>
      <Select<Mode>
        label={label}
        value={mode}
        isDisabled={isReadOnly}
        options={[
          { value: "always", label: text("channels_hours_always") },
          { value: "closed", label: text("channels_hours_closed") },
          { value: "times", label: text("channels_hours_times") },
        ]}
        onChange={choose}
      />
      {mode === "times" && (
        <>
          <ul className="channels-hours__spans">
            {spans.map((span, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: Spans have no names, and keep their places.
              <li key={at} className="channels-hours__span">
                <SpanFields
                  label={label}
                  span={span}
                  isReadOnly={isReadOnly}
                  onChange={(changed) => onChange(spans.map((one, place) => (place === at ? changed : one)))}
                />
                {!isReadOnly && spans.length > 1 && (
                  <IconButton
                    icon={X}
                    label={text("channels_hours_remove", { days: label, number: at + 1 })}
                    onPress={() => {
                      onChange(spans.filter((_, place) => place !== at));
                      // The button is gone.
                      days.current?.querySelector("select")?.focus();
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
          {!isReadOnly && (
            <Button
              kind="link"
              icon={Plus}
              label={`${text("channels_hours_add")}: ${label}`}
              onPress={() => onChange([...spans, spanAfter(spans.at(-1))])}
            >
              {text("channels_hours_add")}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** Returns what follows after a break, where the day has room for it. */
function spanAfter({ end }: Span = FIRST): Span {
  const start = end + 100;
  return start + 100 <= 2400 ? { start, end: start + 100 } : FIRST;
}

interface SpanProps {
  label: string;
  span: Span;
  isReadOnly: boolean;
  onChange: (span: Span) => void;
}

function SpanFields({ label, span, isReadOnly, onChange }: SpanProps) {
  const text = useText();
  const isBackward = span.end < span.start;
  return (
    <fieldset className="channels-hours__times">
      <legend className="visually-hidden">{label}</legend>
      <TimeField
        label={text("channels_hours_from")}
        value={span.start}
        isReadOnly={isReadOnly}
        onChange={(typed) => onChange({ ...span, start: timeNumber(typed, false) })}
      />
      <TimeField
        label={text("channels_hours_to")}
        value={span.end}
        isReadOnly={isReadOnly}
        error={isBackward ? text("channels_hours_backward") : null}
        onChange={(typed) => onChange({ ...span, end: timeNumber(typed, true) })}
      />
    </fieldset>
  );
}

interface TimeProps {
  label: string;
  value: number;
  isReadOnly: boolean;
  error?: string | null;
  onChange: (typed: string) => void;
}

/** A time of day. What is typed by half is none yet: without the rest of it, the time of before comes back. */
function TimeField({ label, value, isReadOnly, error = null, onChange }: TimeProps) {
  const [isHalf, setHalf] = useState(false);
  return (
    <TextField
      label={label}
      type="time"
      value={isHalf ? "" : timeText(value)}
      isReadOnly={isReadOnly}
      error={error}
      onBlur={() => setHalf(false)}
      onChange={(typed) => {
        setHalf(typed === "");
        if (typed !== "") onChange(typed);
      }}
    />
  );
}
