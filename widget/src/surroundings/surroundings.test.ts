// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { closeWebView } from "./closeWebView";
import { postToSurroundings } from "./surroundings";

const DATA = { feedback_id: "f" };
const JSON_TEXT = '{"type":"PSN_END_OF_FLOW","data":{"feedback_id":"f"}}';

let toOwnWindow: ReturnType<typeof vi.fn>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (Linux; Android 16) PulsenSDK/1.0" });
  toOwnWindow = vi.fn();
  vi.spyOn(window, "postMessage").mockImplementation(toOwnWindow as never);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A bridge that, like native ones, works only as a method of its object. */
function createBridge() {
  const received: string[] = [];
  const bridge = {
    postMessage(this: unknown, json: string) {
      if (this !== bridge) throw new TypeError("Illegal invocation");
      received.push(json);
    },
  };
  return { bridge, received };
}

function post(delayMs = 0) {
  postToSurroundings("PSN_END_OF_FLOW", DATA, delayMs);
  vi.advanceTimersByTime(delayMs);
}

it.each([
  ["React Native", (bridge: object) => ({ ReactNativeWebView: bridge })],
  ["WebKit", (bridge: object) => ({ webkit: { messageHandlers: { pulsen: bridge } } })],
  ["Android or Flutter", (bridge: object) => ({ PulsenSDK: bridge })],
])("an application gets messages through the bridge of %s, and nobody else does", (_, install) => {
  const { bridge, received } = createBridge();
  for (const [name, value] of Object.entries(install(bridge))) vi.stubGlobal(name, value);
  post();
  expect(received).toEqual([JSON_TEXT]);
  expect(toOwnWindow).not.toHaveBeenCalled();
});

it("an application without a bridge gets them in the page's own window", () => {
  vi.stubGlobal("webkit", { messageHandlers: {} });
  post();
  expect(toOwnWindow).toHaveBeenCalledExactlyOnceWith(JSON_TEXT, window.location.origin);
});

it("a broken bridge is reported, and the next one is tried", () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  const { bridge, received } = createBridge();
  const broken = () => {
    throw new Error("no handler");
  };
  vi.stubGlobal("ReactNativeWebView", { postMessage: broken });
  vi.stubGlobal("webkit", {
    get messageHandlers() {
      return broken();
    },
  });
  vi.stubGlobal("PulsenSDK", bridge);
  post();
  expect(received).toEqual([JSON_TEXT]);
  expect(report).toHaveBeenCalledTimes(2);

  vi.stubGlobal("PulsenSDK", {});
  post();
  expect(toOwnWindow).toHaveBeenCalledTimes(1);
});

it("a message waits for its delay, but not if the visitor leaves before", () => {
  const { bridge, received } = createBridge();
  vi.stubGlobal("PulsenSDK", bridge);
  postToSurroundings("PSN_END_OF_FLOW", DATA, 3_000);
  vi.advanceTimersByTime(2_999);
  expect(received).toEqual([]);
  window.dispatchEvent(new Event("pagehide"));
  expect(received).toEqual([JSON_TEXT]);
  vi.advanceTimersByTime(3_000);
  expect(received).toHaveLength(1);
});

it("a page in an ordinary browser tells nobody", () => {
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (Linux; Android 16)" });
  const { bridge, received } = createBridge();
  vi.stubGlobal("PulsenSDK", bridge);
  post();
  expect(received).toEqual([]);
  expect(toOwnWindow).not.toHaveBeenCalled();
});

it("a framed page tells the page that frames it, which the browser names, and not the application", () => {
  const { bridge, received } = createBridge();
  vi.stubGlobal("PulsenSDK", bridge);
  const framing = { postMessage: vi.fn() };
  vi.spyOn(window, "parent", "get").mockReturnValue(framing as never);
  post();
  expect(framing.postMessage).not.toHaveBeenCalled();
  vi.spyOn(document, "referrer", "get").mockReturnValue("https://shop.example/page");
  post();
  expect(framing.postMessage).toHaveBeenCalledExactlyOnceWith(JSON_TEXT, "https://shop.example");
  expect(received).toEqual([]);
});

it("a chat asks the application to close the web view", () => {
  const { bridge, received } = createBridge();
  vi.stubGlobal("PulsenSDK", bridge);
  closeWebView();
  expect(received).toEqual(['{"type":"PSN_WEB_WIDGET_CLOSED","data":{}}']);
});
