import type { Sample, SamplePage } from "../sample";
import { CHOICES, LISTS } from "./choices";
import { DETAILS, VERIFICATION } from "./details";
import { ELEMENTS } from "./elements";
import { FILES } from "./files";
import { SCALES } from "./scales";
import { TABLES } from "./tables";
import { TEXTS } from "./texts";

/** The gallery, page by page. */
export const PAGES: SamplePage[] = [
  TEXTS,
  DETAILS,
  VERIFICATION,
  CHOICES,
  LISTS,
  SCALES,
  TABLES,
  FILES,
  ELEMENTS,
];

export const SAMPLES: Sample[] = PAGES.flatMap(({ samples }) => samples);

/** The questions that can be answered before the scripts are there, whose pages come with their HTML. */
export const EARLY_PAGES: SamplePage[] = PAGES.flatMap(({ id, samples }) => {
  const early = samples.filter(({ states }) => states.early === true);
  return early.length ? [{ id: `early-${id}`, samples: early }] : [];
});

/** The gallery once more, one question at a time. */
export const PACED_PAGES: SamplePage[] = PAGES.map((page) => ({
  ...page,
  id: `paced-${page.id}`,
  pace: "one",
}));
