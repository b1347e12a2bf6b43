import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { FlowSession } from "engine-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import { loadEngineForTests } from "./loadForTests";

/** The same files that the native tests read: a pattern means the same on both sides. */
const FOLDER = resolve(import.meta.dirname, "../../../engine/fixtures/patterns");

interface PatternFile {
  cases?: { pattern: string; canonical: string; matches: string[]; misses: string[] }[];
  refused?: { pattern: string; message: string }[];
  /** Letters that are the same without regard to case. */
  groups?: string[];
}

const files = readdirSync(FOLDER).map((name) => ({ name, ...read(name) }));

beforeAll(loadEngineForTests);

describe("the browser's matcher", () => {
  it.each(files.filter((file) => file.cases))("takes rewritten patterns as $name says", ({ cases = [] }) => {
    for (const { canonical, matches, misses } of cases) {
      const regExp = new RegExp(canonical, "iu");
      // Several times, since the matcher compiles again what is used more than once.
      for (let times = 0; times < 3; times++) {
        expect([canonical, matches.filter((text) => !regExp.test(text))]).toEqual([canonical, []]);
        expect([canonical, misses.filter((text) => regExp.test(text))]).toEqual([canonical, []]);
      }
    }
  });

  it.each(files.filter((file) => file.groups))("knows the letters of $name", ({ groups = [] }) => {
    // It may know an older Unicode, never other letters.
    const known = groups.filter((group) => !/\p{Cn}/u.test(group));
    const letters = known.join("");
    for (const group of known) {
      for (const letter of group) {
        const found = letters.match(new RegExp(letter, "giu"))?.join("");
        expect([letter, found]).toEqual([letter, group]);
      }
    }
  });
});

describe("the engine in WebAssembly", () => {
  it.each(files.filter((file) => file.cases))("matches patterns as $name says", ({ cases = [] }) => {
    for (const { pattern, matches, misses } of cases) {
      const passing = textsThatPass(pattern, [...matches, ...misses]);
      expect([pattern, passing]).toEqual([pattern, matches]);
    }
  });

  // Why, is said where flows are checked.
  it.each(files.filter((file) => file.refused))("refuses the patterns of $name", ({ refused = [] }) => {
    for (const { pattern } of refused) {
      expect(() => textsThatPass(pattern, ["a"])).toThrow("flow /: `pulsen check` says what is wrong");
    }
  });
});

/** Each text is the key of an option, since typed answers are trimmed; a trigger with the pattern shows a label. */
function textsThatPass(pattern: string, texts: string[]): string[] {
  const trigger = {
    controlType: "value",
    ruleType: "regex",
    answerValue: pattern,
    scope: "element",
    action: "make_visible",
    targetIds: ["label"],
  };
  const options = texts.map((key, at) => ({ id: `o${at}`, key, body: "An option" }));
  const question = { id: "question", style: "radio", body: "Which?", options };
  const flow = {
    id: "pattern",
    states: [
      {
        id: "page",
        elements: [
          { id: "source", type: "question", order: 1, question, triggers: [trigger] },
          { id: "label", type: "label", order: 2, isVisible: false, body: "It matches" },
        ],
      },
    ],
  };
  const session = new FlowSession(JSON.stringify(flow), {});
  const passing = texts.filter((_, at) => {
    session.update({ type: "answered", questionId: "question", answer: { optionIds: [`o${at}`] } });
    return session.view().elements.some((element) => element.id === "label");
  });
  session.free();
  return passing;
}

function read(name: string): PatternFile {
  return JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
}
