import { expect, it } from "vitest";
import type { FlowEvent } from "../engine/types";
import { notePassedPages } from "./passedPages";

/** A session of three pages, which goes where events lead. */
function session() {
  let page = 0;
  return {
    view: () => ({ stateId: `page-${page}`, elements: [], canGoBack: page > 0 }),
    update({ type }: FlowEvent) {
      if (type === "next") page += 1;
      if (type === "back") page -= 1;
      return { effects: [] };
    },
  };
}

it("the pages before the present one are passed, also after a way back", () => {
  const [noting, passed] = notePassedPages(session());
  const send = (...events: FlowEvent[]) => {
    for (const event of events) noting.update(event);
    return passed().map(({ stateId }) => stateId);
  };
  expect(send({ type: "answered", questionId: "q" })).toEqual([]);
  expect(send({ type: "next" }, { type: "online" }, { type: "next" })).toEqual(["page-0", "page-1"]);
  expect(send({ type: "back" })).toEqual(["page-0"]);
  expect(send({ type: "next" })).toEqual(["page-0", "page-1"]);
});
