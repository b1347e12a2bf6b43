import { useId, useState } from "react";
import { useText, useTimeFormat } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { type Choice, Picker } from "./Picker";
import { inOneHour, nextWeek, tomorrow } from "./snoozeTimes";

interface Props {
  isSnoozed: boolean;
  /** @param until RFC 3339; `null`: no longer. */
  onChoose: (until: string | null) => void;
  onClose: () => void;
}

const TIME = { weekday: "short", hour: "numeric", minute: "2-digit" } as const;

/** Chooses until when a chat is put off. */
export function SnoozePicker({ isSnoozed, onChoose, onClose }: Props) {
  const text = useText();
  const format = useTimeFormat(TIME);
  const id = useId();
  const [now] = useState(() => new Date());
  const [custom, setCustom] = useState("");
  const times = { hour: inOneHour(now), tomorrow: tomorrow(now), week: nextWeek(now) };
  const choices: Choice[] = (Object.keys(times) as (keyof typeof times)[]).map((kind) => ({
    id: kind,
    label: text(`inbox_snooze_${kind}`),
    hint: format(times[kind].getTime()),
  }));
  if (isSnoozed) choices.push({ id: "end", label: text("inbox_snooze_end") });
  const isLater = custom !== "" && new Date(custom) > now;
  return (
    <Picker
      title={text("inbox_snooze_title")}
      choices={choices}
      onChoose={(kind) => onChoose(kind === "end" ? null : times[kind as keyof typeof times].toISOString())}
      onClose={onClose}
    >
      <form
        className="inbox-picker__custom"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLater) onChoose(new Date(custom).toISOString());
        }}
      >
        <label className="field__label" htmlFor={id}>
          {text("inbox_snooze_custom")}
        </label>
        <div className="inbox-picker__row">
          <input
            id={id}
            className="field__input"
            type="datetime-local"
            value={custom}
            onChange={(event) => setCustom(event.target.value)}
          />
          <Button kind="secondary" type="submit" isDisabled={!isLater}>
            {text("inbox_snooze")}
          </Button>
        </div>
      </form>
    </Picker>
  );
}
