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

it.each(Object.keys(LANGUAGES) as Language[])(
  "%s names what a dialog does otherwise than how one leaves it",
  async (language) => {
    const texts = await loadTexts(language);
    for (const key of ["channels_discard", "channels_leave", "settings_tokens_revoke"] as const)
      expect(texts[key], key).not.toBe(texts.cancel);
  },
);

it("calls feedback by one word in Arabic, which is not that for notes", async () => {
  const texts = await loadTexts("ar");
  for (const [key, english] of Object.entries(en))
    if (/feedback/i.test(english) && !/note/i.test(english))
      expect(texts[key as keyof typeof en], key).not.toContain("ملاحظ");
});
