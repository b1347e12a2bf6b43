// @vitest-environment happy-dom
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderSignedIn } from "../session/renderSignedIn";
import { anItem } from "./fixtures";
import { type Notifications, useNotifications } from "./notifications";

/** Those that are on the screen. */
let shown: string[] = [];

class FakeNotification {
  static permission = "granted";
  onclose: (() => void) | null = null;
  private readonly tag: string;
  constructor(_title: string, { tag = "" }: NotificationOptions) {
    this.tag = tag;
    shown = [...shown.filter((other) => other !== tag), tag];
  }
  close() {
    shown = shown.filter((other) => other !== this.tag);
    this.onclose?.();
  }
}

beforeEach(() => {
  shown = [];
  localStorage.setItem("pulsen-console-notifications", "on");
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function draw(Fake: unknown): Notifications {
  vi.stubGlobal("Notification", Fake);
  let notifications: Notifications | undefined;
  function Probe() {
    notifications = useNotifications(() => {});
    return null;
  }
  renderSignedIn(<Probe />);
  if (!notifications) throw new Error("It is drawn.");
  return notifications;
}

it("takes its notifications from the screen when the inbox is left", () => {
  const { notify } = draw(FakeNotification);
  notify(anItem({ feedback_id: "a" }));
  notify(anItem({ feedback_id: "b" }));
  notify(anItem({ feedback_id: "a" }));
  expect(shown.sort()).toEqual(["pulsen-a", "pulsen-b"]);
  cleanup();
  expect(shown).toEqual([]);
});

it("goes on where the browser shows none", () => {
  const { notify } = draw(
    class {
      static permission = "granted";
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    },
  );
  expect(() => notify(anItem())).not.toThrow();
});
