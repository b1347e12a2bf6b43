import type { Page, Route } from "@playwright/test";
import { ANSWER_GRACE_MS, LOAD_DEADLINE_MS } from "../src/lifecycle/lifecycle";
import { stopClock } from "./support/clock";
import { FailingProxy, type FrameFailure } from "./support/failingProxy";
import { CONTENT_FRAME, type HostedWidget, LAUNCHER_FRAME } from "./support/hostedWidget";
import { HostSite, scriptTag } from "./support/hostSite";
import { type HostState, readHostState } from "./support/hostState";
import { callPsn } from "./support/psn";
import { PulsenServer } from "./support/pulsenServer";
import { expect, RECORDS, test } from "./support/test";

const CORS = { "Access-Control-Allow-Origin": "*" };

test("outside its domains the widget reports that once and does not appear", async ({
  page,
  pulsen,
  host,
  consoleErrors,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const originalState = await stateOf(page, host.add({}));
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2ESHOP") }));
  await expect.poll(() => consoleErrors).toHaveLength(1);
  await callApi(page);
  await expectUnchanged(page, originalState);
  expect(requests.filter((path) => path.startsWith("/widget"))).toEqual([]);
  expect(consoleErrors.splice(0)).toEqual([
    "[Pulsen] Domain Not Allowed: 127.0.0.1 is not among the enabled domains of PSN-E2ESHOP.",
  ]);
});

test("the browser refuses the frame outside its domains, even without the loader", async ({
  page,
  pulsen,
  host,
  consoleErrors,
}) => {
  const frame = async (code: string) => {
    const src = `${pulsen.url}/widget?code=${code}&frame=1`;
    await page.goto(host.add({ body: `<iframe src="${src}" title="Feedback"></iframe>` }));
  };
  const frameUrl = () => page.frames()[1]?.url();

  await frame("PSN-E2EHOST");
  await expect.poll(frameUrl, "its own domain").toContain(pulsen.url);
  await frame("PSN-E2EOPEN");
  await expect.poll(frameUrl, "no domains").toContain(pulsen.url);
  expect(consoleErrors).toEqual([]);
  await frame("PSN-E2ESHOP");
  await expect.poll(frameUrl, "another domain").toBe("chrome-error://chromewebdata/");
  await expect.poll(() => consoleErrors).toHaveLength(1);
  expect(consoleErrors.splice(0)).toEqual([
    expect.stringContaining("frame-ancestors 'self' http://shop.example:*"),
  ]);
});

test("a loader without the domain check cannot show the frame", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  await page.route("**/loader/*.js", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace('"shop.example"', "");
    await route.fulfill({ response, body: text });
  });
  await stopClock(page);
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2ESHOP") }));
  await loadInteraction(page);
  await openFrameThatLoads(widget);
  await expect.poll(() => consoleErrors).toHaveLength(1);
  await expectRemovedAfter(page, ANSWER_GRACE_MS);
  expect(consoleErrors.splice(0)).toEqual([
    expect.stringContaining("frame-ancestors 'self' http://shop.example:*"),
    expect.stringContaining("did not answer"),
  ]);
});

test.describe("when the provider fails after the loader has loaded", () => {
  const FAILURES: Record<string, { failure: FrameFailure; loads: boolean }> = {
    "has a server error": {
      failure: (response) => response.writeHead(500, { "Content-Type": "text/html" }).end("<h1>Oh no</h1>"),
      loads: true,
    },
    "is not found": { failure: (response) => response.writeHead(404).end(), loads: true },
    "is cut off": { failure: (response) => response.destroy(), loads: true },
    "is empty": { failure: (response) => response.writeHead(204).end(), loads: false },
    "never ends": {
      failure: (response) =>
        response.writeHead(200, { "Content-Type": "text/html" }).write("<!doctype html>"),
      loads: false,
    },
    "never starts": { failure: () => {}, loads: false },
  };
  let proxy: FailingProxy;
  test.beforeAll(async () => {
    proxy = await FailingProxy.start(RECORDS);
  });
  test.afterAll(() => proxy.stop());

  for (const [name, { failure, loads }] of Object.entries(FAILURES)) {
    test(`a frame that ${name} is removed with one line on the console`, async ({
      page,
      widget,
      host,
      consoleErrors,
    }) => {
      proxy.frameFailure = undefined;
      await stopClock(page);
      const originalState = await stateOf(page, host.add({}));
      await page.goto(host.add({ head: scriptTag(proxy.url, "PSN-E2EHOST") }));
      const receivedMessages = await subscribe(page);
      proxy.frameFailure = failure;
      await loadInteraction(page);
      if (loads) await openFrameThatLoads(widget);
      else await widget.launcher.click();
      await expectRemovedAfter(page, loads ? ANSWER_GRACE_MS : LOAD_DEADLINE_MS);
      await callApi(page);
      await expectUnchanged(page, originalState);
      await expect.poll(receivedMessages).toEqual(["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]);
      expect(widgetErrors(consoleErrors.splice(0))).toEqual([
        expect.stringMatching(`^\\[Pulsen\\] .*${loads ? "did not answer" : "took too long|did not load"}`),
      ]);
    });
  }

  test("the widget appears if nothing fails", async ({ page, widget, host }) => {
    proxy.frameFailure = undefined;
    await page.goto(host.add({ head: scriptTag(proxy.url, "PSN-E2EHOST") }));
    const receivedMessages = await subscribe(page);
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
    await expect.poll(receivedMessages).toEqual(["PSN_WIDGET_OPENED"]);
  });
});

test("a provider that is down when the visitor opens the widget", async ({
  page,
  widget,
  host,
  consoleErrors,
}) => {
  const provider = await PulsenServer.start({ hostname: "localhost" });
  try {
    provider.import(RECORDS);
    await stopClock(page);
    const originalState = await stateOf(page, host.add({}));
    await page.goto(host.add({ head: scriptTag(provider.url, "PSN-E2EOPEN") }));
    await expect(widget.launcher).toBeVisible();
    await loadInteraction(page);
    await provider.kill();
    await openFrameThatLoads(widget);
    await expectRemovedAfter(page, ANSWER_GRACE_MS);
    await expectUnchanged(page, originalState);
    expect(widgetErrors(consoleErrors.splice(0))).toEqual([
      expect.stringMatching(/^\[Pulsen\] .*did not answer/),
    ]);
  } finally {
    await provider.stop();
  }
});

test.describe("a second part of the loader that does not come", () => {
  const FAILURES: Record<string, { answer: (route: Route) => unknown; afterMs: number }> = {
    "is cut off": { answer: (route) => route.abort(), afterMs: 0 },
    "has a server error": { answer: (route) => route.fulfill({ status: 500 }), afterMs: 0 },
    "is no script": {
      answer: (route) => route.fulfill({ contentType: "text/html", headers: CORS }),
      afterMs: 0,
    },
    "is another module": {
      answer: (route) => route.fulfill({ contentType: "text/javascript", headers: CORS, body: "" }),
      afterMs: 0,
    },
    hangs: { answer: () => {}, afterMs: LOAD_DEADLINE_MS },
  };

  for (const [name, { answer, afterMs }] of Object.entries(FAILURES)) {
    test(`because it ${name} removes the widget with one line on the console`, async ({
      page,
      widget,
      pulsen,
      host,
      consoleErrors,
    }) => {
      await page.route("**/loader/interaction-*", answer);
      await stopClock(page);
      const originalState = await stateOf(page, host.add({}));
      await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2EOPEN") }));
      const refused = page.evaluate(() =>
        (window as unknown as { PSN: HostPsn }).PSN.close().catch(({ name, code }) => [name, code]),
      );
      if (afterMs) {
        await widget.launcher.click();
        await page.clock.runFor(afterMs - 1);
        await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(1);
        await page.clock.runFor(1);
      }
      await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(0);
      await callApi(page);
      await expectUnchanged(page, originalState);
      expect(await refused).toEqual(["PulsenError", "frame_failed"]);
      expect(widgetErrors(consoleErrors.splice(0))).toEqual([
        expect.stringMatching(/^\[Pulsen\] The feedback widget from .* did not load/),
      ]);
    });
  }
});

test("a loader that does not load leaves nothing but the browser's own error", async ({
  page,
  host,
  consoleErrors,
}) => {
  // An address of its own, because another server of the tests could get the released port.
  const gone = await HostSite.start("127.0.0.3");
  await gone.stop();
  const originalState = await stateOf(page, host.add({}));
  const failed = page.waitForEvent("requestfailed");
  await page.goto(host.add({ head: scriptTag(gone.url, "PSN-E2EOPEN") }));
  await failed;
  expect(await readHostState(page)).toEqual({ ...originalState, history: originalState.history + 1 });
  expect(consoleErrors.splice(0)).toEqual(["Failed to load resource: net::ERR_CONNECTION_REFUSED"]);
});

test("a policy of the host that refuses the frame is reported", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  const policy = `default-src 'none'; script-src ${pulsen.url}; style-src 'self'`;
  await page.goto(
    host.add({
      headers: { "Content-Security-Policy": policy },
      head: scriptTag(pulsen.url, "PSN-E2EOPEN"),
    }),
  );
  await expect(widget.launcher).toBeVisible();
  // The frame is refused before the loader's second part is there.
  expect(await callPsn(page, "open")).toEqual({ code: "frame_failed" });
  await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(0);
  const errors = consoleErrors.splice(0);
  expect(widgetErrors(errors)).toEqual([expect.stringContaining(`Add ${pulsen.url} to its frame-src.`)]);
  expect(errors).toContain(`violation: frame-src ${pulsen.url}`);
});

test("an unknown code is reported", async ({ page, pulsen, host, consoleErrors }) => {
  const originalState = await stateOf(page, host.add({}));
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-NOTHERE") }));
  await expect.poll(() => consoleErrors).toHaveLength(1);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('There is no widget "PSN-NOTHERE".')]);
  expect(await readHostState(page)).toEqual({ ...originalState, history: originalState.history + 1 });
});

async function stateOf(page: Page, address: string): Promise<HostState> {
  await page.goto(address);
  return readHostState(page);
}

/** Waits until the loader's second part is there. The life cycle of the frame waits for it. */
async function loadInteraction(page: Page) {
  await page.evaluate(() => (window as unknown as { PSN: HostPsn }).PSN.close());
}

/** Opens the widget, whose interaction is there, and waits until a document has loaded in its frame, even if it is an error page. */
async function openFrameThatLoads({ page, launcher }: HostedWidget) {
  const frame = await page.evaluateHandle(
    (selector) => ({
      load: new Promise<void>((resolve) => {
        const listen = ({ target }: Event) => {
          // Not `instanceof Element`, because the element was created by another window.
          if (`#${(target as Partial<Element>).id}` !== selector) return;
          document.removeEventListener("load", listen, true);
          resolve();
        };
        document.addEventListener("load", listen, true);
      }),
    }),
    CONTENT_FRAME,
  );
  await launcher.click();
  await frame.evaluate(({ load }) => load);
}

/** Expects that the widget is removed after this time and not before. */
async function expectRemovedAfter(page: Page, milliseconds: number) {
  await page.clock.runFor(milliseconds - 1);
  await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(0);
}

/** Calls the commands that a host may still use after the widget was removed. */
async function callApi(page: Page) {
  await page.evaluate(() => {
    const { PSN } = window as unknown as { PSN: HostPsn };
    PSN.open();
    PSN.toggle();
    PSN.close();
    PSN("open");
  });
}

async function expectUnchanged(page: Page, originalState: HostState) {
  await expect(page.locator(`${LAUNCHER_FRAME}, ${CONTENT_FRAME}, pulsen-widget`)).toHaveCount(0);
  expect(await readHostState(page)).toEqual({
    ...originalState,
    globals: [...originalState.globals, "PSN"].sort(),
    history: originalState.history + 1,
  });
}

/** Subscribes as a host does. The returned function returns the messages so far. */
async function subscribe(page: Page): Promise<() => Promise<string[]>> {
  const received = await page.evaluateHandle(() => {
    const { PSN } = window as unknown as { PSN: HostPsn };
    const messages: string[] = [];
    for (const message of ["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]) {
      PSN.on(message, () => messages.push(message));
    }
    return messages;
  });
  return () => received.jsonValue();
}

interface HostPsn {
  (command: string): void;
  open(): void;
  toggle(): void;
  close(): Promise<void>;
  on(type: string, callback: () => void): void;
}

/** Returns the errors that are not the browser's own about a request or a policy. */
function widgetErrors(errors: string[]): string[] {
  return errors.filter(
    (line) => !/^(Failed to load (resource|module script)|violation|Framing|Refused)/.test(line),
  );
}
