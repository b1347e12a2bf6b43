import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LoaderConfiguration } from "../protocol/configuration.ts";
import { createHostAnalytics } from "./hostAnalytics.ts";

const CONFIGURATION: LoaderConfiguration = {
  code: "PSN-DEMO123",
  api_base: "https://pulsen.example",
  labels: { open: "Open feedback", close: "Close", title: "Feedback" },
  config: { node_id: "n", analytics_enabled: true },
};
const HIDDEN = { _launcherVisible: false, open: false };
const DISPLAYED = { _launcherVisible: true, open: false };
const OPEN = { _launcherVisible: true, open: true };

type Layer = Record<string, unknown>[];
const logged = vi.fn();

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(logged);
});
afterEach(() => {
  vi.restoreAllMocks();
  logged.mockReset();
});

function names(layer: unknown): unknown[] {
  return (layer as Layer).map(({ event }) => event);
}

describe("the host's data layer", () => {
  it("gets what happens to the widget, each change once", () => {
    const host: { dataLayer?: Layer } = {};
    const analytics = createHostAnalytics(CONFIGURATION, () => true, host);
    for (const view of [HIDDEN, DISPLAYED, DISPLAYED, OPEN, OPEN, DISPLAYED, HIDDEN, DISPLAYED, OPEN])
      analytics._render(view);
    expect(names(host.dataLayer)).toEqual([
      "pulsen_displayed",
      "pulsen_opened",
      "pulsen_closed",
      "pulsen_opened",
    ]);
    expect(host.dataLayer?.[0]).toMatchObject({ pulsen_widget_code: "PSN-DEMO123", pulsen_node_id: "n" });
  });

  it("learns of a widget without a launcher when it opens", () => {
    const host: { dataLayer?: Layer } = {};
    createHostAnalytics(CONFIGURATION, () => true, host)._render({ _launcherVisible: false, open: true });
    expect(names(host.dataLayer)).toEqual(["pulsen_displayed", "pulsen_opened"]);
  });

  it("gets the frame's events after what it holds", () => {
    const host = { dataLayer: [{ event: "gtm.js" }] as Layer };
    const analytics = createHostAnalytics(CONFIGURATION, () => true, host);
    analytics.receive({ event: "pulsen_submitted", flowId: "f" });
    expect(names(host.dataLayer)).toEqual(["gtm.js", "pulsen_submitted"]);
    expect(host.dataLayer[1]).toMatchObject({ pulsen_widget_code: "PSN-DEMO123", pulsen_flow_id: "f" });
  });

  it("gets nothing without consent, nor that the widget goes with it", () => {
    let isAllowed = false;
    const host: { dataLayer?: Layer } = {};
    const analytics = createHostAnalytics(CONFIGURATION, () => isAllowed, host);
    analytics._render(HIDDEN);
    analytics.receive({ event: "pulsen_submitted", flowId: "f" });
    expect(host).toEqual({});
    isAllowed = true;
    analytics._render(OPEN);
    isAllowed = false;
    analytics._render(HIDDEN);
    expect(names(host.dataLayer)).toEqual(["pulsen_displayed", "pulsen_opened"]);
  });

  it("is whatever has a `push`, and is looked up each time", () => {
    const pushed: unknown[] = [];
    class TagManager {
      push(record: object) {
        expect(this).toBeInstanceOf(TagManager);
        pushed.push(record);
      }
    }
    const host: { dataLayer: unknown } = { dataLayer: [] };
    const analytics = createHostAnalytics(CONFIGURATION, () => true, host);
    analytics._render(DISPLAYED);
    const first = host.dataLayer;
    host.dataLayer = new TagManager();
    analytics._render(OPEN);
    expect(names(first)).toEqual(["pulsen_displayed"]);
    expect(names(pushed)).toEqual(["pulsen_opened"]);
  });

  const throwing = {
    push() {
      throw new Error("The host's own mistake");
    },
  };
  const unreadable = Object.defineProperty({}, "dataLayer", {
    get() {
      throw new Error("The host's own mistake");
    },
  });
  it.each([
    ["throws", { dataLayer: throwing }],
    ["is something else", { dataLayer: "text" }],
    ["has no `push`", { dataLayer: {} }],
    ["cannot be read", unreadable],
    ["cannot be made", Object.freeze({})],
  ])("that %s is reported once and stops nothing", (_, host) => {
    const analytics = createHostAnalytics(CONFIGURATION, () => true, host);
    analytics._render(DISPLAYED);
    analytics._render(OPEN);
    analytics.receive({ event: "pulsen_submitted", flowId: "f" });
    expect(logged).toHaveBeenCalledTimes(2);
    expect(logged.mock.calls[0]?.[0]).toBe("[Pulsen] window.dataLayer takes no analytics events:");
    expect(logged.mock.calls[1]?.[0]).toBeInstanceOf(Error);
  });
});
