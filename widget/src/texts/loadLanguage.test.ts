import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTexts } from "./createTexts";
import { loadLanguage, onTexts, textsVersion } from "./loadLanguage";

const turkish = { default: { page: { back: "Geri" } } };
let arrive: (file: typeof turkish) => void;
let fail: (error: unknown) => void;

vi.mock("./languageFiles", () => {
  const load = vi.fn(
    () =>
      new Promise<typeof turkish>((resolve, reject) => {
        arrive = resolve;
        fail = reject;
      }),
  );
  const languages = ["tr", "de", "fr", "it"].map((code) => [`./languages/${code}.json`, load]);
  return { LANGUAGE_FILES: { page: Object.fromEntries(languages), chat: {}, kiosk: {}, pace: {} } };
});

const textIn = createTexts("page", { back: "Back" });

beforeEach(async () => {
  // Compiled on first use, which takes longer than the clock of a test waits.
  await import("./languageFiles");
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Whether something has ended, and how. */
function follow<Value>(promise: Promise<Value>): { ended?: Value } {
  const state: { ended?: Value } = {};
  void promise.then((value) => {
    state.ended = value;
  });
  return state;
}

it("waits 3 s for texts, and continues in English until they come", async () => {
  const heard = vi.fn();
  const stop = onTexts(heard);
  const before = textsVersion();
  const first = follow(loadLanguage("page", "tr"));
  await vi.advanceTimersByTimeAsync(2_999);
  expect(first).toEqual({});
  await vi.advanceTimersByTimeAsync(1);
  expect(first).toEqual({ ended: true });
  expect(textIn("tr", "back")).toBe("Back");

  // Anyone else who needs them does not wait once more.
  const second = follow(loadLanguage("page", "tr"));
  await vi.advanceTimersByTimeAsync(0);
  expect(second).toEqual({ ended: true });

  expect(heard).not.toHaveBeenCalled();
  arrive(turkish);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toHaveBeenCalledOnce();
  expect(textsVersion()).toBe(before + 1);
  expect(textIn("tr", "back")).toBe("Geri");
  expect(await loadLanguage("page", "tr")).toBe(false);
  stop();
});

it("does not wait for texts that are there, nor for English", async () => {
  const loading = follow(loadLanguage("page", "fr"));
  await vi.advanceTimersByTimeAsync(0);
  arrive(turkish);
  await vi.advanceTimersByTimeAsync(0);
  expect(loading).toEqual({ ended: false });
  expect(await loadLanguage("page", "fr")).toBe(false);
  expect(await loadLanguage("page", "en-gb")).toBe(false);
});

it("gives texts up after two minutes, with the name of the error", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  void loadLanguage("page", "de");
  await vi.advanceTimersByTimeAsync(119_999);
  expect(log).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  const [, error] = log.mock.calls[0] ?? [];
  expect(error).toMatchObject({
    name: "ChunkLoadError",
    message: 'The part "de.page" of this page could not be loaded: timeout.',
  });
});

it("tries again on the next occasion where texts could not be loaded", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const failed = follow(loadLanguage("page", "it"));
  await vi.advanceTimersByTimeAsync(0);
  fail(new TypeError("Failed to fetch"));
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toEqual({ ended: false });
  expect(textIn("it", "back")).toBe("Back");
  void loadLanguage("page", "it");
  await vi.advanceTimersByTimeAsync(0);
  arrive(turkish);
  await vi.advanceTimersByTimeAsync(0);
  expect(textIn("it", "back")).toBe("Geri");
});
