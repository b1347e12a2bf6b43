import { generateKeyPairSync } from "node:crypto";
import type { PulsenServer } from "pulsen-loader/e2e";
import { importRecords } from "./importRecords";

const LANGUAGES = [
  { id: "en", code: "en", name: "English" },
  { id: "ar", code: "ar", name: "العربية" },
];

const QUESTION = {
  id: "visit",
  title: { en: "Your visit", ar: "زيارتك" },
  isInitialState: true,
  elements: [
    {
      id: "mood",
      type: "question",
      question: {
        id: "q-mood",
        key: "mood",
        style: "radio",
        body: { en: "How was your visit?", ar: "كيف كانت زيارتك؟" },
        options: [
          { id: "good", body: { en: "Just fine", ar: "جيدة جدًا" } },
          { id: "bad", body: { en: "Not so good", ar: "ليست جيدة" } },
        ],
      },
    },
    { id: "send", type: "submit", order: 2, body: { en: "Send", ar: "إرسال" } },
  ],
};

const THANKS = {
  id: "thanks",
  style: "thank_you",
  title: { en: "Thanks from Fener Coffee", ar: "شكرًا من مقهى فنار" },
  css: ".label { font-style: italic }",
  cssUrl: "/brand/state.css",
  elements: [
    { id: "done", type: "label", order: 1, body: { en: "It has reached us.", ar: "وصلتنا إجابتك." } },
    {
      id: "more",
      type: "label",
      order: 2,
      body: { en: "We read every answer, and write back.", ar: "نقرأ كل إجابة ونرد عليها." },
    },
    {
      id: "shop",
      type: "button_link",
      order: 3,
      url: "https://shop.example/",
      body: { en: "To the shop", ar: "إلى المتجر" },
    },
  ],
};

const NODE = { name: "Fener Coffee", flow_id: "pages-default", primary_color: "#0F766E", theme: "auto" };
const NEVER = { start_hour: 0, end_hour: 0 };

/** Imports a node for each page that a visitor may meet instead of questions, or after them. */
export function importPages(pulsen: PulsenServer) {
  const { publicKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const expired = { en: "Our survey of 2020 is over.", ar: "انتهى استطلاعنا لعام 2020." };
  importRecords(pulsen, {
    flows: [
      { id: "pages-default", languages: LANGUAGES, states: [QUESTION] },
      {
        id: "pages-custom",
        languages: LANGUAGES,
        states: [QUESTION, THANKS],
        transitions: [{ fromStateId: "visit", toStateId: "thanks" }],
      },
    ],
    nodes: [
      { ...NODE, id: "pages-default" },
      {
        ...NODE,
        id: "pages-custom",
        flow_id: "pages-custom",
        logo_url: "/brand/logo.svg",
        favicon_url: "/brand/favicon.svg",
        css_url_react: "/brand/node.css",
      },
      { ...NODE, id: "pages-signed", use_signature_verify: true, public_key: publicKey },
      { ...NODE, id: "pages-future", activation_start_date: "2999-01-01" },
      {
        ...NODE,
        id: "pages-past",
        activation_end_date: "2020-12-31",
        activation_expired_message: expired,
      },
      { ...NODE, id: "pages-inactive", status: "inactive" },
      { ...NODE, id: "pages-quota", channel_quota: { active: true, action_kind: "submit", limit: 1 } },
      { ...NODE, id: "pages-once", prevent_multiple_feedback: true },
      {
        ...NODE,
        id: "pages-night",
        flow_id: "pages-custom",
        non_operating_hours_flow_id: "pages-default",
        operating_hours: ["weekdays", "saturday", "sunday"].map((period) => ({ period, ...NEVER })),
      },
      { ...NODE, id: "pages-invites", unsubscribe_visible: true },
    ],
    widgets: [
      { code: "PSN-PAGES01", node_id: "pages-default", popover_text: { en: "Tell us", ar: "أخبرنا" } },
    ],
  });
}
