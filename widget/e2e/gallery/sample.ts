import type { ElementKind, Style } from "../../src/engine/types";

/** The states that every question and element is looked at in. */
export const STATES = [
  "empty",
  "answered",
  /** Answered before the scripts of the page are there. */
  "early",
  "error",
  "disabled",
  "loading",
  "narrow",
  "rtl",
  "dark",
] as const;

export type State = (typeof STATES)[number];

/** A text in the languages of the gallery. German has long words, Arabic is written from right to left. */
export interface Text {
  en: string;
  de: string;
  ar: string;
}

export const text = (en: string, de: string, ar: string): Text => ({ en, de, ar });

/**
 * What a visitor does with the keyboard: names of keys, `type …` for a text, `choose …` for a file in the browser's dialog,
 * which is opened with the key before it.
 */
export type Keys = string[];

/** What a visitor does with a finger. Names are those in English. */
export type Touch =
  | {
      tap: string;
      role?: "radio" | "checkbox" | "button" | "combobox" | "option" | "textbox";
      group?: string;
    }
  | { tapOutside: true }
  | { type: string }
  | { select: string }
  | { choose: string }
  | { drag: string; to: string }
  | { slide: number };

/** Where a question waits for the server: the calls that are held back, and what the visitor has done before. */
export interface Situation {
  /** A part of the calls' path. */
  holds?: string;
  keys: Keys;
}

/** Whether a state is shown, in which situation, or why there is none. */
export type Shown = true | Situation | { none: string };

/** One part of an answer as it is sent, `question_id` only where it is not the question's own. */
export type Item = Record<string, unknown>;

/** One question or element as an author writes it, what a visitor does with it, and the states that it has. */
export interface Sample {
  /** Unique. Begins with the style or the type; more words tell forms of one style apart. */
  id: string;
  /** The fields of a question (docs/flows.md#question-fields). */
  question?: { style: Style; body: Text | string; [field: string]: unknown };
  /** The fields of any other element. */
  element?: { type: ElementKind; body: Text; [field: string]: unknown };
  /** A selector of the control that the answer begins at, where it is not the first one. */
  start?: string;
  /** From there to the end of the answer. */
  keys: Keys;
  touch: Touch[];
  /** What is sent after either of the two. */
  answer: Item[];
  states: Record<State, Shown>;
}

/** Samples that are asked together. */
export interface SamplePage {
  id: string;
  samples: Sample[];
  /** `one`: its flow shows one question at a time. */
  pace?: "one";
}

const NO_DISABLED = { none: "A question is never disabled: it is there to be answered, or hidden." };
const NO_LOADING = { none: "It asks the server for nothing." };
/** Why a question cannot be answered before the scripts of the page are there. */
export const NEEDS_SCRIPTS = { none: "Scripts draw what one answers with." };
export const NEEDS_FORMATS = {
  none: "Its page has no HTML before the scripts: it shows numbers or dates that browsers write.",
};
const NO_ANSWER = { none: "It takes no answer." };

const everywhere = { empty: true, narrow: true, rtl: true, dark: true } as const;

/** The states of a question that needs nothing of the server. */
export const asked: Record<State, Shown> = {
  ...everywhere,
  answered: true,
  early: true,
  error: true,
  disabled: NO_DISABLED,
  loading: NO_LOADING,
};

/** The states of what is only read. */
export const read: Record<State, Shown> = {
  ...everywhere,
  answered: NO_ANSWER,
  early: NO_ANSWER,
  error: NO_ANSWER,
  disabled: NO_ANSWER,
  loading: NO_LOADING,
};

/** Returns options with the keys `1`, `2` and so on. */
export function options(...bodies: (Text | string)[]) {
  return bodies.map((body, at) => ({ id: `o-${at + 1}`, key: String(at + 1), body }));
}
