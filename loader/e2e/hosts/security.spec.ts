import { LAUNCHER_FRAME } from "../support/hostedWidget";
import { HostSite, scriptTag } from "../support/hostSite";
import { expect, test } from "../support/test";

test.describe("a page of a third site", () => {
  let otherSite: HostSite;
  test.beforeAll(async () => {
    otherSite = await HostSite.start("127.0.0.2");
  });
  test.afterAll(() => otherSite.stop());

  test("cannot show a host with its widget in a frame, to have it clicked on", async ({
    page,
    pulsen,
    host,
    consoleErrors,
  }) => {
    const shop = host.add({ head: scriptTag(pulsen.url, "PSN-E2EHOST") });
    await page.goto(
      otherSite.add({
        head: "<style>iframe { display: block !important; width: 900px !important; opacity: 1 !important; transform: none !important }</style>",
        body: `<iframe src="${shop}" title="A shop" width="900" height="600"></iframe>`,
      }),
    );
    const framed = page.frameLocator("iframe");
    // Unlike the loader, which runs on the host's own page, the browser sees who is above that.
    await framed.frameLocator(LAUNCHER_FRAME).getByRole("button").click();
    await expect(framed.locator("pulsen-widget")).toHaveCount(0);
    expect(consoleErrors.splice(0)).toEqual([
      expect.stringMatching(/frame-ancestors 'self' http:\/\/127\.0\.0\.1/),
      expect.stringContaining("[Pulsen]"),
    ]);
  });

  test("cannot take the place of the content frame, nor reach the one that is there", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    // It knows the protocol, and sends itself what only loader and frame send each other.
    const attack = `<script>
      const received = [];
      addEventListener("message", ({ data, ports }) => received.push([data, ports.length]));
      const attack = () => {
        for (const target of [top, ...Array.from({ length: top.length }, (_, index) => top[index])]) {
          if (target === window) continue;
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => received.push([data, 0]);
          for (const message of [
            '{"type":"PULSEN_FRAME","version":1}',
            { type: "hello", version: 1, code: "PSN-E2EHOME", originUrl: "https://evil.example/", query: "", language: null, open: true },
            { type: "host_message", message: "PSN_END_OF_FLOW", data: { stolen: true }, delayMs: 0 },
            { type: "close" },
          ]) {
            try { target.postMessage(message, "*", [port2]); } catch { target.postMessage(message, "*"); }
          }
        }
      };
      setInterval(attack, 20);
    </script>`;
    const heard = `<script>
      var PSN = function () { (PSN.q = PSN.q || []).push(arguments) }, heard = [];
      for (const type of ["PSN_END_OF_FLOW", "PSN_WIDGET_CLOSED"]) PSN("on", type, (data) => heard.push([type, data]));
    </script>`;
    const body = `<iframe name="evil" src="${otherSite.add({ head: attack })}" title="An advertisement"></iframe>`;
    await page.goto(host.add({ head: heard + scriptTag(pulsen.url, "PSN-E2EHOME"), body }));
    await widget.open();
    const { feedbackId } = await widget.submitFeedback();
    await expect(widget.text("Thank you, we read everything")).toBeVisible();
    await widget.launcher.click();
    await expect(widget.contentFrame).toBeHidden();

    const evil = page.frame({ name: "evil" });
    expect(await evil?.evaluate("received"), "nothing answers the attacker").toEqual([]);
    const rows = pulsen.query<{ origin_url: string }>(
      `SELECT origin_url FROM feedbacks WHERE id = '${feedbackId}'`,
    );
    expect(rows[0]?.origin_url, "the feedback is the host's").toContain(host.url);
    await expect
      .poll(() => page.evaluate("heard"))
      .toEqual([
        ["PSN_END_OF_FLOW", expect.objectContaining({ feedback_id: feedbackId })],
        ["PSN_WIDGET_CLOSED", expect.anything()],
      ]);
  });
});

test("the host's own functions see neither the channel nor what goes through it", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const spy = `<script>
    var seen = [];
    const watch = (owner, name) => {
      const original = owner[name];
      owner[name] = function (...values) {
        seen.push(name + JSON.stringify(values));
        return original.apply(this, values);
      };
    };
    watch(MessagePort.prototype, "postMessage");
    watch(window, "postMessage");
    watch(window, "fetch");
    watch(JSON, "stringify");
    MessageChannel = class extends MessageChannel {
      constructor() { super(); seen.push("channel"); }
    };
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "ports");
    Object.defineProperty(MessageEvent.prototype, "ports", { get() { seen.push("ports"); return get.call(this); } });
  </script>`;
  await page.goto(host.add({ head: spy + scriptTag(pulsen.url, "PSN-E2EHOME") }));
  await widget.open();
  await widget.submitFeedback();
  await expect(widget.text("Thank you, we read everything")).toBeVisible();
  const seen = JSON.stringify(await page.evaluate("seen"));
  for (const secret of ["channel", "ports", "Warmer lamps", "mood-bad", "hello"]) {
    expect(seen).not.toContain(secret);
  }
});
