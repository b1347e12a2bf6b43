import type { TextKey } from "../texts/en";
import { useText, useTimeFormat } from "../texts/TextsProvider";
import type { AuditItem } from "../wire";
import type { Entry } from "./timeline";

const TEXTS: Partial<Record<AuditItem["act"], TextKey>> = {
  claim: "inbox_act_claim",
  accept: "inbox_act_accept",
  close: "inbox_act_close",
  reopen: "inbox_act_reopen",
  block_device: "inbox_act_block",
  block_address: "inbox_act_block",
  unblock_device: "inbox_act_unblock",
  unblock_address: "inbox_act_unblock",
};

const TIME = { hour: "numeric", minute: "2-digit" } as const;

/** Something that staff have done, as a quiet line. */
export function ActLine({ entry: { act, at } }: { entry: Extract<Entry, { kind: "act" }> }) {
  const format = useTimeFormat(TIME);
  return (
    <span className="inbox-entry__line">
      <ActText act={act} /> <span aria-hidden="true">·</span> {format(at)}
    </span>
  );
}

function ActText({ act: { act, staff: name, subject } }: { act: AuditItem }) {
  const text = useText();
  const formatTime = useTimeFormat();
  if (act === "assign")
    return subject
      ? text("inbox_act_assign", { name, to: subject })
      : text("inbox_act_assign_nobody", { name });
  if (act === "snooze") {
    const until = subject === null ? Number.NaN : Date.parse(subject);
    return Number.isNaN(until)
      ? text("inbox_act_snooze_end", { name })
      : text("inbox_act_snooze", { name, until: formatTime(until) });
  }
  const key = TEXTS[act];
  return key ? text(key, { name }) : null;
}

/** The customer's verdict, as a quiet line. */
export function RatingLine({ entry: { rating, at } }: { entry: Extract<Entry, { kind: "rating" }> }) {
  const text = useText();
  const format = useTimeFormat(TIME);
  const key = rating === 0 ? "inbox_rating_bad" : rating === 50 ? "inbox_rating_fair" : "inbox_rating_good";
  return (
    <span className="inbox-entry__line">
      {text("inbox_rated", { rating: text(key) })} <span aria-hidden="true">·</span> {format(at)}
    </span>
  );
}
