import { afterEach, expect, it, vi } from "vitest";
import { reloadPage } from "./reloadPage";

const reload = vi.fn();
const page = { location: { href: "https://pulsen.example/widget", reload } as unknown as Location };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  reload.mockReset();
});

it("reloads the page where the server answers", async () => {
  const fetched = vi.fn(async () => new Response(""));
  vi.stubGlobal("fetch", fetched);
  expect(await reloadPage(page)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  expect(fetched).toHaveBeenCalledWith(page.location.href, expect.objectContaining({ cache: "no-store" }));
});

it("keeps the page where the server does not answer, refuses, or takes too long", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 502 }));
  expect(await reloadPage(page)).toBe(false);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await reloadPage(page)).toBe(false);
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  const late = reloadPage(page);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await late).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
