import { asked, NEEDS_FORMATS, NEEDS_SCRIPTS, type SamplePage, text } from "../sample";

const FIELD_OF_CUSTOMER = text(
  "How many people live with you?",
  "Wie viele Haushaltsmitglieder leben bei Ihnen?",
  "كم شخصا يعيش معك؟",
);

/** Questions about the visitor: numbers, days, telephones, agreements. */
export const DETAILS: SamplePage = {
  id: "details",
  samples: [
    {
      id: "numeric",
      question: {
        style: "numeric",
        body: text(
          "How many nights did you stay?",
          "Wie viele Übernachtungen haben Sie gebucht?",
          "كم ليلة أقمت؟",
        ),
        lowerLimit: 1,
        upperLimit: 30,
      },
      keys: ["type 3"],
      touch: [{ tap: "How many nights did you stay?", role: "textbox" }, { type: "3" }],
      answer: [{ body: "3" }],
      states: { ...asked, early: NEEDS_FORMATS },
    },
    {
      id: "age",
      question: { style: "age", body: text("How old are you?", "Wie alt sind Sie?", "كم عمرك؟") },
      keys: ["type 36"],
      touch: [{ tap: "How old are you?", role: "textbox" }, { type: "36" }],
      answer: [{ body: "36" }],
      states: { ...asked, early: NEEDS_FORMATS },
    },
    {
      id: "customer_schema",
      question: { style: "customer_schema", schemaType: "numeric", body: FIELD_OF_CUSTOMER },
      keys: ["type 2"],
      touch: [{ tap: FIELD_OF_CUSTOMER.en, role: "textbox" }, { type: "2" }],
      answer: [{ body: "2" }],
      states: { ...asked, early: NEEDS_FORMATS },
    },
    {
      id: "datepicker",
      question: {
        style: "datepicker",
        body: text("When were you here?", "Wann waren Sie hier?", "متى كنت هنا؟"),
      },
      keys: ["type 03032026"],
      touch: [{ tap: "When were you here?", role: "textbox" }, { type: "03032026" }],
      answer: [{ body: "2026-03-03" }],
      states: { ...asked, early: NEEDS_FORMATS },
    },
    {
      id: "phone_number",
      question: {
        style: "phone_number",
        body: text(
          "Where can we call you?",
          "Unter welcher Nummer erreichen wir Sie?",
          "على أي رقم نتصل بك؟",
        ),
      },
      start: "input",
      keys: ["type 05321234567"],
      touch: [{ tap: "Where can we call you?", role: "textbox" }, { type: "05321234567" }],
      answer: [{ body: "+905321234567" }],
      states: asked,
    },
    {
      id: "agreement",
      question: {
        style: "agreement",
        body: text(
          "I agree to the terms.",
          "Ich stimme den Datenschutzbestimmungen zu.",
          "أوافق على الشروط.",
        ),
        description: text(
          "You can change your mind at any time.",
          "Sie können Ihre Einwilligungserklärung jederzeit widerrufen.",
          "يمكنك تغيير رأيك في أي وقت.",
        ),
        terms: text(
          "We keep your answers for a year.",
          "Wir bewahren Ihre Antworten ein Jahr auf.",
          "نحتفظ بإجاباتك لمدة عام.",
        ),
      },
      keys: ["Space"],
      touch: [{ tap: "I agree to the terms.", role: "checkbox" }],
      answer: [{ body: "true" }],
      states: asked,
    },
  ],
};

/** A number that is verified by a code; alone, because each code is sent once. */
export const VERIFICATION: SamplePage = {
  id: "verification",
  samples: [
    {
      id: "phone_verification",
      question: {
        style: "phone_verification",
        body: text(
          "To which number may we send your prize?",
          "An welche Nummer dürfen wir Ihre Gewinnbenachrichtigung senden?",
          "إلى أي رقم نرسل جائزتك؟",
        ),
      },
      start: "input",
      keys: ["type {number}", "Enter", "type {code}"],
      touch: [
        { tap: "To which number may we send your prize?", role: "textbox" },
        { type: "{number}" },
        { tap: "Send code", role: "button" },
        { tap: "Verification code", role: "textbox" },
        { type: "{code}" },
      ],
      answer: [{ body: "{number}" }],
      states: {
        ...asked,
        early: NEEDS_SCRIPTS,
        disabled: { keys: ["type {number}", "Enter", "type {wrong code}"] },
        loading: { holds: "/v1/customers/send_verification_token", keys: ["type {number}", "Enter"] },
      },
    },
  ],
};
