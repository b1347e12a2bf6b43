// The survey of the server's benchmarks: twelve questions on four pages, answered with some 2 KB.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const NODE_ID = "bench-node";
const FLOW_ID = "bench-flow";
const PAGES = ["visit", "service", "product", "afterwards"];
const OPTIONS = ["very-good", "good", "fair", "poor", "very-poor"];
const COMMENT =
  "The queue at the counter was short, the staff explained the differences between the roasts, and the bag was " +
  "ground for my machine at once. Only the signs to the second floor are easy to miss.";

/** Writes the records into a new folder `records` and returns its path. */
export function writeRecords(folder, nodeIds = [NODE_ID]) {
  const records = join(folder, "records");
  const nodes = nodeIds.map((id) => ["nodes", { id, flow_id: FLOW_ID, status: "active" }]);
  for (const [kind, record] of [["flows", flow()], ...nodes]) {
    mkdirSync(join(records, kind), { recursive: true });
    writeFileSync(join(records, kind, `${record.id}.json`), JSON.stringify(record));
  }
  return records;
}

/** Returns a complete feedback of the survey; `DEVICE_ID` represents the device. */
export function feedback() {
  return {
    device_id: "DEVICE_ID",
    created_at: "2026-01-15T10:20:30.456Z",
    node_id: NODE_ID,
    flow_id: FLOW_ID,
    flow_revision: 1,
    language_id: "en",
    origin_url: "https://shop.example/visits/thanks?branch=12",
    created_offline: false,
    time_spent_in_seconds: 74,
    responses: PAGES.flatMap((page) => [
      { question_id: `${page}-rating`, option_id: `${page}-rating-good` },
      { question_id: `${page}-reasons`, option_id: `${page}-reasons-good` },
      { question_id: `${page}-reasons`, option_id: `${page}-reasons-fair` },
      { question_id: `${page}-comment`, body: COMMENT },
    ]),
    customer: { custom_attributes: { branch: "12", membership: "gold" } },
  };
}

function flow() {
  const states = PAGES.map((page, index) => ({
    id: page,
    style: "normal",
    isInitialState: index === 0,
    nextStateId: PAGES[index + 1] ?? "thanks",
    elements: [
      question(`${page}-rating`, "radio", { isRequired: true, options: options(`${page}-rating`) }),
      question(`${page}-reasons`, "checklist", { options: options(`${page}-reasons`) }),
      question(`${page}-comment`, "textarea", {}),
      { id: `${page}-next`, type: index + 1 < PAGES.length ? "next_page" : "submit", body: { en: "Next" } },
    ].map((element, order) => ({ ...element, order })),
  }));
  states.push({ id: "thanks", style: "thank_you", elements: [] });
  return { id: FLOW_ID, languages: [{ id: "en", code: "en" }], defaultLanguageId: "en", states };
}

function question(id, style, fields) {
  return {
    id: `${id}-element`,
    type: "question",
    question: { id, key: id, style, body: { en: id }, ...fields },
  };
}

function options(question) {
  return OPTIONS.map((key) => ({ id: `${question}-${key}`, key, body: { en: key } }));
}
