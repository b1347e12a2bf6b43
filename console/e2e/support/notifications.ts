import type { Page } from "@playwright/test";

/** Notifications of the browser, and whether its page can be seen: no test sees or does that by itself. */
export interface Screen {
  /** Returns those that are shown, as `title: text`. */
  shown(): Promise<string[]>;
  /** Presses the last one. */
  press(): Promise<void>;
  setPageVisible(isVisible: boolean): Promise<void>;
}

interface TestWindow {
  testScreen: { shown: TestNotification[]; isPageVisible: boolean };
}

interface TestNotification {
  words: string;
  onclick?: () => void;
}

/** Puts a screen of the test in the place of the browser's, for documents that are opened later. Permission is given if asked. */
export async function watchScreen(page: Page): Promise<Screen> {
  await page.addInitScript(() => {
    const screen: TestWindow["testScreen"] = { shown: [], isPageVisible: true };
    class Notification implements TestNotification {
      static permission = "default";
      readonly words: string;
      declare onclick?: () => void;
      constructor(title: string, { body }: NotificationOptions) {
        this.words = `${title}: ${body}`;
        screen.shown.push(this);
      }
      static requestPermission() {
        Notification.permission = "granted";
        return Promise.resolve(Notification.permission);
      }
      close() {
        screen.shown = screen.shown.filter((other) => other !== this);
      }
    }
    Object.assign(window, { testScreen: screen, Notification });
    Object.defineProperty(document, "visibilityState", {
      get: () => (screen.isPageVisible ? "visible" : "hidden"),
    });
  });
  return {
    shown: () =>
      page.evaluate(() => (window as unknown as TestWindow).testScreen.shown.map(({ words }) => words)),
    press: () => page.evaluate(() => (window as unknown as TestWindow).testScreen.shown.at(-1)?.onclick?.()),
    setPageVisible: (isVisible) =>
      page.evaluate((isVisible) => {
        (window as unknown as TestWindow).testScreen.isPageVisible = isVisible;
        document.dispatchEvent(new Event("visibilitychange"));
      }, isVisible),
  };
}
