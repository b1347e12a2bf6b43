/**
 * Which feedback a page is about: the one filter of the console, for lists, results and exports alike. It is in the address of the
 * page. Days are `YYYY-MM-DD`, in UTC as the server counts them; `to` and `given_to` are the last day.
 */
export interface Filter {
  node?: string;
  flow?: string;
  revision?: number;
  language?: string;
  status?: "complete" | "partial";
  /** First stored on this day or later. */
  from?: string;
  /** First stored on this day or earlier. */
  to?: string;
  /** Given on this day or later, by the visitor's clock. */
  given_from?: string;
  given_to?: string;
  /** The hash of a device. */
  device?: string;
  customer?: string;
  verified?: boolean;
  reference?: string;
  /** The id or the key of a question. The next four need it. */
  question?: string;
  option?: string;
  at_least?: number;
  at_most?: number;
  contains?: string;
  review?: "new" | "in_progress" | "done";
  tag?: string;
  /** Words of the answers. */
  text?: string;
}

export type FilterName = keyof Filter;

/** How the server calls what a filter has (docs/results.md#filters). */
export const PARAMETERS: Readonly<Record<FilterName, string>> = {
  node: "node_id",
  flow: "flow_id",
  revision: "flow_revision",
  language: "language_id",
  status: "status",
  from: "received_from",
  to: "received_to",
  given_from: "created_from",
  given_to: "created_to",
  device: "device_id",
  customer: "customer",
  verified: "verified",
  reference: "reference",
  question: "question_id",
  option: "option_id",
  at_least: "at_least",
  at_most: "at_most",
  contains: "contains",
  review: "review",
  tag: "tag",
  text: "text",
};

/** All that a filter may have, in the order in which pages show it. */
export const FILTER_NAMES = Object.keys(PARAMETERS) as FilterName[];

/** What a reader removes at once. */
export type FilterPart =
  | "node"
  | "flow"
  | "period"
  | "given"
  | "status"
  | "answer"
  | "review"
  | "tag"
  | "text"
  | "language"
  | "customer"
  | "verified"
  | "reference"
  | "revision"
  | "device";

/** What each part consists of, and in which order the parts are shown and offered. */
export const PARTS: Readonly<Record<FilterPart, readonly FilterName[]>> = {
  period: ["from", "to"],
  node: ["node"],
  // What only one flow has goes with the flow.
  flow: ["flow", "revision", "language", "question", "option", "at_least", "at_most", "contains"],
  answer: ["question", "option", "at_least", "at_most", "contains"],
  text: ["text"],
  review: ["review"],
  tag: ["tag"],
  status: ["status"],
  language: ["language"],
  customer: ["customer"],
  verified: ["verified"],
  reference: ["reference"],
  given: ["given_from", "given_to"],
  revision: ["revision"],
  device: ["device"],
};

export const FILTER_PARTS = Object.keys(PARTS) as FilterPart[];

/** Reads the filter of an address. What no filter can have is dropped: a link that somebody has typed still shows something. */
export function readFilter(search: Readonly<Record<string, unknown>>): Filter {
  const read = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, readValue(name, search[name])]).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Filter;
  return "question" in read ? read : withoutPart(read, "answer");
}

/** Returns the parameters by which the server filters lists, summaries and exports. */
export function filterParameters(filter: Filter): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = filter[name];
    if (value === undefined) continue;
    // The server's end is the time before which feedback counts.
    const isLastDay = name === "to" || name === "given_to";
    parameters.set(PARAMETERS[name], isLastDay ? dayAfter(String(value), 1) : String(value));
  }
  return parameters;
}

/** Returns the filter that has these parameters, such as those of an export. */
export function filterOf(parameters: Readonly<Record<string, string>>): Filter {
  const filter = readFilter(
    Object.fromEntries(FILTER_NAMES.map((name) => [name, parameters[PARAMETERS[name]]])),
  );
  for (const name of ["to", "given_to"] as const) {
    const day = filter[name];
    if (day !== undefined) filter[name] = dayAfter(day, -1);
  }
  return filter;
}

/** Returns the filter without a part. */
export function withoutPart(filter: Filter, part: FilterPart): Filter {
  const rest = { ...filter };
  for (const name of PARTS[part]) delete rest[name];
  return rest;
}

/** Returns whether the filter has a part. */
export function hasPart(filter: Filter, part: FilterPart): boolean {
  const [first] = PARTS[part];
  return part === "period" || part === "given"
    ? PARTS[part].some((name) => filter[name] !== undefined)
    : first !== undefined && filter[first] !== undefined;
}

/** Returns the filter of a page that follows one flow: what only another flow has is left out. */
export function ofFlow(filter: Filter, flow: string): Filter {
  return filter.flow === undefined || filter.flow === flow
    ? { ...filter, flow }
    : { ...withoutPart(filter, "flow"), flow };
}

const REVIEWS = ["new", "in_progress", "done"];
const STATUSES = ["complete", "partial"];
/** The longest value; the server takes no longer ones. */
const MAX_LENGTH = 500;

function readValue(name: FilterName, value: unknown): unknown {
  // The router reads `7` and `true` in an address as a number and a boolean.
  const text = ["string", "number", "boolean"].includes(typeof value) ? String(value).trim() : "";
  if (text === "" || text.length > MAX_LENGTH) return undefined;
  switch (name) {
    case "from":
    case "to":
    case "given_from":
    case "given_to":
      return isDay(text) ? text : undefined;
    case "status":
      return STATUSES.includes(text) ? text : undefined;
    case "review":
      return REVIEWS.includes(text) ? text : undefined;
    case "verified":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "at_least":
    case "at_most":
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case "revision":
      return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    default:
      return text;
  }
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // `2026-02-30` is no day, though some browsers read it as one.
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isReal && text >= FIRST_DAY && text <= LAST_DAY;
}

/** No feedback is of other days. The day after the last one of the calendar has five digits, which the server does not read. */
const FIRST_DAY = "1970-01-01";
const LAST_DAY = "2199-12-31";

const DAY_MS = 86_400_000;

/** Returns the day that is so many days later, or earlier with a negative number. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the present day, in UTC. */
export function today(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Returns the period of the last days with the present one, such as the last 7. */
export function lastDays(days: number, day = today()): { from: string; to: string } {
  return { from: dayAfter(day, 1 - days), to: day };
}

/** Returns of how many days up to the present one a filter is, if it is of the last 7, 30 or 90. */
export function presetOf({ from, to }: Filter, day = today()): 7 | 30 | 90 | undefined {
  return ([7, 30, 90] as const).find((days) => {
    const period = lastDays(days, day);
    return period.from === from && period.to === to;
  });
}
