import { expect, it } from "vitest";
import { en } from "./en";
import { placesOf } from "./format";
import { LANGUAGES, type Language, loadTexts } from "./languages";

const placeholders = (text: string) =>
  placesOf(text)
    .map(({ name }) => name)
    .sort();

/** Words that are the same in several languages. */
const SAME_AS_ENGLISH = ["product"];

it.each(Object.keys(LANGUAGES) as Language[])(
  "%s has every text, with its placeholders",
  async (language) => {
    const texts = await loadTexts(language);
    const categories = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(texts)) {
      const english = en[key as keyof typeof en];
      expect(text.trim(), key).not.toBe("");
      expect(placeholders(text), key).toEqual(placeholders(english));
      for (const { forms } of placesOf(text).filter(({ forms }) => forms.length > 0))
        expect(forms.sort(), key).toEqual(categories);
      if (language !== "en" && !SAME_AS_ENGLISH.includes(key)) expect(text, key).not.toBe(english);
    }
  },
);
