import { loadChunk } from "../basics/loadChunk";
import { createStops } from "../basics/stops";
import { readFlowText } from "../boot/boot";
import { pickLanguage } from "../flow/pickLanguage";
import { answersAsTexts } from "../flow/preloadedAnswers";
import type { FlowRun } from "../run/flowRun";
import type { LoaderConnection } from "./loaderConnection";

/**
 * Gives a flow what the host page says with `PSN.prefill` and `PSN.setLanguage`, and what the visitor has answered beside the
 * launcher. Returns the end of it.
 */
export function followHost(loader: LoaderConnection, run: FlowRun): () => void {
  const { add: onStop, stop } = createStops();
  const prefilled = loader.prefilled();
  if (prefilled) prefill(run, prefilled);
  // The flow may have started before the host wanted this language.
  const language = loader.wantedLanguage();
  if (language) changeLanguage(run, language);
  giveTaken(loader, run, onStop);
  onStop(
    loader.listen((message) => {
      if (message.type === "prefill") prefill(run, message.answers);
      if (message.type === "language") changeLanguage(run, message.language);
      if (message.type === "answer") giveTaken(loader, run, onStop);
    }),
  );
  return stop;
}

/** Without this part the visitor answers on the page. */
function giveTaken(loader: LoaderConnection, run: FlowRun, onStop: (stop: () => void) => void): void {
  const answer = loader.takeAnswer();
  if (!answer) return;
  loadChunk("clickedAnswer", () => import("../flow/clickedAnswer"))
    .then(({ giveAnswer }) => giveAnswer(run, onStop, answer))
    .catch(console.error);
}

function prefill(run: FlowRun, given: object): void {
  const known = questionNames(readFlowText(document));
  const fitting = new Map<string, unknown>();
  const others: string[] = [];
  const wrong: string[] = [];
  for (const [name, answer] of Object.entries(given)) {
    if (!known.has(name)) others.push(name);
    else if (isAnswer(answer)) fitting.set(name, answer);
    // Nothing is known.
    else if (answer !== null && answer !== undefined) wrong.push(name);
  }
  if (others.length > 0) console.error(`PSN.prefill: the flow has no question ${others.join(", ")}.`);
  if (wrong.length > 0)
    console.error(
      `PSN.prefill takes a text, number, boolean or a list of them, unlike: ${wrong.join(", ")}.`,
    );
  const answers = answersAsTexts(Object.fromEntries(fitting));
  if (answers) run.send({ type: "preloaded", answers });
}

/** Returns whether a value can be the answer to a question. */
function isAnswer(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlainAnswer);
  return isPlainAnswer(value);
}

function isPlainAnswer(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

/** Returns all texts that a flow has as `key` or `id` of something: questions are named by either. */
function questionNames(flowText: string | null | undefined): Set<string> {
  const names = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    const { key, id } = value as { key?: unknown; id?: unknown };
    for (const name of [key, id]) if (typeof name === "string") names.add(name);
    for (const part of Object.values(value)) collect(part);
  };
  collect(JSON.parse(flowText || "null"));
  return names;
}

function changeLanguage(run: FlowRun, wanted: string): void {
  const { languages, language } = run.view();
  const known = languages.find(({ code }) => code.toLowerCase() === wanted);
  if (!known) console.error(`PSN.setLanguage: the flow has no language "${wanted}".`);
  else if (known.code !== language) void pickLanguage(run, known.code);
}
