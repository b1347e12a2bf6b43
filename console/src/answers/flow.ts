/** A text of a flow: in one language, or by the codes of languages. */
type FlowText = string | Readonly<Record<string, string>>;

export interface FlowOption {
  id: string;
  key?: string;
  body?: FlowText;
}

/** The fields of a question that the console reads (docs/flows.md#question-fields). */
export interface FlowQuestion {
  id: string;
  key?: string;
  style: string;
  body?: FlowText;
  isMultiSelect?: boolean;
  min?: number;
  max?: number;
  options?: FlowOption[];
  statements?: (FlowOption & { options?: FlowOption[] })[];
}

export interface FlowState {
  id: string;
  name?: string;
  style?: string;
  elements?: { id: string; type: string; question?: FlowQuestion }[];
}

/** The fields of a flow that the console reads (docs/flows.md#flow-fields). */
export interface FlowDefinition {
  id: string;
  name?: string;
  revision?: number;
  languages?: { id?: string; code: string; name?: string }[];
  defaultLanguageId?: string;
  states?: FlowState[];
}

/** Styles that only show something. */
const WITHOUT_ANSWER = ["plain", "link"];

/** Returns the questions of a flow that can have an answer, in its order. */
export function questionsOf(flow: FlowDefinition): FlowQuestion[] {
  return (flow.states ?? []).flatMap(questionsOfState);
}

/** Returns the questions of a state that can have an answer. */
export function questionsOfState(state: FlowState): FlowQuestion[] {
  return (state.elements ?? []).flatMap(({ question }) =>
    question && !WITHOUT_ANSWER.includes(question.style) ? [question] : [],
  );
}

/** Returns the question of an id or a key, also that of the row of a matrix. */
export function findQuestion(flow: FlowDefinition, name: string): FlowQuestion | undefined {
  const all = questionsOf(flow);
  return (
    all.find(({ id, statements }) => id === name || statements?.some((row) => row.id === name)) ??
    all.find(({ key }) => key === name)
  );
}

/** Returns the code of a language that a flow names by its id. */
export function languageCode(flow: FlowDefinition, id: string | null | undefined): string | undefined {
  return flow.languages?.find((language) => (language.id ?? language.code) === id)?.code;
}

/** Returns the code of the language that a flow has by default. */
export function defaultLanguage(flow: FlowDefinition): string {
  const { languages = [], defaultLanguageId } = flow;
  const named = languages.find(({ id, code }) => id === defaultLanguageId || code === defaultLanguageId);
  return (named ?? languages[0])?.code ?? "en";
}

/** What stands in a text for an answer given before, such as `{{name}}`, or `{{name|you}}` for visitors who gave none. */
const PIPE = /\{\{[^|}]*(?:\|(.*?))?\}\}/g;

/** Returns a text with what staff see in place of an answer (docs/flows.md#piping). */
function withoutPipes(text: string): string {
  return text.replace(PIPE, (_, fallback: string | undefined) => fallback || "…");
}

/**
 * Returns a text of a flow in a language, or else as the server chooses: in English, or the first by the code of its language.
 *
 * @returns `""` where there is none.
 */
export function textIn(text: FlowText | undefined, language: string): string {
  if (text === undefined) return "";
  if (typeof text === "string") return withoutPipes(text);
  const first = Object.keys(text).sort()[0];
  const found = text[language] || text.en || (first === undefined ? "" : text[first]);
  return withoutPipes(found ?? "");
}

/** The ends of the scales that have some by themselves (docs/flows.md#question-styles). */
const SCALES: Readonly<Record<string, readonly [number, number]>> = {
  score: [0, 10],
  star: [1, 5],
  ces: [1, 7],
  slider: [0, 100],
};

/** Returns the ends of the scale that a question rates on; `null` where it has none. */
export function scaleOf(question: FlowQuestion): { min: number; max: number } | null {
  if (!(question.style in SCALES) && question.style !== "custom_score") return null;
  const [least, most] = SCALES[question.style] ?? [];
  const { min = least, max = most } = question;
  return min === undefined || max === undefined ? null : { min, max };
}

/** Returns whether an answer to the question is a number. */
export function isNumeric({ style }: FlowQuestion): boolean {
  return style in SCALES || ["custom_score", "numeric", "age"].includes(style);
}
