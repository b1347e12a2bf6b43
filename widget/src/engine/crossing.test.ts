import { FlowSession } from "engine-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import { loadEngineForTests } from "./loadForTests";
import type { QuestionElement, SessionContext } from "./types";

beforeAll(loadEngineForTests);

const CONTEXT: SessionContext = { node: { id: "node" }, deviceId: "device", now: 0, query: {} };

/** One page with a question of this style; the rest is up to the test. */
function start(question: object, context: SessionContext = CONTEXT): FlowSession {
  const element = { id: "e", type: "question", order: 1, question: { id: "q", ...question } };
  const end = { id: "end", style: "thank_you", elements: [] };
  const states = [{ id: "s", isInitialState: true, nextStateId: "end", elements: [element] }, end];
  const session = new FlowSession(JSON.stringify({ id: "f", languages: [{ code: "en" }], states }), context);
  // The first answer to anything is the whole view.
  session.update({ type: "start" });
  return session;
}

describe("what crosses from the engine", () => {
  it("keeps every text as it is, whatever its letters", () => {
    const random = numbers(7);
    for (let round = 0; round < 200; round++) {
      const labels = Array.from({ length: 1 + (random() % 6) }, () => text(random));
      const options = labels.map((label, at) => ({ id: `o${at}`, body: { en: label } }));
      const session = start({ style: "radio", body: { en: labels.join(" ") }, options });
      const [shown] = session.view().elements as QuestionElement[];
      expect(shown?.text).toBe(labels.join(" "));
      expect(shown?.options.map(({ label }) => label)).toEqual(labels);
      session.free();
    }
  });

  it("keeps numbers to the last bit", () => {
    const session = start({ style: "numeric" });
    for (const number of [0, -1, 0.1, 1e21, 5e-324, 1.7976931348623157e308, 123456789012345]) {
      const update = session.update({ type: "answered", questionId: "q", answer: { number }, at: 0.5 });
      expect(update.changes?.[0]?.answer).toEqual({ number });
    }
    session.free();
  });

  it("leaves out what is not there", () => {
    const session = start({ style: "text" });
    const cleared = session.update({ type: "answered", questionId: "q", at: 1 });
    expect(cleared).toStrictEqual({ effects: [], changes: [{ id: "e" }] });
    session.free();
  });

  it("takes names from a flow as names, whatever they mean to JavaScript", () => {
    const ids = ["__proto__", "constructor", "toString"];
    const session = start({
      style: "matrix",
      options: [{ id: "yes" }],
      statements: ids.map((id) => ({ id })),
    });
    const matrix = JSON.parse(`{${ids.map((id) => `"${id}": ["yes"]`).join()}}`);
    session.update({ type: "answered", questionId: "q", answer: { matrix }, at: 1 });
    const [shown] = session.view().elements as QuestionElement[];
    expect(JSON.stringify(shown?.answer)).toBe(JSON.stringify({ matrix: sorted(matrix) }));
    session.free();
  });

  it("takes the text of which an emoji was cut in half", () => {
    const session = start({ style: "text" });
    const text = "well done 😀".slice(0, -1);
    const update = session.update({ type: "answered", questionId: "q", answer: { text }, at: 1 });
    expect(update.changes?.[0]?.answer).toEqual({ text: "well done \ufffd" });
    session.free();
  });

  it("reports what was done, and nothing that was answered", () => {
    const session = start({ style: "text" });
    expect(session.report()).toEqual({ actions: ["start"], firstResponseMs: undefined });
    session.update({ type: "answered", questionId: "q", answer: { text: "a secret" }, at: 1500 });
    expect(session.report()).toEqual({ actions: ["start", "answered"], firstResponseMs: 1500 });
    session.free();
  });

  it("continues after an event that is none", () => {
    const session = start({ style: "text" });
    expect(() => session.update({ type: "nonsense" } as never)).toThrow(/event \/type/);
    expect(session.view().elements).toHaveLength(1);
    session.free();
  });
});

/** The engine keeps maps in order of their keys. */
function sorted(map: Record<string, unknown>): object {
  return JSON.parse(
    `{${Object.keys(map)
      .sort()
      .map((key) => `"${key}": ${JSON.stringify(map[key])}`)
      .join()}}`,
  );
}

/** Text of one, two, three and four bytes a letter. */
function text(random: () => number): string {
  const ranges: [number, number][] = [
    [0x20, 0x7e],
    [0xa1, 0x7ff],
    [0x800, 0xd7ff],
    [0xe000, 0xfffd],
    [0x1_0000, 0x10_ffff],
  ];
  const letters = Array.from({ length: random() % 12 }, () => {
    const [from, to] = ranges[random() % ranges.length] ?? [0x20, 0x7e];
    return String.fromCodePoint(from + (random() % (to - from + 1)));
  });
  // A label that is empty would be shown as the option's key.
  return `x${letters.join("")}`;
}

/** The same numbers in each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
