import { type Sample, type SamplePage, text } from "./sample";
import { EARLY_PAGES, PACED_PAGES, PAGES } from "./samples";
import { SCENE_RECORDS } from "./scenes";

export type GalleryLanguage = "en" | "de" | "ar";

const LANGUAGES: { id: string; code: GalleryLanguage; name: string }[] = [
  { id: "en", code: "en", name: "English" },
  { id: "de", code: "de", name: "Deutsch" },
  { id: "ar", code: "ar", name: "العربية" },
];

const ALL_PAGES = [...PAGES, ...EARLY_PAGES, ...PACED_PAGES];

/** Returns the gallery as an operator's records, by path: a node and a flow for each page of samples, and those of the scenes. */
export function galleryRecords(partnerUrl: string): Record<string, object> {
  const records: Record<string, object> = {
    "connectors/orders.json": {
      id: "orders",
      url: `${partnerUrl}/orders`,
      body: { order: "{{answer}}" },
      data: { status: "/status" },
    },
  };
  for (const page of ALL_PAGES) {
    records[`flows/${page.id}.json`] = flowOf(page);
    records[`nodes/${page.id}.json`] = {
      id: page.id,
      name: "Fener Coffee",
      flow_id: page.id,
      country_code: "TR",
      primary_color: "#1f6f5c",
      theme: "auto",
    };
    for (const { code } of LANGUAGES) {
      const widget = widgetCode(page.id, code);
      records[`widgets/${widget}.json`] = { code: widget, node_id: page.id, default_language_code: code };
    }
  }
  for (const flow of SCENE_RECORDS.flows) records[`flows/${flow.id}.json`] = flow;
  for (const node of SCENE_RECORDS.nodes) records[`nodes/${node.id}.json`] = node;
  return records;
}

/** Returns the code of the widget that shows a page of samples in a language. */
export function widgetCode(page: string, language: GalleryLanguage): string {
  const number = ALL_PAGES.findIndex(({ id }) => id === page);
  return `PSN-GAL${String(number).padStart(2, "0")}${language.toUpperCase()}`;
}

function flowOf({ id, samples, pace }: SamplePage) {
  const elements = samples.map(elementOf);
  if (!samples.some(({ element }) => element?.type === "submit"))
    elements.push({ id: "send", type: "submit", body: text("Send", "Absenden", "إرسال") });
  return {
    id,
    ...(pace && { pace }),
    languages: LANGUAGES,
    states: [
      {
        id: "questions",
        isInitialState: true,
        nextStateId: "thanks",
        elements: elements.map((element, at) => ({ ...element, order: at + 1 })),
      },
      {
        id: "thanks",
        style: "thank_you",
        elements: [{ id: "thank-you", type: "label", body: text("Thank you!", "Vielen Dank!", "شكرا لك!") }],
      },
    ],
  };
}

function elementOf({ id, question, element }: Sample): object {
  if (!question) return { id, ...element };
  const { statements, ...fields } = question;
  return {
    id,
    type: "question",
    question: {
      id,
      key: id,
      isRequired: true,
      ...fields,
      ...(Array.isArray(statements) && {
        statements: statements.map((statement) => ({ ...statement, id: `${id}-${statement.key}` })),
      }),
    },
  };
}
