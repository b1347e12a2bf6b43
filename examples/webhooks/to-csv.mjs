// Appends each completed feedback as a row to a CSV file, which every spreadsheet opens.
//
// WEBHOOK_SECRET=whsec_… node to-csv.mjs FILE QUESTION_ID…     (PORT, 9000 by default)
import { existsSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { receive } from "./receive.mjs";

const [file, ...questions] = process.argv.slice(2);
if (!file || questions.length === 0) throw new Error("Usage: node to-csv.mjs FILE QUESTION_ID…");

const COLUMNS = ["webhook_id", "feedback_id", "completed_at", "node_id", "language_id"];

if (!existsSync(file)) await append([...COLUMNS, ...questions]);

receive({
  port: Number(process.env.PORT ?? 9000),
  secret: process.env.WEBHOOK_SECRET,
  // The ids are in the file, so that a repeat after a restart adds no second row.
  seen: readFileSync(file, "utf8").match(/^msg_[\w-]+/gm) ?? [],
  async handle({ type, data }, id) {
    if (type !== "feedback.completed") return;
    const answers = questions.map((question) => answerTo(question, data.responses));
    await append([id, data.id, data.completed_at, data.node_id, data.language_id, ...answers]);
  },
});

/** The answer to a question, or several options of it, as one text. */
function answerTo(question, responses) {
  const items = responses.filter((item) => item.question_id === question);
  return items.map((item) => item.body ?? item.option_id ?? "").join("; ");
}

/** Returns when the row is on disk: only then the server need not send it again. */
async function append(cells) {
  const output = await open(file, "a");
  try {
    await output.appendFile(`${cells.map(cell).join(",")}\n`);
    await output.sync();
  } finally {
    await output.close();
  }
}

/**
 * Quotes a text. Where a spreadsheet would calculate it gets an apostrophe: visitors write what they want. That is at the
 * beginning, and after what some programs take for the end of a cell, whatever stands in quotes.
 */
function cell(value) {
  const harmless = String(value ?? "").replace(/^(?=[\t\r])|(?<=(?:^|[;\t\r\n])"*)(?=[=+\-@])/g, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
