// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import type { SubmissionEffect } from "../outbox/submission";
import { readJson } from "../storage/localStore";
import { createLazyOutbox } from "./lazyOutbox";

vi.mock("./loadOutbox", () => ({ loadOutbox: () => Promise.reject(new Error("not there")) }));

it("without its script a feedback is kept as that of the person who gave it", async () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  for (const person of ["bob", ""]) {
    const options = { owner: { person } } as Parameters<typeof createLazyOutbox>[0];
    const outbox = createLazyOutbox(
      options,
      "run",
      () => [],
      () => false,
    );
    outbox.keep({ feedback: { node_id: "n" }, headers: {} } as unknown as SubmissionEffect);
  }
  const kept = { key: "run", partial: false, body: '{"node_id":"n"}', headers: {} };
  await vi.waitFor(() => expect(readJson("FLOW/offline")).toEqual([{ ...kept, person: "bob" }, kept]));
  report.mockRestore();
});
