import { randomUUID } from "node:crypto";
import type { ChatAccess, PulsenServer } from "pulsen-loader/e2e";
import { importRecords } from "./importRecords";

const RECEIPT = "https://shop.example/receipts/2026/11/26/4711-a-long-name-of-a-receipt";
const TERMS = "https://shop.example/terms";
const WHAT_RECEIPT = { en: "Your receipt", de: "Ihre Quittung", ar: "إيصالك" };

function link(id: string, body: string, description: object) {
  const question = { id: `q-${id}`, key: id, style: "link", body, description };
  return { id: `e-${id}`, type: "question", order: 0, question };
}

/** A flow whose only answer leads to a chat. */
export const HELP_FLOW = {
  id: "help",
  languages: [
    { id: "en", code: "en", name: "English" },
    { id: "de", code: "de", name: "Deutsch" },
    { id: "ar", code: "ar", name: "العربية" },
  ],
  states: [
    {
      id: "question",
      isInitialState: true,
      nextStateId: "talk",
      elements: [
        {
          id: "e-what",
          type: "question",
          order: 1,
          question: {
            id: "q-what",
            key: "what",
            style: "text",
            body: { en: "How can we help?", de: "Wie können wir helfen?", ar: "كيف يمكننا المساعدة؟" },
          },
        },
        {
          id: "e-send",
          type: "submit",
          order: 2,
          body: { en: "Send", de: "Absenden", ar: "إرسال" },
        },
      ],
    },
    { id: "talk", style: "chat", elements: [] },
  ],
};

/** The same after two links, of which one says what it leads to. */
export const HELP_FLOW_WITH_LINKS = {
  ...HELP_FLOW,
  id: "help-with-links",
  states: HELP_FLOW.states.map((state) => ({
    ...state,
    elements: [
      ...state.elements,
      ...(state.isInitialState ? [link("receipt", RECEIPT, WHAT_RECEIPT), link("terms", TERMS, {})] : []),
    ],
  })),
};

/** Returns a node that asks who needs help, with further settings. */
export function helpNode(settings: { id?: string; [field: string]: unknown } = {}) {
  return { id: "help", name: "Fener Coffee", flow_id: HELP_FLOW.id, default_language_id: "en", ...settings };
}

export function importHelpDesk(pulsen: PulsenServer, settings = {}) {
  importRecords(pulsen, { nodes: [helpNode(settings)], flows: [HELP_FLOW] });
}

/** What somebody asks for. */
interface Request {
  nodeId?: string;
  language?: string;
  what?: string;
  flowId?: string;
}

/** Asks for help without a browser, and returns what opens the chat. */
export async function askForHelp(
  pulsen: PulsenServer,
  { nodeId = "help", language = "en", what = "My umbrella is gone", flowId = HELP_FLOW.id }: Request = {},
): Promise<ChatAccess> {
  const feedback = {
    device_id: randomUUID(),
    node_id: nodeId,
    flow_id: flowId,
    language_id: language,
    created_at: new Date().toISOString(),
    created_offline: false,
    time_spent_in_seconds: 5,
    responses: [{ question_id: "q-what", body: what }],
  };
  const response = await fetch(`${pulsen.url}/v1/feedbacks`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(feedback),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const { id, chat_token_string: token } = await response.json();
  return { feedbackId: id, token };
}
