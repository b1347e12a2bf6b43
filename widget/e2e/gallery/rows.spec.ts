import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { STATES } from "./sample";
import { SAMPLES } from "./samples";
import { ENDING_TYPES } from "./scenes/endingScenes";

const ENGINE = join(import.meta.dirname, "../../../engine/src");

/** Styles that no visitor sees. */
const UNSEEN = ["hidden_field"];

/** Returns the names of all question styles that are drawn, from the engine's table of them. */
function styles(): string[] {
  const table = readFileSync(join(ENGINE, "question/styles/mod.rs"), "utf8");
  const names = [...table.matchAll(/\bentry\(\s*"(\w+)"/g)].map(([, name = ""]) => name);
  return names.filter((name) => !UNSEEN.includes(name));
}

/** Returns the names of all types of elements. */
function elementTypes(): string[] {
  const [, variants = ""] =
    /pub enum ElementKind \{(.*?)^\}/ms.exec(readFileSync(join(ENGINE, "flow/model.rs"), "utf8")) ?? [];
  return [...variants.matchAll(/^ {4}([A-Z]\w+)/gm)].map(([, name = ""]) =>
    name.replace(/(?<!^)[A-Z]/g, "_$&").toLowerCase(),
  );
}

test("each question style and each type of element has a row in the gallery", () => {
  const asked = new Set(SAMPLES.flatMap(({ question }) => question?.style ?? []));
  expect([...asked].sort()).toEqual(styles().sort());
  const shown = new Set(SAMPLES.map(({ element }) => element?.type ?? "question"));
  expect([...shown, ...ENDING_TYPES].sort()).toEqual(elementTypes().sort());
});

test("each row says of each state whether it is there, or why not", () => {
  for (const { id, states } of SAMPLES) {
    expect(Object.keys(states).sort(), id).toEqual([...STATES].sort());
    for (const shown of Object.values(states))
      if (typeof shown === "object" && "none" in shown) expect(shown.none, id).toMatch(/^[A-Z].*\.$/);
  }
  expect(new Set(SAMPLES.map(({ id }) => id)).size).toBe(SAMPLES.length);
});
