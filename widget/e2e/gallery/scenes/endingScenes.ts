import type { ElementKind } from "../../../src/engine/types";
import { sendTwentyScores } from "../../support/sendTwentyScores";
import { expect } from "../../support/test";
import { text } from "../sample";
import type { Scene } from "./scene";

const FLOW = {
  id: "ending",
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
          id: "rate",
          type: "question",
          question: {
            id: "q-rate",
            key: "rate",
            style: "score",
            body: text("Rate us", "Bewerten Sie uns", "قيّمنا"),
          },
        },
        { id: "send", type: "submit", order: 1, body: text("Send", "Absenden", "إرسال") },
      ],
    },
    {
      id: "thanks",
      style: "thank_you",
      elements: [
        { id: "thank-you", type: "label", body: text("Thank you!", "Vielen Dank!", "شكرا لك!") },
        { id: "agreement", type: "live_result", order: 1, questionKey: "rate" },
        { id: "number", type: "reference", order: 1 },
        {
          id: "review",
          type: "card",
          order: 2,
          url: "https://example.com/review",
          body: text(
            "Tell others\nA review takes a minute.",
            "Kundenzufriedenheit weitersagen\nEine Bewertung dauert eine Minute.",
            "أخبر الآخرين\nلا يستغرق التقييم سوى دقيقة.",
          ),
          button: text("Write a review", "Weiterempfehlungsbewertung schreiben", "اكتب تقييما"),
        },
        {
          id: "talk",
          type: "card",
          order: 3,
          opensChat: true,
          body: text(
            "Can we make it right?\nTell us what happened.",
            "Wiedergutmachungsmöglichkeiten besprechen\nErzählen Sie uns, was passiert ist.",
            "هل يمكننا إصلاح الأمر؟\nأخبرنا بما حدث.",
          ),
          button: text("Talk to us", "Kundengespräch beginnen", "تحدث معنا"),
        },
      ],
    },
  ],
};

const NODE = {
  id: FLOW.id,
  name: "Fener Coffee",
  flow_id: FLOW.id,
  primary_color: "#1f6f5c",
  theme: "auto",
};

/** A node of its own: the server keeps for a while that too few have answered. */
const LIVE_NODE = { ...NODE, id: "ending-live" };

export const ENDING_RECORDS = { flows: [FLOW], nodes: [NODE, LIVE_NODE] };

/** The types of elements that only thank-you pages have, which are shown in these scenes. */
export const ENDING_TYPES = ["reference", "card", "live_result"] satisfies ElementKind[];

/** What thank-you pages show beside their texts. */
export const ENDING_SCENES: Scene[] = [
  {
    id: "ending-reference-and-card",
    async play({ page, pulsen, language }) {
      await page.goto(`${pulsen.url}/feedback?node_id=${NODE.id}&lang=${language}`);
      await page.getByRole("radio").nth(7).check();
      await page.locator(".element--submit button").click();
      await expect(page.locator(".reference__digits")).toBeVisible();
      await expect(page.locator(".next-step a")).toBeVisible();
      await expect(page.locator(".chat-card button")).toHaveAttribute("aria-disabled", "false");
    },
  },
  {
    id: "ending-live-result",
    async play({ page, pulsen, language }) {
      await sendTwentyScores(page, pulsen, { node_id: LIVE_NODE.id, flow_id: FLOW.id });
      await page.goto(`${pulsen.url}/feedback?node_id=${LIVE_NODE.id}&lang=${language}`);
      await page.getByRole("radio").nth(9).check();
      await page.locator(".element--submit button").click();
      await expect(page.locator(".live-result")).not.toBeEmpty();
    },
  },
];
