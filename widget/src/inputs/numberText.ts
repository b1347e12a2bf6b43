import { latinDigits } from "./latinDigits";

/** A number with more digits could be stored as another one. */
const MOST_DIGITS = 15;

/**
 * Reads a number as the language writes it, with or without marks between thousands. Where a language has both a point and a
 * comma, `1,500` and `1.500` are what they are there; the other sign begins a fraction only where it cannot mark thousands, since
 * many telephones offer one sign alone. Everything that may be another number than the visitor meant is none.
 */
export function parseNumber(text: string, language: string): number | undefined {
  const { decimal, group } = numberSigns(language);
  const other = decimal === "." ? "," : ".";
  const plain = latinDigits(text.replace(/\u066b/g, decimal).replace(/\u066c/g, group))
    .replace(MARKS, "")
    .trim();
  const thousands = `[1-9]\\d{0,2}([${group} '’])(?:\\d{2,3}\\1)*\\d{3}`;
  const whole = new RegExp(`^[-+]?(?:(?:\\d+|${thousands})(?:\\${decimal}\\d*)?|\\${decimal}\\d+)$`);
  const isFraction = new RegExp(`^[-+]?(?![1-9]\\d{0,2}\\${other}\\d{3}$)\\d*\\${other}\\d+$`);
  const sign = whole.test(plain) ? decimal : isFraction.test(plain) ? other : undefined;
  if (!sign) return undefined;
  const [before = "", after = ""] = plain.split(sign);
  const digits = before.replace(/[^\d-]/g, "");
  const isExact = `${digits}${after}`.replace(/^-?0*/, "").length <= MOST_DIGITS;
  return isExact ? Number(`${digits}.${after}0`) : undefined;
}

/** Direction marks, with which `Intl` and keyboards surround a minus sign. */
const MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g;

/** Returns the signs of a language, those of Arabic script as the point and the comma that stand for them. */
function numberSigns(language: string): { decimal: string; group: string } {
  const signs = { decimal: ".", group: "," };
  try {
    for (const { type, value } of new Intl.NumberFormat(language).formatToParts(1234567.8)) {
      if (type === "decimal" || type === "group") signs[type] = latinSign(value);
    }
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
  }
  return signs;
}

function latinSign(sign: string): string {
  return sign === "\u066b" ? "." : sign === "\u066c" ? "," : sign.normalize("NFKC");
}
