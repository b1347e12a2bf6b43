// Appends each completed feedback as a row to a CSV file, which every spreadsheet opens.
//
// WEBHOOK_SECRET=whsec_… node to-csv.mjs FILE QUESTION…     (PORT, 9000 by default)
//
// QUESTION is the id or the key of a question, or the id of a row of a matrix. Options are written by their ids, a whole matrix in
// words.
import { existsSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { receive } from "./receive.mjs";

const [file, ...questions] = process.argv.slice(2);
if (!file || questions.length === 0) throw new Error("Usage: node to-csv.mjs FILE QUESTION…");

const COLUMNS = ["webhook_id", "feedback_id", "completed_at", "node_id", "language_id"];

/** Columns that no feedback has had an answer for. */
const empty = new Set(questions);

if (!existsSync(file)) await append([...COLUMNS, ...questions]);

receive({
  port: Number(process.env.PORT ?? 9000),
  secret: process.env.WEBHOOK_SECRET,
  // The ids are in the file, so that a repeat after a restart adds no second row.
  seen: readFileSync(file, "utf8").match(/^msg_[\w-]+/gm) ?? [],
  async handle({ type, data }, id) {
    if (type !== "feedback.completed") return;
    const answers = questions.map((question) => answerTo(question, data));
    await append([id, data.id, data.completed_at, data.node_id, data.language_id, ...answers]);
    warnOfEmptyColumns(data);
  },
});

/** The answer to a question, or several options of it, as one text; undefined if there is none. */
function answerTo(name, { responses, answers }) {
  const named = answers.filter((item) => item.question_id === name || item.question_key === name);
  const ids = [name, ...named.map((item) => item.question_id)];
  const items = responses.filter((item) => ids.includes(item.question_id));
  if (items.length === 0 && named.length === 0) return undefined;
  empty.delete(name);
  // Response items name the rows of a matrix; in words it is one answer.
  const texts = items.length > 0 ? items.map((item) => item.body ?? item.option_id) : named.map((item) => item.answer);
  return texts.map((text) => text ?? "").join("; ");
}

/** Says which columns have been empty so far, once for each: a name may be mistyped, or its question seldom be answered. */
function warnOfEmptyColumns({ answers }) {
  if (empty.size === 0) return;
  const name = ({ question_id: id, question_key: key }) => (key && key !== id ? `${id} (key ${key})` : id);
  const known = [...new Set(answers.map(name))].join(", ");
  for (const column of empty) console.error(`No feedback so far answers ${column}. This one answers: ${known}`);
  empty.clear();
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
 * beginning, and after what some programs take for the end of a cell, even in quotes.
 */
function cell(value) {
  const harmless = String(value ?? "").replace(/^(?=[\t\r])|(?<=(?:^|[;\t\r\n])"*)(?=[=+\-@])/g, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
