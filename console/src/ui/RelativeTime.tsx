import { useSyncExternalStore } from "react";
import type { Language } from "../texts/languages";
import { perLanguage } from "../texts/perLanguage";
import { useLanguage, useTimeFormat } from "../texts/TextsProvider";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, such as “3 min. ago”; after a week, the day. The exact time shows when it is hovered. */
export function RelativeTime({ time }: { time: string | number }) {
  const { language } = useLanguage();
  const exact = useTimeFormat();
  const day = useTimeFormat(DAY_ONLY);
  const now = useSyncExternalStore(watchMinutes, () => minute);
  const at = new Date(time);
  return (
    <time dateTime={at.toISOString()} title={exact(time)}>
      {relativeTime(at.getTime(), now, language) ?? day(time)}
    </time>
  );
}

const DAY_ONLY = { dateStyle: "medium" } as const;

/** Writes how long before or after `now` a time is; `null` where it is more than a week. */
export function relativeTime(time: number, now: number, language: Language): string | null {
  const format = formatOf(language);
  const distance = time - now;
  const size = Math.abs(distance);
  if (size < MINUTE) return format.format(0, "second");
  if (size < HOUR) return format.format(Math.trunc(distance / MINUTE), "minute");
  if (size < DAY) return format.format(Math.trunc(distance / HOUR), "hour");
  if (size < 7 * DAY) return format.format(Math.trunc(distance / DAY), "day");
  return null;
}

const formatOf = perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" }),
);

// One clock for all times on a page.
let minute = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

function watchMinutes(onChange: () => void): () => void {
  watchers.add(onChange);
  minute = Date.now();
  timer ??= setInterval(() => {
    minute = Date.now();
    for (const watcher of watchers) watcher();
  }, MINUTE);
  return () => {
    watchers.delete(onChange);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
