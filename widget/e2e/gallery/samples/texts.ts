import { asked, type SamplePage, text } from "../sample";

/** Questions that are answered by typing. */
export const TEXTS: SamplePage = {
  id: "texts",
  samples: [
    {
      id: "text",
      question: {
        style: "text",
        body: text(
          "Which word describes us best?",
          "Welches Wort beschreibt unsere Kundendienstmitarbeiterinnen am besten?",
          "ما الكلمة التي تصفنا على أفضل وجه؟",
        ),
        placeholder: text("One word is enough", "Ein Wort genügt", "كلمة واحدة تكفي"),
        maxResponseLength: 20,
      },
      keys: ["type Friendly"],
      touch: [{ tap: "Which word describes us best?", role: "textbox" }, { type: "Friendly" }],
      answer: [{ body: "Friendly" }],
      states: asked,
    },
    {
      id: "textarea",
      question: {
        style: "textarea",
        body: text(
          "What should we do better?",
          "Welche Verbesserungsvorschläge haben Sie zur Terminvereinbarung?",
          "ما الذي ينبغي أن نحسّنه؟",
        ),
        description: text(
          "Please leave out names and telephone numbers.",
          "Bitte nennen Sie keine Namen und keine Telefonnummern.",
          "يرجى عدم ذكر أسماء أو أرقام هواتف.",
        ),
        maxResponseLength: 60,
      },
      keys: ["type Longer opening hours, and a table by the window, please."],
      touch: [
        { tap: "What should we do better?", role: "textbox" },
        { type: "Longer opening hours, and a table by the window, please." },
      ],
      answer: [{ body: "Longer opening hours, and a table by the window, please." }],
      states: asked,
    },
    {
      id: "email",
      question: {
        style: "email",
        body: text("Your email", "Ihre E-Mail-Adresse", "بريدك الإلكتروني"),
        placeholder: "name@example.com",
      },
      keys: ["type ada@example.com"],
      touch: [{ tap: "Your email", role: "textbox" }, { type: "ada@example.com" }],
      answer: [{ body: "ada@example.com" }],
      states: asked,
    },
    {
      id: "naming",
      question: { style: "naming", body: text("Your name", "Ihr Name", "اسمك") },
      keys: ["type Ada", "Tab", "type Lovelace"],
      touch: [
        { tap: "First name", role: "textbox" },
        { type: "Ada" },
        { tap: "Last name (optional)", role: "textbox" },
        { type: "Lovelace" },
      ],
      answer: [{ body: "Ada Lovelace" }],
      states: asked,
    },
    {
      id: "external_id",
      question: {
        style: "external_id",
        body: text("Your membership number", "Ihre Mitgliedschaftsnummer", "رقم عضويتك"),
        description: text("It is on your card.", "Sie steht auf Ihrer Karte.", "تجده على بطاقتك."),
      },
      keys: ["type M-2048"],
      touch: [{ tap: "Your membership number", role: "textbox" }, { type: "M-2048" }],
      answer: [{ body: "M-2048" }],
      states: asked,
    },
    {
      id: "dynamic_request",
      question: {
        style: "dynamic_request",
        body: text("Which order is it about?", "Um welche Bestellung geht es?", "ما الطلب المقصود؟"),
        description: text(
          "Its number begins with A-",
          "Die Bestellnummer beginnt mit A-",
          "يبدأ رقم الطلب بـ A-",
        ),
        bindingModel: "orders",
      },
      keys: ["type A-1", "Enter"],
      touch: [{ tap: "Which order is it about?", role: "textbox" }, { type: "A-1" }],
      answer: [{ body: "A-1" }],
      states: { ...asked, loading: { holds: "/requests", keys: ["type A-1", "Enter"] } },
    },
  ],
};
