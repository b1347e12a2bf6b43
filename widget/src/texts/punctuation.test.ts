import { describe, expect, it } from "vitest";
import { directionOf } from "../language/direction";
import type { Sections } from "./languageFiles";

const files = import.meta.glob<Sections>("./languages/*.json", { eager: true, import: "default" });

/** Every text that is shown in a language: of texts with forms, each form. */
const textsOf = (sections: Sections) =>
  Object.entries(sections).flatMap(([section, texts]) =>
    Object.entries(texts).flatMap(([key, text]) =>
      Object.values(typeof text === "string" ? { text } : text).map((form) => ({
        name: `${section}.${key}`,
        form,
      })),
    ),
  );

describe.each(Object.entries(files))("%s", (path, sections) => {
  const code = path.replace(/.*\/|\.json$/g, "");
  const texts = textsOf(sections);
  const namesWith = (sign: RegExp) => texts.filter(({ form }) => sign.test(form)).map(({ name }) => name);

  it("has typographic quotation marks, apostrophes and ellipses", () => {
    expect(namesWith(/["'`´]|\.\.\./)).toEqual([]);
  });

  it("has a space that does not break before its ellipses, or none", () => {
    const wrong = SPACED_ELLIPSIS.includes(code) ? /[^\u00a0]…/ : /\s…/;
    expect(namesWith(wrong)).toEqual([]);
  });

  it("has the punctuation of its language", () => {
    for (const [codes, sign] of WRONG_SIGNS) {
      if (codes.split(" ").includes(code)) expect(namesWith(sign), String(sign)).toEqual([]);
    }
  });

  it("opens questions and exclamations where its language does", () => {
    const unopened = texts.filter(({ form }) =>
      ["?", "!"].some((sign, at) => count(form, sign) !== count(form, "¿¡"[at] as string)),
    );
    if (["es", "es-es"].includes(code)) expect(unopened).toEqual([]);
    else expect(namesWith(/[¿¡]/)).toEqual([]);
  });

  it("isolates telephone numbers from its direction", () => {
    const isolates = directionOf(code) === "rtl" ? /(?<!\u2066)\+\d/ : /[\u2066-\u2069]/;
    expect(namesWith(isolates)).toEqual([]);
  });
});

/** Where an ellipsis that represents whole words follows a space. */
const SPACED_ELLIPSIS = ["de", "nb", "sl"];

/** Signs that are wrong in these languages. */
const WRONG_SIGNS: [codes: string, sign: RegExp][] = [
  // A space that does not break before signs of two parts; in Canada before the colon only.
  ["fr", /[^\u00a0\u202f][:;!?]/],
  ["fr-ca", /[^\u00a0]:|\s[;!?]/],
  ["ar fa ur", /[,;?]/],
  ["ur hi bn", /\.$|\. /],
  ["el", /\?/],
  ["hy", /[:?!]|\.$/],
  ["ja zh-hans zh-tw", /[,;:?!()]|\.$|\. /],
  ["th", /[?;]|\.$|\. /],
  // What these write within words are letters of their own, not apostrophes.
  ["uz", /[og]’/i],
  ["uk", /\p{L}‘/u],
  ["he", /\p{L}[’”]/u],
];

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
