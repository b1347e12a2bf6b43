import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { PulsenServer } from "pulsen-loader/e2e";

/** The flow whose results the tests look at. */
export const FLOW = "results-flow";
/** Its channels: today's answers, those of three days ago, and those of forty days ago, which are before the last 30 days. */
export const SHOP = "results-shop";
export const KIOSK = "results-kiosk";
export const BEFORE = "results-before";

/** The same questions with a channel of their own, for tests that give more feedback while somebody looks. */
export const LIVE_FLOW = "results-live";

/** How many feedbacks each channel has. */
export const COUNTS = { [SHOP]: 30, [KIOSK]: 10, [BEFORE]: 12 };

const NUMBERS = [10, 9, 8, 7, 6, 0, 10, 9, 3, 10];
const MOODS = ["mood-bad", "mood-fine", "mood-good", "mood-good"];
const TEXTS = ["Warmer lamps, please", "The lamps are cold and the music is loud", "Loud music"];

const text = (en: string) => ({ en });
const options = (prefix: string, ...names: string[]) =>
  names.map((name) => ({ id: `${prefix}-${name.toLowerCase()}`, key: name.toLowerCase(), body: text(name) }));

function flow(id: string, hasRetiredQuestion: boolean): object {
  const questions = [
    { id: "q-nps", style: "score", body: text("How likely are you to recommend us?") },
    {
      id: "q-mood",
      style: "radio",
      body: text("How was it?"),
      options: options("mood", "Good", "Fine", "Bad"),
    },
    { id: "q-why", style: "textarea", body: text("What went wrong?") },
    {
      id: "q-liked",
      style: "checklist",
      isMultiSelect: true,
      body: text("What did you like?"),
      options: options("liked", "Coffee", "Cake", "People"),
    },
    { id: "q-star", style: "star", body: text("How many stars?") },
    { id: "q-ease", style: "ces", body: text("How easy was it?") },
    {
      id: "q-rank",
      style: "ranking",
      body: text("What matters most?"),
      options: options("rank", "Price", "Taste"),
    },
    {
      id: "q-parts",
      style: "matrix",
      body: text("How were these?"),
      options: options("part", "Great", "Fair", "Poor"),
      statements: [
        { id: "row-speed", key: "speed", body: text("The speed") },
        { id: "row-room", key: "room", body: text("The room") },
      ],
    },
    { id: "q-age", style: "numeric", body: text("How old are you?") },
    ...(hasRetiredQuestion
      ? [
          {
            id: "q-old",
            style: "radio",
            body: text("How did you find us?"),
            options: options("old", "Friends", "Press"),
          },
        ]
      : []),
  ];
  return {
    id,
    name: id === FLOW ? "After your coffee" : "Beside your coffee",
    languages: [{ id: "en", code: "en", name: "English" }],
    defaultLanguageId: "en",
    states: [
      {
        id: "ask",
        name: "Questions",
        style: "normal",
        isInitialState: true,
        nextStateId: "end",
        elements: [
          ...questions.map((question, order) => ({
            id: `e-${question.id}`,
            type: "question",
            order,
            question,
          })),
          { id: "e-next", type: "next_page", order: questions.length, body: text("Send") },
        ],
      },
      {
        id: "end",
        name: "Thanks",
        style: "thank_you",
        elements: [{ id: "e-end", type: "label", order: 0, body: text("Thanks") }],
      },
    ],
  };
}

/** The data of a server that has the results, and the day that their latest feedback is of. */
export interface Results {
  data: string;
  day: string;
}

/** Makes them. Where midnight comes meanwhile, feedback of the same day is of two, and all is made once more. */
export async function makeResults(): Promise<Results> {
  const day = today();
  const pulsen = await PulsenServer.start();
  await giveResults(pulsen);
  const data = await pulsen.end();
  if (day === today()) {
    moveBack(pulsen, KIOSK, day, 3);
    moveBack(pulsen, BEFORE, day, 40);
    return { data, day };
  }
  await pulsen.stop();
  return makeResults();
}

const today = () => new Date().toISOString().slice(0, 10);

/** Imports the flow with its channels, and gives feedback: the same each time. */
async function giveResults(pulsen: PulsenServer): Promise<void> {
  importRecords(pulsen, {
    flows: { [FLOW]: flow(FLOW, true), [LIVE_FLOW]: flow(LIVE_FLOW, false) },
    nodes: Object.fromEntries(
      [
        [SHOP, "Shop"],
        [KIOSK, "Kiosk"],
        [BEFORE, "Old shop"],
        [LIVE_FLOW, "Live shop"],
      ].map(([id = "", name]) => [
        id,
        { id, name, flow_id: id === LIVE_FLOW ? LIVE_FLOW : FLOW, default_language_id: "en" },
      ]),
    ),
  });
  for (let nr = 0; nr < COUNTS[BEFORE]; nr += 1)
    await give(pulsen, BEFORE, [
      { question_id: "q-nps", body: "9" },
      { question_id: "q-mood", option_id: "mood-good" },
      { question_id: "q-old", option_id: "old-friends" },
    ]);
  importRecords(pulsen, { flows: { [FLOW]: flow(FLOW, false) } });
  for (let nr = 0; nr < COUNTS[KIOSK] + COUNTS[SHOP]; nr += 1)
    await give(pulsen, nr < COUNTS[KIOSK] ? KIOSK : SHOP, answers(nr));
  await expect.poll(() => isIndexed(pulsen), { timeout: 30_000 }).toBe(true);
}

/** Gives one more feedback for the flow of its own. */
export function giveOne(pulsen: PulsenServer): Promise<void> {
  return give(pulsen, LIVE_FLOW, answers(1));
}

/** Of each ten feedbacks five are promoters and three detractors; of each four one is bad. */
function answers(nr: number): object[] {
  const mood = MOODS[nr % 4] ?? "";
  const places = nr % 3 === 0 ? [1, 2] : [2, 1];
  return [
    { question_id: "q-nps", body: String(NUMBERS[nr % 10]) },
    { question_id: "q-mood", option_id: mood },
    ...(mood === "mood-bad" ? [{ question_id: "q-why", body: TEXTS[(nr / 4) % 3] }] : []),
    { question_id: "q-liked", option_id: "liked-coffee" },
    ...(nr % 2 === 0 ? [{ question_id: "q-liked", option_id: "liked-cake" }] : []),
    { question_id: "q-star", body: String((nr % 5) + 1) },
    { question_id: "q-ease", body: String((nr % 7) + 1) },
    { question_id: "q-rank", option_id: "rank-price", ranking: places[0] },
    { question_id: "q-rank", option_id: "rank-taste", ranking: places[1] },
    { question_id: "row-speed", option_id: nr % 2 === 0 ? "part-great" : "part-fair" },
    { question_id: "row-room", option_id: nr % 5 === 0 ? "part-poor" : "part-great" },
    { question_id: "q-age", body: String(20 + nr) },
  ];
}

async function give(pulsen: PulsenServer, node: string, responses: object[]): Promise<void> {
  const response = await fetch(`${pulsen.url}/v1/feedbacks`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      device_id: randomUUID(),
      node_id: node,
      flow_id: node === LIVE_FLOW ? LIVE_FLOW : FLOW,
      language_id: "en",
      created_at: new Date().toISOString(),
      created_offline: false,
      time_spent_in_seconds: 20,
      responses,
    }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}

/** Results count what the server has indexed. */
function isIndexed(pulsen: PulsenServer): boolean {
  const all = COUNTS[SHOP] + COUNTS[KIOSK] + COUNTS[BEFORE];
  const [row] = pulsen.query<{ count: number }>(
    `SELECT count(*) AS count FROM indexed_feedbacks JOIN feedbacks ON seq = feedback_seq WHERE flow_id = '${FLOW}'`,
  );
  return row?.count === all;
}

/** Makes it as if a channel's feedback had come so many days earlier. */
function moveBack(pulsen: PulsenServer, node: string, today: string, days: number): void {
  const daysOf = (day: string) => `CAST(julianday(${day}) - 2440587.5 AS INTEGER)`;
  pulsen.execute(`
    UPDATE feedbacks SET received_at = received_at - ${days * 86_400_000} WHERE node_id = '${node}';
    UPDATE result_groups SET first_day = first_day - ${days} WHERE node_id = '${node}' AND span = 'day';
    UPDATE result_groups SET first_day = ${daysOf(`date('${today}', '-${days} days', 'start of month')`)}
      WHERE node_id = '${node}' AND span = 'month';
  `);
}

function importRecords(pulsen: PulsenServer, kinds: Record<string, Record<string, object>>): void {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-results-"));
  for (const [kind, records] of Object.entries(kinds)) {
    mkdirSync(join(folder, kind));
    for (const [name, record] of Object.entries(records))
      writeFileSync(join(folder, kind, `${name}.json`), JSON.stringify(record));
  }
  pulsen.import(folder);
  rmSync(folder, { recursive: true });
}
