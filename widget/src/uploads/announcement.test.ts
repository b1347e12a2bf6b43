import { expect, it } from "vitest";
import { announce } from "./announcement";
import type { UploadItem, UploadState } from "./uploadItem";

const waiting = { kind: "waiting" } as const;
const uploaded = { kind: "uploaded", id: "b" } as const;

it.each<[string, UploadState | undefined, UploadState | undefined, object | undefined]>([
  ["the beginning of an upload", undefined, waiting, { key: "announce_uploading", name: "1.png" }],
  ["the beginning of one that need not wait", undefined, at(0), { key: "announce_uploading", name: "1.png" }],
  ["nothing when the waiting ends", waiting, at(0), undefined],
  ["a quarter of the way", at(24), at(25), { key: "announce_progress", name: "1.png", percent: 25 }],
  ["several quarters at once", at(0), at(80), { key: "announce_progress", name: "1.png", percent: 80 }],
  ["nothing in between", at(26), at(49), undefined],
  ["nothing when all is sent", at(80), at(100), undefined],
  ["nothing of another try", at(80), at(0), undefined],
  ["the end", at(100), uploaded, { key: "announce_uploaded", name: "1.png" }],
  [
    "a failure",
    at(10),
    { kind: "failed", problem: { key: "too_many_uploads" }, mayRetry: true },
    { key: "announce_problem", name: "1.png", problem: { key: "too_many_uploads" } },
  ],
  [
    "that a file is kept",
    at(10),
    { kind: "kept", id: "kept-1" },
    { key: "announce_problem", name: "1.png", problem: { key: "kept" } },
  ],
  [
    "a refusal",
    undefined,
    { kind: "refused", problem: { key: "too_large" } },
    { key: "announce_problem", name: "1.png", problem: { key: "too_large" } },
  ],
  ["a removal", uploaded, undefined, { key: "announce_removed", name: "1.png" }],
  ["nothing where nothing changed", uploaded, uploaded, undefined],
])("says %s", (_, before, after, said) => {
  expect(announce(list(before), list(after))).toEqual(said);
});

it("says only beginning and end of several uploads at once", () => {
  expect(announce(list(at(20), at(20)), list(at(60), at(20)))).toBeUndefined();
  expect(announce(list(at(20), at(100)), list(at(20), uploaded))).toEqual({
    key: "announce_uploaded",
    name: "2.png",
  });
});

function at(percent: number): UploadState {
  return { kind: "uploading", percent };
}

function list(...states: (UploadState | undefined)[]): UploadItem[] {
  const items = states.map(
    (state, index) =>
      state && { key: index, file: new File([], ""), name: `${index + 1}.png`, size: 1, state },
  );
  return items.filter((item) => item !== undefined);
}
