import { expect, it } from "vitest";
import { en } from "./en";
import { LANGUAGES, type Language, loadTexts } from "./languages";

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

/** Words that are the same in both languages. */
const SAME_AS_ENGLISH = ["product"];

it.each(Object.keys(LANGUAGES) as Language[])(
  "%s has every text, with its placeholders",
  async (language) => {
    const texts = await loadTexts(language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(texts)) {
      const english = en[key as keyof typeof en];
      expect(text.trim(), key).not.toBe("");
      expect(placeholders(text), key).toEqual(placeholders(english));
      if (language !== "en" && !SAME_AS_ENGLISH.includes(key)) expect(text, key).not.toBe(english);
    }
  },
);
