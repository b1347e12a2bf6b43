// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { readJson, writeJson } from "../storage/localStore";
import { changeOwner, FORGOTTEN, forgetOwner, NOBODY, presentOwner } from "../storage/owner";
import { followReset } from "./followReset";
import type { LoaderConnection, LoaderMessage } from "./loaderConnection";
import type { TabNews } from "./tabs";

const forgotten = vi.hoisted(() => ({ end: () => {} }));

vi.mock("../outbox/recordOwners", () => ({
  forgetRecords: () => new Promise<void>((resolve) => Object.assign(forgotten, { end: resolve })),
}));

beforeEach(() => {
  localStorage.clear();
  forgetOwner();
  changeOwner("alice");
  writeJson("FLOW/runs", { run: {} });
  sessionStorage.setItem("FLOW/chat_drafts", "{}");
});

/** Returns what a frame does, in order, and what tells it to. */
function start() {
  const did: string[] = [];
  let [hear, hearTab] = [(_: LoaderMessage) => {}, (_: TabNews) => {}];
  const loader = {
    listen: (listener: typeof hear) => {
      hear = listener;
    },
    send: ({ type }: { type: string }) => did.push(type),
  } as unknown as LoaderConnection;
  const tabs = {
    tell: ({ type }: TabNews) => did.push(`tell ${type}`),
    listen(listener: typeof hearTab) {
      hearTab = listener;
      return () => {};
    },
  };
  const [clear, note, begin] = ["clear", "note", "begin"].map((name) => () => void did.push(name));
  followReset(loader, tabs, { clear, note, begin } as never);
  return { did, hear: (message: LoaderMessage) => hear(message), hearTab: (news: TabNews) => hearTab(news) };
}

it("the other tabs learn of it before the database has forgotten", async () => {
  const { did, hear } = start();
  hear({ type: "reset" });
  expect(did).toEqual(["tell reset", "clear"]);
  expect(readJson("FLOW/runs")).toBeUndefined();
  forgotten.end();
  await vi.waitFor(() => expect(did).toEqual(["tell reset", "clear", "begin", "erased"]));
});

it("a tab that learns of it forgets what it alone has, and starts over", () => {
  const alice = presentOwner();
  const { did, hearTab } = start();
  hearTab({ type: "reset" });
  expect(alice.person).toBe(FORGOTTEN);
  expect(presentOwner()).toEqual(NOBODY);
  expect(sessionStorage.getItem("FLOW/chat_drafts")).toBeNull();
  expect(did).toEqual(["clear", "note", "begin"]);
  // The next visitor may have stored it: a tab that was frozen hears late.
  expect(readJson("FLOW/runs")).toEqual({ run: {} });
});

it("a tab also forgets what the browser did not store", () => {
  vi.stubGlobal("localStorage", undefined);
  writeJson("FLOW/runs", { run: {} });
  writeJson("FLOW/left", { run: {} });
  start().hearTab({ type: "reset" });
  expect(readJson("FLOW/runs")).toBeUndefined();
  expect(readJson("FLOW/left")).toEqual({ run: {} });
  vi.unstubAllGlobals();
});
