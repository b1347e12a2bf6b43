import { describe, expect, it } from "vitest";
import { en as chat } from "./chat/texts/en";
import { en as endings } from "./elements/endings/texts/en";
import { en as kiosk } from "./kiosk/texts/en";
import { directionOf } from "./language/direction";
import { en as outbox } from "./outbox/texts/en";
import { en as pace } from "./pace/texts/en";
import { en as resume } from "./resume/texts/en";
import { en } from "./texts/catalogs/en";
import { messages } from "./texts/catalogs/messages";
import { questions } from "./texts/catalogs/questions";
import type { Sections } from "./texts/languageFiles";
import type { EnglishTexts } from "./texts/textTypes";
import { en as uploads } from "./uploads/texts/en";

const files = import.meta.glob<Sections>("./texts/languages/*.json", { eager: true, import: "default" });
const languages = Object.entries(files).map(([path, sections]) => ({
  code: path.replace(/.*\/|\.json$/g, ""),
  sections,
}));
const translated = languages.filter(({ code }) => code !== "en");

/** What only the server reads is in English in the same form as in every other language. */
const { launcher, server, mail, ...shared } = files["./texts/languages/en.json"] as Record<
  string,
  EnglishTexts
>;
const ENGLISH: Record<string, EnglishTexts> = {
  page: { ...en, ...messages, ...questions },
  uploads,
  outbox,
  resume,
  endings,
  pace,
  chat,
  kiosk,
  launcher,
  server,
  mail,
} as never;

/** Where a language uses the English word. */
const SAME_AS_ENGLISH: Record<string, string> = {
  "page.error_title": "ca es es-es tl",
  "chat.conversation": "fr fr-ca",
  "chat.message": "fr fr-ca",
  "chat.message_sent": "is",
  "chat.send": "da nb",
  "chat.team": "de it nl",
  "launcher.title": "da de nl sv",
  "page.date_hint": "az bs ca da de id ms nb pl ro sv tl",
  "page.date_letters": "bn hi ja ko sw ta vi zh-hans zh-tw",
  "page.verification_code": "tl",
};

it("are those that the documentation names", () => {
  expect(languages.map(({ code }) => code).sort()).toEqual(CODES.split(" "));
});

it("have in English what the server reads, as the pages have it", () => {
  for (const [section, texts] of Object.entries(shared)) expect(ENGLISH[section]).toMatchObject(texts);
});

describe.each(translated)("$code", ({ code, sections }) => {
  const texts = Object.entries(ENGLISH).flatMap(([section, english]) =>
    Object.entries(english).flatMap(([key, definition]) => {
      const text = sections[section]?.[key];
      return text === undefined ? [] : [{ name: `${section}.${key}`, english: definition, text }];
    }),
  );
  const forms = texts.flatMap(({ name, english, text }) =>
    Object.entries(typeof text === "string" ? { other: text } : text).map(([category, form]) => ({
      name: `${name} ${category}`,
      category,
      english,
      form,
    })),
  );
  const namesOf = (wrong: { name: string }[]) => wrong.map(({ name }) => name);

  it("has every text and no other", () => {
    const keysOf = (sections: Record<string, object>) =>
      Object.entries(sections).flatMap(([section, texts]) =>
        Object.keys(texts).map((key) => `${section}.${key}`),
      );
    expect(keysOf(sections).sort()).toEqual(keysOf(ENGLISH).sort());
  });

  it("has forms only where English has them, for exactly the categories of its numbers", () => {
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    const withForms = texts.filter(({ text }) => typeof text !== "string");
    expect(namesOf(withForms.filter(({ english }) => typeof english === "string"))).toEqual([]);
    for (const { name, text } of withForms) {
      expect(Object.keys(text).sort(), name).toEqual([...categories].sort());
    }
  });

  it("has the placeholders of each text", () => {
    const wrong = forms.filter(({ english, form, category }) => {
      const expected = placeholders(typeof english === "string" ? english : english.other);
      const found = placeholders(form);
      if (found.join() === expected.join()) return false;
      // A form for one number alone can do without it: "two files".
      const by = typeof english === "string" ? "" : `{${english.by}}`;
      return !(
        isForOneNumber(code, category) && found.join() === expected.filter((name) => name !== by).join()
      );
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it("is translated", () => {
    const same = texts.filter(
      ({ english, text }) => text === english && /[a-z]/i.test(text.replace(/\{\w+\}/g, "")),
    );
    const listed = Object.entries(SAME_AS_ENGLISH).filter(([, codes]) => codes.split(" ").includes(code));
    expect(namesOf(same).sort()).toEqual(listed.map(([name]) => name).sort());
  });

  it("has no space at an end, no double one, and no invisible signs but the isolation of numbers", () => {
    const invisible = / {2}|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
    const wrong = forms.filter(({ form }) => {
      const visible =
        directionOf(code) === "rtl" ? form.replace(/\u2066([^\u2066-\u2069]+)\u2069/g, "$1") : form;
      return form.trim() !== form || form === "" || invisible.test(visible);
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it("ends its sentences as English does", () => {
    const ending = (text: string) => /[.!?…:。！？؟।۔։՞՜;]["»”]?$/.test(text);
    const sentence = /[.!?]$/;
    const wrong = forms.filter(({ english, form }) => {
      const text = typeof english === "string" ? english : english.other;
      // Thai has no sign at the end of a sentence.
      return (
        sentence.test(text) && !text.endsWith("}.") && !form.endsWith("}") && !ending(form) && code !== "th"
      );
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it("is written in its own script", () => {
    const [script = "Latin", ...others] = SCRIPTS[code]?.split(" ") ?? [];
    const own = [script, ...others].map((name) => `\\p{Script_Extensions=${name}}`).join("|");
    const foreign = new RegExp(`(?!${own})\\p{L}`, "u");
    const hasForeign = ({ form }: { form: string }) =>
      foreign.test(form.replace(/\{\w+\}/g, "").replace(NAMES, ""));
    expect(namesOf(forms.filter(hasForeign))).toEqual([]);
    expect(directionOf(code)).toBe(["Arabic", "Hebrew"].includes(script) ? "rtl" : "ltr");
  });
});

/** Names and abbreviations that are Latin in every script. */
const NAMES = /WhatsApp|JavaScript|JPEG|PNG|WebP|GIF|PDF|SMS|URL|PIN|DD MM YYYY/g;

const SCRIPTS: Record<string, string> = {
  ar: "Arabic",
  bg: "Cyrillic",
  bn: "Bengali",
  el: "Greek",
  fa: "Arabic",
  he: "Hebrew",
  hi: "Devanagari",
  hy: "Armenian",
  ja: "Han Hiragana Katakana",
  ka: "Georgian",
  kk: "Cyrillic",
  ko: "Hangul",
  mk: "Cyrillic",
  ru: "Cyrillic",
  sr: "Cyrillic",
  ta: "Tamil",
  th: "Thai",
  uk: "Cyrillic",
  ur: "Arabic",
  "zh-hans": "Han",
  "zh-tw": "Han",
};

const CODES =
  "ar az bg bn bs ca cs da de el en es es-es et fa fi fr fr-ca he hi hr hu hy id is it ja ka kk ko lt lv mk ms nb nl " +
  "pl pt pt-br ro ru sk sl sq sr sv sw ta th tl tr uk ur uz vi zh-hans zh-tw";

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(String).sort();
}

function isForOneNumber(code: string, category: string): boolean {
  const rules = new Intl.PluralRules(code);
  const numbers = Array.from({ length: 300 }, (_, number) => number);
  return numbers.filter((number) => rules.select(number) === category).length === 1;
}
