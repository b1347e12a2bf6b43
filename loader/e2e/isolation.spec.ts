import type { Frame } from "@playwright/test";
import { ANNOUNCEMENT, type Hello, PROTOCOL_VERSION } from "../src/protocol/protocol";
import { HostSite, scriptTag } from "./support/hostSite";
import { expect, test } from "./support/test";

const CODE = "PSN-E2EOPEN";

/** A host that answers `ping`. Anyone who gets the `pong` has received everything that was posted to them before. */
const ECHO = `<script>
addEventListener("message", ({ data, source }) => data === "ping" && source.postMessage("pong", "*"));
</script>`;

test.describe("the loader", () => {
  let otherSite: HostSite;
  test.beforeAll(async () => {
    // A third site, besides the host's and the provider's.
    otherSite = await HostSite.start("127.0.0.2");
  });
  test.afterAll(() => otherSite.stop());

  test("answers only its own frame", async ({ page, widget, pulsen, host }) => {
    const foreign = `<iframe name="foreign" src="${otherSite.add({})}" title="Advertisement"></iframe>`;
    // The provider's page and origin, but not the loader's frame.
    const other = `<iframe name="other" src="${pulsen.url}/widget?code=${CODE}&frame=1" title="Copy"></iframe>`;
    const tag = scriptTag(pulsen.url, CODE);
    await page.goto(host.add({ head: ECHO + tag, body: foreign + other }));
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();

    for (const name of ["foreign", "other"]) {
      const frame = page.frame({ name }) as Frame;
      expect(await answersTo(frame, ANNOUNCEMENT), name).toEqual(["pong"]);
    }
    const copy = page.frame({ name: "other" }) as Frame;
    await expect(copy.locator("[data-question]")).toBeHidden();

    const opened = page.waitForEvent("popup");
    await page.evaluate((address) => void open(address), otherSite.add({}));
    const popup = await opened;
    await popup.waitForURL(`${otherSite.url}/**`);
    expect(await answersTo(popup.mainFrame(), ANNOUNCEMENT), "another window").toEqual(["pong"]);

    expect(await answersTo(page.mainFrame(), ANNOUNCEMENT), "the host's own page").toEqual(["ping", "pong"]);

    // The connection to its own frame still works.
    await widget.close();

    // An announcement of its own frame, as after a reload, is answered.
    expect(await answersTo(await widget.frame(), ANNOUNCEMENT)).toEqual([
      expect.objectContaining({ type: "hello", version: PROTOCOL_VERSION, code: CODE }),
      "pong",
    ]);
  });

  test("ignores messages that do not come through the channel", async ({ page, widget, pulsen, host }) => {
    const foreign = `<iframe name="foreign" src="${otherSite.add({})}" title="Advertisement"></iframe>`;
    await page.goto(host.add({ head: ECHO + scriptTag(pulsen.url, CODE), body: foreign }));
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
    const received = await page.evaluateHandle(() => {
      const messages: object[] = [];
      const { PSN } = window as unknown as {
        PSN: { on(type: string, callback: (data: object) => void): void };
      };
      for (const type of ["PSN_END_OF_FLOW", "PSN_WIDGET_CLOSED"])
        PSN.on(type, (data) => messages.push(data));
      return messages;
    });
    const frame = page.frame({ name: "foreign" }) as Frame;
    for (const message of [
      { type: "close" },
      { type: "escape" },
      { type: "host_message", message: "PSN_END_OF_FLOW", data: {} },
    ]) {
      expect(await answersTo(frame, message)).toEqual(["pong"]);
    }
    await expect(widget.contentFrame).toBeVisible();
    expect(await received.jsonValue()).toEqual([]);
    // The same message closes the widget if it comes through the channel.
    await widget.close();
    await expect.poll(() => received.jsonValue()).toHaveLength(1);
  });

  test("has a frame that ignores windows other than its parent", async ({ page, pulsen, host }) => {
    // Without the loader, this page sends the hello itself, after the other site has tried to.
    const foreign = `<iframe name="foreign" src="${otherSite.add({})}" title="Advertisement"></iframe>`;
    const own = `<iframe name="own" src="${pulsen.url}/widget?code=${CODE}&frame=1" title="Feedback"></iframe>`;
    await page.goto(host.add({ body: own + foreign }));
    const frame = page.frame({ name: "own" }) as Frame;
    // Confirms each hello through its port.
    await frame.evaluate(() => addEventListener("message", ({ ports }) => ports[0]?.postMessage("arrived")));
    const hello: Hello = {
      type: "hello",
      version: PROTOCOL_VERSION,
      code: CODE,
      originUrl: host.url,
      query: "",
      language: null,
      open: true,
    };
    const receivedByOtherSite = await sendHello(page.frame({ name: "foreign" }) as Frame, hello);
    await expect.poll(() => receivedByOtherSite()).toEqual(["arrived"]);
    const receivedByHost = await sendHello(page.mainFrame(), hello);
    await expect.poll(() => receivedByHost()).toContainEqual(expect.objectContaining({ type: "ready" }));
    await expect(frame.locator("[data-question]")).toBeAttached();
    expect(await receivedByOtherSite()).toEqual(["arrived"]);
  });
});

test("the host page can read neither the token nor the answers @denied", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  const record = `<script>
    var received = [];
    addEventListener("message", ({ data }) => received.push(JSON.stringify(data)));
    var PSN = function () { (PSN.q = PSN.q || []).push(arguments) };
    for (const type of ["PSN_WIDGET_OPENED", "PSN_WIDGET_CLOSED", "PSN_END_OF_FLOW", "PSN_FEEDBACK_SUBMITTED"])
      PSN("on", type, (data) => received.push("PSN.on " + type + JSON.stringify(data)));
  </script>`;
  await page.goto(host.add({ head: record + scriptTag(pulsen.url, "PSN-E2EHOST") }));
  await widget.open();
  const { feedbackId, token } = await widget.submitFeedback();
  expect(token.length).toBeGreaterThanOrEqual(43);
  await expect(widget.chat.box).toBeVisible();
  await staff.sendMessage(feedbackId, "A confidential reply");
  await widget.chat.expectMessages("A confidential reply");
  await widget.chat.send("A confidential question");
  await expect(widget.chat.message("A confidential question")).toContainText("Sent");
  await widget.launcher.click();
  await expect(widget.contentFrame).toBeHidden();
  await page.waitForFunction("received.join().includes('PSN_WIDGET_CLOSED')");

  const seen = await page.evaluate((id) => {
    const frame = document.querySelector<HTMLIFrameElement>(`#${id}`);
    const inside = frame?.contentWindow as Window;
    const attempt = (read: () => unknown) => {
      try {
        return String(read());
      } catch (error) {
        return (error as Error).name;
      }
    };
    return {
      attempts: {
        contentDocument: attempt(() => frame?.contentDocument),
        document: attempt(() => inside.document),
        localStorage: attempt(() => inside.localStorage),
        address: attempt(() => inside.location.href),
        fetch: attempt(() => (inside as typeof globalThis & Window).fetch),
      },
      received: (window as unknown as { received: string[] }).received,
      stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      addresses: [
        location.href,
        frame?.src,
        document.documentElement.outerHTML,
        ...performance.getEntries().map(({ name }) => name),
      ],
    };
  }, "psn-widget-content-frame");

  expect(seen.attempts).toEqual({
    contentDocument: "null",
    document: "SecurityError",
    localStorage: "SecurityError",
    address: "SecurityError",
    fetch: "SecurityError",
  });
  // The host does receive the messages that are meant for it.
  expect(seen.received.join()).toContain("PSN.on PSN_FEEDBACK_SUBMITTED");
  expect(seen.received.join()).toContain("PSN_WIDGET_CLOSED");
  const everything = JSON.stringify(seen);
  for (const secret of [token, "Warmer lamps", "mood-bad", "Not so good", "confidential"]) {
    expect(everything).not.toContain(secret);
  }
});

/** Posts a message from a frame to its parent, or from a window to its opener, and returns the answers. */
function answersTo(frame: Frame, message: unknown): Promise<unknown[]> {
  return frame.evaluate(
    (message) =>
      new Promise<unknown[]>((resolve) => {
        const answers: unknown[] = [];
        const listen = ({ data }: MessageEvent) => {
          if (data !== message) answers.push(data);
          if (data !== "pong") return;
          removeEventListener("message", listen);
          resolve(answers);
        };
        addEventListener("message", listen);
        const other = window.opener ?? window.parent;
        other.postMessage(message, "*");
        other.postMessage("ping", "*");
      }),
    message,
  );
}

/** Sends a hello to the page's first frame. The returned function returns the answers so far. */
async function sendHello(from: Frame, hello: Hello): Promise<() => Promise<unknown[]>> {
  const received = await from.evaluateHandle((hello) => {
    const channel = new MessageChannel();
    const answers: unknown[] = [];
    channel.port1.onmessage = ({ data }) => answers.push(data);
    window.top?.frames[0]?.postMessage(hello, "*", [channel.port2]);
    return answers;
  }, hello);
  return () => received.jsonValue();
}
