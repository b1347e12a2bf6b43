import { expect, it } from "vitest";
import type { FlowEvent } from "../engine/types";
import type { StoredRun } from "../run/storedRuns";
import { filesAfter } from "./recordRun";

const NOW = 1_000_000_000_000;

it("the files of a run are those of its answers", () => {
  const isKept = (id: string) => id.startsWith("kept-");
  const after = (
    files: StoredRun["files"],
    event: FlowEvent,
    effects: Parameters<typeof filesAfter>[2] = [],
  ) => filesAfter(files ?? {}, event, effects, isKept, NOW);
  let files = after({}, { type: "uploaded", questionId: "q", answer: { files: [file("u1"), file("u2")] } });
  files = after(files, { type: "uploaded", questionId: "r", answer: { files: [file("kept-1")] } });
  expect(files).toEqual({
    q: [
      { ...file("u1"), uploadedAt: NOW },
      { ...file("u2"), uploadedAt: NOW },
    ],
    r: [file("kept-1")],
  });
  files = after(files, { type: "answered", questionId: "q", answer: { files: [file("u2")] } });
  expect(files.q).toMatchObject([{ id: "u2" }]);
  expect(after(files, { type: "answered", questionId: "other", answer: { text: "x" } })).toBe(files);
  expect(after(files, { type: "back" }, [{ type: "discard_uploads", questionId: "q" }])).toEqual({
    r: [file("kept-1")],
  });
  expect(after(files, { type: "back" }, [{ type: "discard_uploads" }])).toEqual({});
});

function file(id: string) {
  return { id, name: `${id}.png`, size: 1, type: "image/png" };
}
