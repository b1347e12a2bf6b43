import { png } from "pulsen-loader/e2e";
import { claimOffline, reconnect } from "../../support/network";
import { expect } from "../../support/test";
import { text } from "../sample";
import type { Scene, Stage } from "./scene";

const FLOW = {
  id: "outbox",
  languages: [
    { id: "en", code: "en", name: "English" },
    { id: "de", code: "de", name: "Deutsch" },
    { id: "ar", code: "ar", name: "العربية" },
  ],
  states: [
    {
      id: "visit",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        {
          id: "picture",
          type: "question",
          order: 1,
          question: {
            id: "picture",
            key: "picture",
            style: "file",
            body: text(
              "What does the damage look like?",
              "Wie sieht die Beschädigung aus?",
              "كيف يبدو الضرر؟",
            ),
          },
        },
        { id: "send", type: "submit", order: 2, body: text("Send", "Absenden", "إرسال") },
      ],
    },
    {
      id: "thanks",
      style: "thank_you",
      elements: [{ id: "thank-you", type: "label", body: text("Thank you!", "Vielen Dank!", "شكرا لك!") }],
    },
  ],
};

const NODE = {
  id: "outbox",
  name: "Fener Coffee",
  flow_id: FLOW.id,
  primary_color: "#1f6f5c",
  theme: "auto",
};

export const OUTBOX_RECORDS = { flows: [FLOW], nodes: [NODE] };

const DAY_MS = 24 * 60 * 60_000;
const ANSWERED_AT = new Date("2026-03-01T12:00:00Z").getTime();

/** What a page says of what it keeps on the device. */
export const OUTBOX_SCENES: Scene[] = [
  {
    id: "outbox-kept-file",
    async play(stage) {
      await answerOffline(stage, "choose");
    },
  },
  {
    id: "outbox-waiting",
    async play(stage) {
      await answerOffline(stage, "send");
    },
  },
  {
    id: "outbox-expiring",
    async play(stage) {
      await stage.page.clock.install({ time: ANSWERED_AT });
      await answerOffline(stage, "send");
      await stage.page.clock.setSystemTime(ANSWERED_AT + 28 * DAY_MS);
      await openPage(stage);
      await expect(stage.page.locator(".kept p")).toHaveCount(3);
    },
  },
  {
    id: "outbox-sent",
    async play(stage) {
      await answerOffline(stage, "send");
      await stage.page.unroute("**/v2/storage/**");
      await reconnect(stage.page);
      await expect(stage.page.locator(".kept p")).toHaveCount(1);
    },
  },
  {
    id: "outbox-refused",
    async play(stage) {
      await answerOffline(stage, "send");
      const { page } = stage;
      // Over the earlier one, which never ends: else an attempt in between would succeed.
      await page.route("**/v2/storage/**", (route) =>
        route.fulfill({ status: 422, json: { code: "unsupported_type" } }),
      );
      await reconnect(page);
      await expect(page.locator(".kept a[download]").first()).toBeVisible();
    },
  },
];

async function openPage({ page, pulsen, language }: Stage) {
  await page.goto(`${pulsen.url}/feedback?node_id=${NODE.id}&lang=${language}`);
  await expect(page.locator(".picker__area input")).toBeEnabled();
}

/** Chooses a file without a network, or sends the feedback with it, too. */
async function answerOffline(stage: Stage, end: "choose" | "send") {
  const { page } = stage;
  await claimOffline(page);
  await page.route("**/v2/storage/**", (route) => route.abort("internetdisconnected"));
  await openPage(stage);
  await page.locator(".picker__area input").setInputFiles(png("scratch.png", [320, 240], "5b7a99"));
  await expect(page.locator(".file__state")).toBeVisible();
  // The button below moves when the upload is given up.
  await expect(page.locator(".file").getByRole("progressbar")).toHaveCount(0);
  if (end === "choose") return;
  await page.locator(".element--submit button").click();
  await expect(page.locator(".kept p").first()).toBeVisible();
}
