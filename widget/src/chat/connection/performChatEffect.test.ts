// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { POLL_INTERVAL_MS } from "../timeline/receiving";
import { chatDetail } from "../timeline/testChat";
import { createChatApi } from "./chatApi";
import { type ChatRun, openChat } from "./chatRun";
import { openSocket } from "./socket";

vi.mock("./socket", () => ({ openSocket: vi.fn() }));
vi.mock("./chatApi", () => ({ createChatApi: vi.fn() }));

const fetchChat = vi.fn();
const socketListeners = new Map<string, () => void>();
let run: ChatRun;

beforeEach(() => {
  vi.useFakeTimers();
  fetchChat.mockReset().mockResolvedValue(chatDetail());
  vi.mocked(createChatApi).mockReturnValue({ fetchChat } as never);
  const socket = {
    active: true,
    on: (type: string, listener: () => void) => socketListeners.set(type, listener),
    off: vi.fn(),
  };
  vi.mocked(openSocket).mockResolvedValue(socket as never);
});

afterEach(() => {
  run.send({ type: "leave" });
  vi.useRealTimers();
});

it("polls the chat while the socket fails to connect every five seconds", async () => {
  run = openChat("", { feedbackId: "f", token: "t" }, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetchChat).toHaveBeenCalledOnce();

  for (let seconds = 0; seconds < 60; seconds += 5) {
    socketListeners.get("connect_error")?.();
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(fetchChat.mock.calls.length).toBeGreaterThanOrEqual(60_000 / POLL_INTERVAL_MS);
});

it("fetches the chat when the device has a network again, and reports a device without one at the start", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  run = openChat("", { feedbackId: "f", token: "t" }, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(run.state().offline).toBe(true);

  window.dispatchEvent(new Event("online"));
  expect(run.state().offline).toBe(false);
  expect(fetchChat).toHaveBeenCalledTimes(2);
  onLine.mockRestore();
});
