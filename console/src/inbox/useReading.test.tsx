// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { LiveProvider } from "../live";
import { fakeSocket } from "../live/fakeSocket";
import { renderSignedIn, SESSION } from "../session/renderSignedIn";
import type { StaffChat } from "../wire";
import { aMessage } from "./fixtures";
import { useReading } from "./useReading";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const CHAT = {
  feedback_id: "c1",
  cursor: "3.h",
  read_position: 1,
  timeline_items: [aMessage(1), aMessage(3)],
} as StaffChat;

const look = (at: "visible" | "hidden") => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(at);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
};

/** Reads a chat, of which the server learns only if it is told as `isTold` says. */
async function read(isTold: () => boolean) {
  const told: string[] = [];
  const tell = async (_: string, cursor: string) => {
    told.push(cursor);
    return isTold();
  };
  function Reader() {
    useReading(CHAT, true, tell);
    return null;
  }
  const socket = fakeSocket();
  const open = async () => socket;
  renderSignedIn(
    <LiveProvider of="1" open={open}>
      <Reader />
    </LiveProvider>,
    { ...SESSION, rights: ["chat"] },
  );
  await act(async () => {});
  return { told, socket };
}

it("tells once what was read", async () => {
  const { told, socket } = await read(() => true);
  await act(async () => socket.receive("connect"));
  look("hidden");
  look("visible");
  expect(told).toEqual(["3.h"]);
});

it("tells again what could not be told: after a lost connection, and when the page is looked at", async () => {
  let isTold = false;
  const { told, socket } = await read(() => isTold);
  expect(told).toHaveLength(1);
  await act(async () => socket.receive("connect"));
  expect(told).toHaveLength(2);
  isTold = true;
  look("hidden");
  look("visible");
  await act(async () => {});
  expect(told).toHaveLength(3);
  await act(async () => {
    socket.receive("disconnect", "ping timeout");
    socket.receive("connect");
  });
  expect(told).toHaveLength(3);
});
