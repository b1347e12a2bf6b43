import type { Page } from "@playwright/test";
import { stopClock } from "../../widget/e2e/support/clock";
import { Pulsen } from "../../widget/e2e/support/pulsen";
import { ANSWER_GRACE_MS, LOAD_DEADLINE_MS } from "../src/lifecycle/lifecycle";
import { type FrameFate, FrontDoor } from "./support/frontDoor";
import { scriptTag } from "./support/guards";
import { CONTENT_FRAME, type HostedWidget, LAUNCHER_FRAME } from "./support/hostedWidget";
import { HostSite } from "./support/hostSite";
import { type HostState, readHostState } from "./support/hostState";
import { expect, RECORDS, test } from "./support/test";

test("outside its domains the widget says so once and is not there", async ({
  page,
  pulsen,
  host,
  complaints,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const bare = await stateOf(page, host.add({}));
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2ESHOP") }));
  await expect.poll(() => complaints).toHaveLength(1);
  await askForIt(page);
  await expectNothingOn(page, bare);
  expect(asked.filter((path) => path.startsWith("/widget"))).toEqual([]);
  expect(complaints.splice(0)).toEqual([
    "[Pulsen] Domain Not Allowed: 127.0.0.1 is not among the enabled domains of PSN-E2ESHOP.",
  ]);
});

test("the browser refuses the frame outside its domains, whatever the page does", async ({
  page,
  pulsen,
  host,
  complaints,
}) => {
  const frame = async (code: string) => {
    const src = `${pulsen.url}/widget?code=${code}&frame=1`;
    await page.goto(host.add({ body: `<iframe src="${src}" title="Feedback"></iframe>` }));
  };
  const addressWithin = () => page.frames()[1]?.url();

  await frame("PSN-E2EHOST");
  await expect.poll(addressWithin, "its own domain").toContain(pulsen.url);
  await frame("PSN-E2EOPEN");
  await expect.poll(addressWithin, "no domain named").toContain(pulsen.url);
  expect(complaints).toEqual([]);
  await frame("PSN-E2ESHOP");
  await expect.poll(addressWithin, "another's").toBe("chrome-error://chromewebdata/");
  await expect.poll(() => complaints).toHaveLength(1);
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining("frame-ancestors 'self' http://shop.example:*"),
  ]);
});

test("nothing is won by a loader without its check of the domain", async ({
  page,
  widget,
  pulsen,
  host,
  complaints,
}) => {
  await page.route("**/loader/*.js", async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace('"shop.example"', "");
    await route.fulfill({ response: answer, body: text });
  });
  await stopClock(page);
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2ESHOP") }));
  await openFrameThatLoads(widget);
  await expect.poll(() => complaints).toHaveLength(1);
  await expectWithdrawnAfter(page, ANSWER_GRACE_MS);
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining("frame-ancestors 'self' http://shop.example:*"),
    expect.stringContaining("did not answer"),
  ]);
});

test.describe("when the provider fails after its loader has come", () => {
  const FATES: Record<string, { fate: FrameFate; loads: boolean }> = {
    "is broken": {
      fate: (answer) => answer.writeHead(500, { "Content-Type": "text/html" }).end("<h1>Oh no</h1>"),
      loads: true,
    },
    "is not found": { fate: (answer) => answer.writeHead(404).end(), loads: true },
    "is reset": { fate: (answer) => answer.destroy(), loads: true },
    "is empty": { fate: (answer) => answer.writeHead(204).end(), loads: false },
    "never ends": {
      fate: (answer) => answer.writeHead(200, { "Content-Type": "text/html" }).write("<!doctype html>"),
      loads: false,
    },
    "never comes": { fate: () => {}, loads: false },
  };
  let door: FrontDoor;
  test.beforeAll(async () => {
    door = await FrontDoor.start(RECORDS);
  });
  test.afterAll(() => door.stop());

  for (const [name, { fate, loads }] of Object.entries(FATES)) {
    test(`a frame that ${name} goes away with one line`, async ({ page, widget, host, complaints }) => {
      door.fate = undefined;
      await stopClock(page);
      const bare = await stateOf(page, host.add({}));
      await page.goto(host.add({ head: scriptTag(door.url, "PSN-E2EHOST") }));
      const heard = await listen(page);
      door.fate = fate;
      if (loads) await openFrameThatLoads(widget);
      else await widget.launcher.click();
      await expectWithdrawnAfter(page, loads ? ANSWER_GRACE_MS : LOAD_DEADLINE_MS);
      await askForIt(page);
      await expectNothingOn(page, bare);
      expect(await heard()).toEqual(["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]);
      expect(linesOfOurs(complaints.splice(0))).toEqual([
        expect.stringMatching(`^\\[Pulsen\\] .*${loads ? "did not answer" : "took too long"}`),
      ]);
    });
  }

  test("the same widget appears when nothing fails", async ({ page, widget, host }) => {
    door.fate = undefined;
    await page.goto(host.add({ head: scriptTag(door.url, "PSN-E2EHOST") }));
    const heard = await listen(page);
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
    expect(await heard()).toEqual(["PSN_WIDGET_OPENED"]);
  });
});

test("a provider that is down when the visitor comes", async ({ page, widget, host, complaints }) => {
  const provider = await Pulsen.start({ hostname: "localhost" });
  try {
    provider.import(RECORDS);
    await stopClock(page);
    const bare = await stateOf(page, host.add({}));
    await page.goto(host.add({ head: scriptTag(provider.url, "PSN-E2EOPEN") }));
    await expect(widget.launcher).toBeVisible();
    await provider.kill();
    await openFrameThatLoads(widget);
    await expectWithdrawnAfter(page, ANSWER_GRACE_MS);
    await expectNothingOn(page, bare);
    expect(linesOfOurs(complaints.splice(0))).toEqual([
      expect.stringMatching(/^\[Pulsen\] .*did not answer/),
    ]);
  } finally {
    await provider.stop();
  }
});

test("a loader that does not come leaves nothing but the browser's own line", async ({
  page,
  host,
  complaints,
}) => {
  // At an address where nobody else listens: a port that is given back may soon be another's.
  const gone = await HostSite.start("127.0.0.3");
  await gone.stop();
  const bare = await stateOf(page, host.add({}));
  const failed = page.waitForEvent("requestfailed");
  await page.goto(host.add({ head: scriptTag(gone.url, "PSN-E2EOPEN") }));
  await failed;
  expect(await readHostState(page)).toEqual({ ...bare, history: bare.history + 1 });
  expect(complaints.splice(0)).toEqual(["Failed to load resource: net::ERR_CONNECTION_REFUSED"]);
});

test("a policy of the host's that refuses the frame is named", async ({
  page,
  widget,
  pulsen,
  host,
  complaints,
}) => {
  const policy = `default-src 'none'; script-src ${pulsen.url}; style-src 'self'`;
  await page.goto(
    host.add({
      headers: { "Content-Security-Policy": policy },
      head: scriptTag(pulsen.url, "PSN-E2EOPEN"),
    }),
  );
  await widget.launcher.click();
  await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(0);
  const lines = complaints.splice(0);
  expect(linesOfOurs(lines)).toEqual([expect.stringContaining(`Add ${pulsen.url} to its frame-src.`)]);
  expect(lines).toContain(`violation: frame-src ${pulsen.url}`);
});

test("a code that no widget has is named", async ({ page, pulsen, host, complaints }) => {
  const bare = await stateOf(page, host.add({}));
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-NOTHERE") }));
  await expect.poll(() => complaints).toHaveLength(1);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('There is no widget "PSN-NOTHERE".')]);
  expect(await readHostState(page)).toEqual({ ...bare, history: bare.history + 1 });
});

async function stateOf(page: Page, address: string): Promise<HostState> {
  await page.goto(address);
  return readHostState(page);
}

/** Opens the widget and waits until its frame has loaded, be it the browser's own page about a failure. */
async function openFrameThatLoads({ page, launcher }: HostedWidget) {
  const frame = await page.evaluateHandle(
    (selector) => ({
      load: new Promise<void>((resolve) => {
        const listen = ({ target }: Event) => {
          // Not `instanceof Element`: it is made in another realm.
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

/** The widget is there until this time has passed. */
async function expectWithdrawnAfter(page: Page, milliseconds: number) {
  await page.clock.runFor(milliseconds - 1);
  await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(0);
}

/** All that a host can ask of a widget that is gone. */
async function askForIt(page: Page) {
  await page.evaluate(() => {
    const { PSN } = window as unknown as { PSN: HostPsn };
    PSN.open();
    PSN.toggle();
    PSN.close();
    PSN("open");
  });
}

async function expectNothingOn(page: Page, bare: HostState) {
  await expect(page.locator(`${LAUNCHER_FRAME}, ${CONTENT_FRAME}, pulsen-widget`)).toHaveCount(0);
  expect(await readHostState(page)).toEqual({
    ...bare,
    globals: [...bare.globals, "PSN"].sort(),
    history: bare.history + 1,
  });
}

/** Listens as a host does; the returned function says what it has heard. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const { PSN } = window as unknown as { PSN: HostPsn };
    const messages: string[] = [];
    for (const message of ["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED"]) {
      PSN.on(message, () => messages.push(message));
    }
    return messages;
  });
  return () => heard.jsonValue();
}

interface HostPsn {
  (command: string): void;
  open(): void;
  toggle(): void;
  close(): void;
  on(type: string, callback: () => void): void;
}

/** What is not the browser's own about a request or a policy. */
function linesOfOurs(lines: string[]): string[] {
  return lines.filter((line) => !/^(Failed to load resource|violation|Framing|Refused)/.test(line));
}
