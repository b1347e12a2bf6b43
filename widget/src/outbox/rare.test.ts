import { expect, it } from "vitest";
import { exportRefused } from "./rare";
import { FRESH, type OutboxRecord } from "./records/record";

it("what was set aside is exported as it was answered last, with its files under the ids that it names", async () => {
  const submission = (key: string, fileId: string) => ({
    key,
    partial: false,
    body: JSON.stringify({ key, file: fileId }),
    headers: {},
    content: key,
  });
  const file = { name: "a.png", size: 1, type: "image/png" };
  const record: OutboxRecord = {
    ...FRESH,
    id: "run",
    lane: "lane",
    order: 1,
    writtenAt: 0,
    apiBase: "",
    state: "refused",
    attempt: submission("k1", "u1"),
    next: submission("k2", "kept-1"),
    files: { "kept-1": { ...file, uploadedAs: "u1" }, "kept-2": file },
    settled: { status: 0, body: { code: "expired" }, at: 0, isComplete: true },
  };
  expect(JSON.parse(await exportRefused([record]).text())).toEqual([
    {
      reason: "expired",
      refused_at: "1970-01-01T00:00:00.000Z",
      feedback: { key: "k2", file: "u1" },
      files: [
        { ...file, active_storage_blob_id: "u1" },
        { ...file, active_storage_blob_id: "kept-2" },
      ],
    },
  ]);
});
