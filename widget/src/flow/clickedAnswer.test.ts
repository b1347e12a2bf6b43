// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { QuestionElement, View } from "../engine/types";
import type { EngineStatus, FlowRun } from "../run/flowRun";
import { giveAnswer, giveClickedAnswer } from "./clickedAnswer";

const OPTIONS = [
  { id: "o-good", label: "Good" },
  { id: "o-other", label: "Other", asksForText: true },
];
const MOOD = { id: "e-mood", type: "question", questionId: "q-mood", style: "radio", options: OPTIONS };
const STARS = { id: "e-stars", type: "question", questionId: "q-stars", style: "star", options: [] };
const NEXT = { id: "e-next", type: "next_page" };
const FLOW = {
  states: [
    {
      elements: [
        { question: { id: "q-mood", key: "mood", style: "radio", options: [{ id: "o-good", key: "good" }] } },
      ],
    },
    { elements: [{ question: { id: "q-stars", key: "stars", style: "star" } }] },
  ],
};

let visibility: DocumentVisibilityState;

beforeEach(() => {
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  document.body.innerHTML = `<script type="application/json" id="flow">${JSON.stringify(FLOW)}</script>`;
});

afterEach(() => vi.restoreAllMocks());

/** Opens a page with a query. */
async function open(query: string, elements: object[] = [MOOD, NEXT], engine: EngineStatus = "running") {
  history.replaceState(null, "", `/feedback?node_id=n&${query}`);
  const sent: object[] = [];
  const listeners = new Set<() => void>();
  let status = engine;
  const run = {
    view: () => ({ style: "normal", elements }) as unknown as View,
    engine: () => status,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (event: object) => sent.push(event),
  } as unknown as FlowRun;
  let stop = () => {};
  giveClickedAnswer(run, (added) => {
    stop = added;
  });
  await Promise.resolve();
  return {
    run,
    sent,
    stop,
    async start() {
      status = "running";
      for (const listener of [...listeners]) listener();
      await Promise.resolve();
    },
  };
}

const answered = (questionId: string, answer: object) => ({ type: "answered", questionId, answer });
const GOOD = answered("q-mood", { optionIds: ["o-good"] });

it.each([["q.mood=good"], ["q.q-mood=o-good"], ["q.mood=o-good&q.stars=5"]])(
  "%s answers the first question and continues",
  async (query) => {
    expect((await open(query)).sent).toEqual([GOOD, { type: "next" }]);
  },
);

it("answers scales within their bounds", async () => {
  const page = [STARS, NEXT];
  expect((await open("q.stars=5", page)).sent[0]).toEqual(answered("q-stars", { number: 5 }));
  for (const value of ["0", "6", "4.5", "-1", "5x", "1e1", ""]) {
    expect((await open(`q.stars=${value}`, page)).sent, value).toEqual([]);
  }
  const half = { ...STARS, min: 1, max: 10, step: 3 };
  expect((await open("q.stars=7", [half, NEXT])).sent[0]).toEqual(answered("q-stars", { number: 7 }));
  expect((await open("q.stars=8", [half, NEXT])).sent).toEqual([]);
});

it.each(["q.mood=bad", "q.stars=5", "q.other=good", "q.=good", "mood=good"])(
  "%s changes nothing",
  async (query) => {
    expect((await open(query)).sent).toEqual([]);
  },
);

it("changes no answer, and none of a question with several or of another kind", async () => {
  const mood: Partial<QuestionElement> = MOOD as QuestionElement;
  for (const question of [
    { ...mood, answer: { optionIds: ["o-other"] } },
    { ...mood, multiSelect: true },
    { ...mood, style: "ranking" },
    { ...mood, style: "numeric", options: [] },
  ]) {
    expect((await open("q.mood=good", [question, NEXT])).sent).toEqual([]);
  }
});

it("stays on a page that asks for more, or has a button that sends", async () => {
  const submit = { id: "e-send", type: "submit" };
  expect((await open("q.mood=good", [MOOD, STARS, NEXT])).sent).toEqual([GOOD]);
  expect((await open("q.mood=good", [MOOD, submit])).sent).toEqual([GOOD]);
  expect((await open("q.mood=o-other", [MOOD, NEXT])).sent).toEqual([
    answered("q-mood", { optionIds: ["o-other"] }),
  ]);
});

it("what is answered beside the launcher replaces an answer, and needs no address", async () => {
  const { run, sent } = await open("", [{ ...MOOD, answer: { optionIds: ["o-other"] } }, NEXT]);
  giveAnswer(run, () => {}, { question: "q-mood", value: "o-good" });
  await Promise.resolve();
  expect(sent).toEqual([GOOD, { type: "next" }]);
});

it("another question than the one beside the launcher keeps its answer", async () => {
  const { run, sent } = await open("", [STARS, NEXT]);
  giveAnswer(run, () => {}, { question: "q-mood", value: "o-good" });
  await Promise.resolve();
  expect(sent).toEqual([]);
});

it("waits until the visitor sees the page and the engine is there", async () => {
  visibility = "hidden";
  const { sent, start } = await open("q.mood=good", [MOOD, NEXT], "starting");
  await start();
  expect(sent).toEqual([]);
  expect(location.search).toContain("q.mood");
  visibility = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  await Promise.resolve();
  expect(sent).toEqual([GOOD, { type: "next" }]);
  expect(location.search).toBe("?node_id=n");
});

it("gives nothing once the page shows something else", async () => {
  const { sent, stop, start } = await open("q.mood=good", [MOOD, NEXT], "starting");
  stop();
  await start();
  expect(sent).toEqual([]);
});
