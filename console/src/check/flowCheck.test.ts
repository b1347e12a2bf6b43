// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { loadFlowCheck } from "./flowCheck";

const WASM = resolve(import.meta.dirname, "../../../engine-wasm/check/pkg/check_wasm_bg.wasm");

afterEach(() => vi.unstubAllGlobals());

it("checks flows as the server does, and loads once", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  await expect(loadFlowCheck()).rejects.toThrow("offline");

  const fetch = vi.fn(
    () => new Response(readFileSync(WASM), { headers: { "Content-Type": "application/wasm" } }),
  );
  vi.stubGlobal("fetch", async () => fetch());
  const check = await loadFlowCheck();
  expect(await loadFlowCheck()).toBe(check);
  expect(fetch).toHaveBeenCalledTimes(1);

  const findings = check(
    '{"id": "f", "nmae": "Visit", "states": [{"id": "s"}], "languages": [{"code": "en"}]}',
  );
  const unknown = findings.find(({ code }) => code === "unknown-field");
  expect(unknown).toMatchObject({
    severity: "error",
    line: 1,
    column: 13,
    pointer: "/nmae",
    within: null,
    params: { field: "nmae" },
    fix: [{ op: "move", from: "/nmae", path: "/name" }],
  });
});
