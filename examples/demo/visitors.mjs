// Who gives feedback: people who speak English or Turkish.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const words = (language) => JSON.parse(readFileSync(join(import.meta.dirname, `texts.${language}.json`), "utf8"));

const WORDS = { en: words("en"), tr: words("tr") };

const FIRST = {
  en: "Emma James Olivia Noah Hannah Liam Grace Samuel Chloe Peter Amelia Marcus Nora Simon Ingrid Callum Rosa Victor".split(" "),
  tr: "Merve Can Selin Kerem Defne Onur Gizem Barış İpek Tolga Ceren Murat Nazlı Serkan Esra Umut Derya Hakan".split(" "),
};

const LAST = {
  en: "Carter Hughes Lindqvist Moreau Patel Whitaker Novak Brennan Rossi Fischer Andersen Clarke Doyle Meyer Okafor".split(" "),
  tr: "Yıldız Çelik Arslan Doğan Kılıç Öztürk Aksoy Polat Güneş Erdoğan Korkmaz Tunç Bulut Şimşek Uçar".split(" "),
};

/** Returns somebody, or the one of a chat that is told. */
export function visitorOf(chance, told) {
  const language = told?.language ?? chance.weighted({ en: 11, tr: 9 });
  const name = told?.name ?? `${chance.pick(FIRST[language])} ${chance.pick(LAST[language])}`;
  return {
    chance,
    language,
    words: WORDS[language],
    name,
    email: `${plain(name)}@example.com`,
    deviceId: Array.from({ length: 4 }, () => chance.between(0x10000000, 0xffffffff).toString(16)).join("-"),
  };
}

/** A name as addresses have it. */
function plain(name) {
  const ascii = name.replaceAll("ı", "i").normalize("NFD").replace(/[\u0300-\u036f']/g, "");
  return ascii.toLowerCase().replaceAll(" ", ".");
}
