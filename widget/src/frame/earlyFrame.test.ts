// @vitest-environment happy-dom
import { ANNOUNCEMENT, type FrameMessage, type Hello, PROTOCOL_VERSION } from "pulsen-loader/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HIDDEN } from "../takeover/beginTakeover";

const CODE = "PSN-DEMO123";
const HELLO: Hello = {
  type: "hello",
  version: PROTOCOL_VERSION,
  code: CODE,
  originUrl: "https://host.example/",
  query: "",
  language: null,
  open: true,
};
const READY = { type: "ready", features: expect.stringContaining("prefill") };

let host: { postMessage: ReturnType<typeof vi.fn> };
/** What the loader has heard. */
let heard: FrameMessage[];
let isStarted: boolean;
/** Removes what the script listens with, which a page keeps to its end. */
let removeListeners: (() => void)[];
/** Called in place of the first frame. */
let afterPaint: (() => void) | undefined;

beforeEach(() => {
  window.localStorage.clear();
  host = { postMessage: vi.fn() };
  heard = [];
  isStarted = false;
  afterPaint = undefined;
  removeListeners = [];
  vi.stubGlobal("parent", host);
  const listen = window.addEventListener.bind(window);
  vi.stubGlobal("addEventListener", (...listener: Parameters<typeof listen>) => {
    listen(...listener);
    removeListeners.push(() => window.removeEventListener(...listener));
  });
  vi.stubGlobal("location", new URL(`https://pulsen.example/widget?code=${CODE}&frame=1`));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: () => void) {
        afterPaint = callback;
      }
      observe() {}
    },
  );
  document.documentElement.lang = "en";
  document.body.innerHTML = `<div id="app" data-prerendered><button data-close></button><main class="frame__content"></main></div>`;
  const content = document.querySelector(".frame__content") as HTMLElement;
  content.getBoundingClientRect = () => new DOMRect(0, 0, 300, 312.4);
  document.addEventListener("pulsen-start", start);
});
afterEach(() => {
  for (const remove of removeListeners) remove();
  document.removeEventListener("pulsen-start", start);
  delete window.pulsenGreeting;
  delete window.pulsenEarly;
  document.documentElement.className = "";
  vi.unstubAllGlobals();
});

describe("to the loader of a widget that is open", () => {
  it("the frame says its height and that it is ready, shows its first view, and starts its scripts after that", async () => {
    await greet();
    expect(heard).toEqual([{ type: "height", height: 313 }, READY]);
    expect([isHidden(), isStarted]).toEqual([false, false]);
    afterPaint?.();
    expect(isStarted).toBe(true);
  });

  it("the frame says only once that it is ready", async () => {
    await greet();
    expect(await window.pulsenGreeting).toMatchObject({ hello: HELLO, isReady: true });
  });

  it("a press of the close button and Escape are said at once, and not after the takeover", async () => {
    await greet();
    heard = [];
    const press = () => {
      document.querySelector<HTMLElement>("[data-close]")?.click();
      window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    };
    press();
    expect(heard).toEqual([{ type: "close" }, { type: "escape" }]);
    expect(window.pulsenEarly?.list).toEqual([]);
    document.getElementById("app")?.removeAttribute("data-prerendered");
    press();
    expect(heard).toHaveLength(2);
  });
});

it("a frame that is loaded before it is opened starts its scripts at once", async () => {
  await greet({ open: false });
  expect([isHidden(), isStarted]).toEqual([false, true]);
});

describe("the first view is hidden, and the scripts start at once,", () => {
  it.each<[string, Partial<Hello>]>([
    ["in an inline form", { inline: { header: true } }],
    ["from a known visitor", { identity: { type: "identify", jws: "a.b.c" } }],
    ["where the host page's address concerns feedback", { query: "internal=true" }],
    ["where the page looks like the host", { look: { color: "#0B6B3A" } }],
    ["in another language", { language: "tr" }],
  ])("%s", async (_, hello) => {
    await greet(hello);
    expect([isHidden(), isStarted, heard]).toEqual([true, true, [READY]]);
  });

  it.each(["FLOW/widget", "FLOW/runs"])("from a visitor of whom the browser has stored %s", async (name) => {
    window.localStorage.setItem(name, "{}");
    await greet();
    expect([isHidden(), isStarted, heard]).toEqual([true, true, [READY]]);
  });

  it("until the loader has said hello", async () => {
    await load();
    expect(host.postMessage).toHaveBeenCalledWith(ANNOUNCEMENT, "*");
    expect([isHidden(), isStarted]).toEqual([true, false]);
  });

  it("on a page that is in no frame", async () => {
    vi.stubGlobal("parent", window);
    await load();
    await vi.waitFor(() => expect([isHidden(), isStarted]).toEqual([true, true]));
  });
});

function start() {
  isStarted = true;
}

function isHidden(): boolean {
  return document.documentElement.classList.contains(HIDDEN);
}

/** Runs the script, and then reads the page to its end. */
async function load() {
  vi.resetModules();
  await import("./earlyFrame");
  window.dispatchEvent(new Event("DOMContentLoaded"));
}

async function greet(hello: Partial<Hello> = {}) {
  await load();
  const port = { postMessage: (message: FrameMessage) => heard.push(message) };
  const event = new MessageEvent("message", { data: { ...HELLO, ...hello }, source: host as never });
  Object.defineProperty(event, "ports", { value: [port] });
  window.dispatchEvent(event);
  await window.pulsenGreeting;
}
