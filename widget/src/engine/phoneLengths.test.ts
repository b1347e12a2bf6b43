import { FlowSession } from "engine-wasm";
import { type CountryCode, Metadata } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/min/metadata";
import { beforeAll, expect, it } from "vitest";
import { loadEngineForTests } from "./loadForTests";
import type { QuestionElement } from "./types";

beforeAll(loadEngineForTests);

/** What the library's types leave out. */
const { country_calling_codes: COUNTRIES, nonGeographic: OF_NO_COUNTRY } = metadata as unknown as {
  country_calling_codes: Record<string, string[]>;
  nonGeographic: Record<string, unknown>;
};

const QUESTION = { id: "q", style: "phone_number" };
const STATES = [
  { id: "s", isInitialState: true, elements: [{ id: "e", type: "question", question: QUESTION }] },
];

/** Returns whether the engine takes a number. */
function isTaken(session: FlowSession, phone: string): boolean {
  const answer = (given: string) =>
    session.update({ type: "answered", questionId: "q", answer: { phone: given }, at: 1 });
  // While a question has a message, each change of its answer is validated.
  answer("1");
  session.update({ type: "next", at: 1 });
  answer(phone);
  const [shown] = session.view().elements as QuestionElement[];
  return !shown?.message;
}

it("knows the possible lengths of numbers as libphonenumber does", () => {
  const flow = { id: "f", languages: [{ code: "en" }], states: STATES };
  const context = { node: { id: "node" }, deviceId: "device", now: 0, query: {} };
  const session = new FlowSession(JSON.stringify(flow), context);
  const plans = new Metadata(metadata);
  for (let code = 1; code < 1000; code++) {
    const lengths = lengthsOf(plans, `${code}`);
    // It is the beginning of another one.
    if (!lengths && isPartOfAnother(`${code}`)) continue;
    for (let digits = 1; digits <= 17 - `${code}`.length; digits++) {
      const total = `${code}`.length + digits;
      const isPossible = total >= 7 && total <= 15 && lengths?.includes(digits) === true;
      expect([code, digits, isTaken(session, `+${code}${"2".repeat(digits)}`)]).toEqual([
        code,
        digits,
        isPossible,
      ]);
    }
  }
  session.free();
});

function lengthsOf(plans: Metadata, code: string): number[] | undefined {
  const plan = COUNTRIES[code]?.[0] ?? (code in OF_NO_COUNTRY ? code : undefined);
  if (!plan) return undefined;
  plans.selectNumberingPlan(plan as CountryCode);
  return plans.numberingPlan?.possibleLengths();
}

function isPartOfAnother(code: string): boolean {
  const codes = [...Object.keys(COUNTRIES), ...Object.keys(OF_NO_COUNTRY)];
  return codes.some((other) => other.startsWith(code) || code.startsWith(other));
}
