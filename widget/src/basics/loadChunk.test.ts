import { afterEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError, loadChunk } from "./loadChunk";

afterEach(() => vi.useRealTimers());

it("returns the loaded part", async () => {
  expect(await loadChunk("chat", async () => 7)).toBe(7);
});

it.each([
  ["missing", new TypeError("Failed to fetch dynamically imported module")],
  ["other", new SyntaxError("Unexpected token")],
])("fails with the reason: %s", async (reason, cause) => {
  const error = await loadChunk("chat", () => Promise.reject(cause)).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ name: "ChunkLoadError", cause });
  expect((error as Error).message).toBe(`The part "chat" of this page could not be loaded: ${reason}.`);
});

it("fails after two minutes", async () => {
  vi.useFakeTimers();
  const failed = expect(loadChunk("chat", () => new Promise(() => {}))).rejects.toThrow(/timeout/);
  await vi.advanceTimersByTimeAsync(120_000);
  await failed;
});

describe("every dynamic import", () => {
  const sources = import.meta.glob<string>(
    ["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}", "!../**/*ForTests.ts"],
    {
      query: "?raw",
      import: "default",
      eager: true,
    },
  );
  const imports = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/(?<!typeof )\bimport\(/g)].map(({ index }) => ({
      path,
      before: source.slice(0, index),
    })),
  );

  it("has the limit and the named error", () => {
    expect(imports.length).toBeGreaterThan(20);
    const unlimited = imports.filter(
      ({ before }) => !/\bloadChunk\(\s*["`][^"`]+["`],\s*\(\) =>\s*$/.test(before),
    );
    expect(unlimited.map(({ path }) => path)).toEqual([]);
  });
});
