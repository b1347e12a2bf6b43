import type { Sample, Shown, State } from "./sample";

/** What a browser is like in which something is photographed. */
export interface Surroundings {
  name: string;
  width: number;
  language: "en" | "de" | "ar";
  scheme: "light" | "dark";
}

/** How a state is photographed: what the browser is like, and what the visitor has done. */
export interface View extends Surroundings {
  state: State;
  done: "nothing" | "errors" | "answers" | "situation";
}

const view = (state: State, name: string, done: View["done"], more: Partial<View> = {}): View => ({
  state,
  name,
  done,
  width: 375,
  language: "en",
  scheme: "light",
  ...more,
});

/** The columns of the gallery. Within a language they follow what a visitor does, so that each page is opened once. */
export const VIEWS: View[] = [
  view("empty", "empty-1280", "nothing", { width: 1280 }),
  view("empty", "empty-375", "nothing"),
  view("error", "error-375", "errors"),
  view("dark", "dark-error-375", "errors", { scheme: "dark" }),
  view("answered", "answered-375", "answers"),
  view("dark", "dark-375", "answers", { scheme: "dark" }),
  view("answered", "answered-1280", "answers", { width: 1280 }),
  view("disabled", "disabled-375", "situation"),
  view("loading", "loading-375", "situation"),
  view("narrow", "narrow-320", "nothing", { width: 320, language: "de" }),
  view("narrow", "narrow-error-320", "errors", { width: 320, language: "de" }),
  view("rtl", "rtl-375", "answers", { language: "ar" }),
];

/** The columns of the scenes. */
export const SCENE_VIEWS: Surroundings[] = [
  { name: "1280", width: 1280, language: "en", scheme: "light" },
  { name: "375", width: 375, language: "en", scheme: "light" },
  { name: "dark-375", width: 375, language: "en", scheme: "dark" },
  { name: "narrow-320", width: 320, language: "de", scheme: "light" },
  { name: "rtl-375", width: 375, language: "ar", scheme: "light" },
];

/** Returns why a sample is not photographed in a view; `undefined` where it is. */
export function reasonAgainst({ states }: Sample, { state, done }: View): string | undefined {
  return none(states[state]) ?? (done === "errors" ? none(states.error) : undefined);
}

function none(shown: Shown): string | undefined {
  return typeof shown === "object" && "none" in shown ? shown.none : undefined;
}
