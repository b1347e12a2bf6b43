// Parts of flows as an operator writes them (docs/flows.md).

export const LANGUAGES = [
  { id: "en", code: "en", name: "English" },
  { id: "tr", code: "tr", name: "Türkçe" },
];

export const question = (key: string, style: string, fields: object) => ({
  id: `e-${key}`,
  type: "question",
  question: { id: `q-${key}`, key, style, ...fields },
});

export const next = { id: "next", type: "next_page", order: 9, body: { en: "Next", tr: "İleri" } };
export const send = { id: "send", type: "submit", order: 9, body: { en: "Send", tr: "Gönder" } };

export const option = (key: string, en: string, tr: string, more = {}) => ({
  id: `o-${key}`,
  key,
  body: { en, tr },
  ...more,
});

/** The last page, with a text. */
export const thanks = (body: object) => ({
  id: "thanks",
  style: "thank_you",
  elements: [{ id: "e-thanks", type: "label", body }],
});
