import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FlowSession } from "engine-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import { loadEngineForTests } from "./loadForTests";
import type { SessionContext, TimedEvent } from "./types";

/** The same files that the native tests read: the engine says the same on both sides. */
const FOLDER = resolve(import.meta.dirname, "../../../engine/fixtures/conversations");

interface Conversation {
  /** A path from the conversation's file, or the flow itself. */
  flow: string | object;
  language?: string;
  now?: number;
  context?: SessionContext;
  events: TimedEvent[];
  expect: unknown[];
}

beforeAll(loadEngineForTests);

describe("the engine in WebAssembly", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".json"));

  it.each(files)("answers as expected in %s", (file) => {
    const path = join(FOLDER, file);
    const conversation = JSON.parse(readFileSync(path, "utf8")) as Conversation;
    expect(conversation.expect).toHaveLength(conversation.events.length);

    const session = start(conversation, dirname(path));
    const differences = conversation.events.flatMap((event, at) => {
      const { effects } = session.update(event);
      return compare(conversation.expect[at], { view: session.view(), effects }, `event ${at}`);
    });
    session.free();

    expect(differences).toEqual([]);
  });
});

function start({ flow, language, now = 0, context }: Conversation, folder: string): FlowSession {
  const text = typeof flow === "string" ? readFileSync(join(folder, flow), "utf8") : JSON.stringify(flow);
  return new FlowSession(text, { ...context, now, ...(language && { urlLanguage: language }) });
}

/** Objects are compared as subsets, where an expected null means that the field is absent; lists item by item. */
function compare(expected: unknown, actual: unknown, place: string): string[] {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((item, at) => compare(item, actual[at], `${place}/${at}`));
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([key, value]) => compare(value, actual[key], `${place}/${key}`));
  }
  if ((expected ?? null) === (actual ?? null)) return [];
  return [`${place}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
