import type { TextKey } from "../../texts/en";

/** A sentence of the server, which is English, and the console's words for it. */
interface Sentence {
  check: string;
  /** As in the server's source: `{}` is a number, `{of}` what is on a disk. */
  message: string;
  of?: string;
  text: TextKey;
  /** What to do, where the server advises something. */
  advice?: TextKey;
}

/** What the server says of itself, but for risky options: of these the server's own words are shown. */
export const SENTENCES: readonly Sentence[] = [
  { check: "configuration", message: "no option is risky", text: "settings_server_no_risk" },
  { check: "database", message: "it stores what is sent", text: "settings_server_stores" },
  {
    check: "database",
    message: "it does not store what is sent",
    text: "settings_server_stores_not",
    advice: "settings_server_stores_not_advice",
  },
  ...(["database", "files"] as const).flatMap((of): Sentence[] => [
    {
      check: "disk",
      message: "{} MiB are free for {of}",
      of,
      text: `settings_server_room_${of}`,
      advice: "settings_server_room_advice",
    },
    {
      check: "disk",
      message: "how much room there is for {of} cannot be found out",
      of,
      text: `settings_server_room_${of}_unknown`,
      advice: "settings_server_log_advice",
    },
  ]),
  { check: "redis", message: "it answers", text: "settings_server_redis" },
  {
    check: "redis",
    message: "it is unavailable",
    text: "settings_server_redis_away",
    advice: "settings_server_redis_advice",
  },
  { check: "mail", message: "no mail waits for more than an hour", text: "settings_server_mail" },
  {
    check: "mail",
    message: "{} mails wait, the oldest for more than an hour",
    text: "settings_server_mail_late",
    advice: "settings_server_mail_advice",
  },
  { check: "webhooks", message: "no delivery has failed for good", text: "settings_server_deliveries" },
  {
    check: "webhooks",
    message: "{} deliveries have failed for good",
    text: "settings_server_deliveries_dead",
    advice: "settings_server_deliveries_dead_advice",
  },
  {
    check: "webhooks",
    message: "{} deliveries wait, the oldest for more than an hour",
    text: "settings_server_deliveries_late",
    advice: "settings_server_deliveries_late_advice",
  },
];

/** Returns the console's words for what a check of the server has found, with the number in it; `null` where it has none. */
export function wordsOf(check: string, message: string) {
  for (const sentence of SENTENCES) {
    if (sentence.check !== check) continue;
    const [before = "", after] = sentence.message.replace("{of}", sentence.of ?? "").split("{}");
    if (after === undefined) {
      if (message === before) return { ...sentence, number: 0 };
      continue;
    }
    const number = message.slice(before.length, message.length - after.length);
    if (message === before + number + after && /^\d+$/.test(number))
      return { ...sentence, number: Number(number) };
  }
  return null;
}

/** Returns what is in a build and what it leaves out, by names of systems; `null` where that is said in another way. */
export function partsOf(build: string): { present: string; absent: string } | null {
  const found = /^(?:with ([^;]+))?(?:(?:^|; )without ([^;]+))?$/.exec(build);
  return found && build !== "" ? { present: found[1] ?? "", absent: found[2] ?? "" } : null;
}
