// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { readJson, readText } from "../storage/localStore";
import { createLazyOutbox } from "./lazyOutbox";
import type { SubmissionEffect } from "./records/submission";

vi.mock("./loadOutbox", () => ({ loadOutbox: () => Promise.reject(new Error("not there")) }));

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("without its script a feedback is kept as that of the person who gave it", async () => {
  for (const person of ["bob", ""]) {
    const options = { apiBase: "", owner: { person }, signature: "signed" };
    const outbox = createLazyOutbox(
      options as Parameters<typeof createLazyOutbox>[0],
      `run of ${person}`,
      () => [],
      () => false,
    );
    outbox.keep({ feedback: { node_id: "n", flow_id: "f" }, headers: {} } as unknown as SubmissionEffect);
  }
  const submission = {
    key: expect.any(String),
    partial: false,
    body: '{"node_id":"n","flow_id":"f"}',
    headers: { "X-Signature": "signed" },
    content: expect.any(String),
  };
  const kept = { lane: '["n","f"]', apiBase: "", submission, now: expect.any(Number) };
  await vi.waitFor(() =>
    expect(readJson("FLOW/left")).toEqual({ "run of bob": { ...kept, person: "bob" }, "run of ": kept }),
  );
  // Else the next page would not look.
  expect(readText("FLOW/device_id")).toBeDefined();
});
