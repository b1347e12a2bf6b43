import { latinDigits } from "./latinDigits";

/** A number with more digits could be stored as another one. */
const MOST_DIGITS = 15;

/**
 * Reads a number as the locale writes it, with or without marks between thousands. Where a locale has both a point and a
 * comma, `1,500` and `1.500` are what they are there; the other sign begins a fraction only where nobody marks thousands, since
 * many telephones offer one sign alone. Everything that may be another number than the visitor meant is none.
 */
export function parseNumber(text: string, locale: string): number | undefined {
  const { decimal, group, hasGroupsOfTwo } = numberSigns(locale);
  const other = decimal === "." ? "," : ".";
  const plain = latinDigits(text.replace(/\u066b/g, decimal).replace(/\u066c/g, group))
    .replace(MARKS, "")
    .trim();
  const mark = `[${group} '’]`;
  const thousands = `[1-9]\\d{0,2}(${mark})\\d{3}(?:\\1\\d{3})*`;
  const lakhs = hasGroupsOfTwo ? `|[1-9]\\d?(${mark})(?:\\d{2}\\2)*\\d{3}` : "";
  const whole = new RegExp(`^[-+]?(?:(?:\\d+|${thousands}${lakhs})(?:\\${decimal}\\d*)?|\\${decimal}\\d+)$`);
  // More digits might be a group in the wrong place: `1000,000` may be a million.
  const isFraction = new RegExp(`^[-+]?(?:\\d+\\${other}\\d{1,2}|0?\\${other}\\d+)$`);
  const sign = whole.test(plain) ? decimal : isFraction.test(plain) ? other : undefined;
  if (!sign) return undefined;
  const [before = "", after = ""] = plain.split(sign);
  const digits = before.replace(/[^\d-]/g, "");
  const isExact = `${digits}${after}`.replace(/^-?0*/, "").length <= MOST_DIGITS;
  return isExact ? Number(`${digits}.${after}0`) : undefined;
}

/** Direction marks, with which `Intl` and keyboards surround a minus sign. */
const MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g;

/** How a locale writes numbers. */
interface NumberSigns {
  /** The sign before a fraction; of Arabic script the point that represents it. */
  decimal: string;
  /** The sign between groups of digits; of Arabic script the comma that represents it. */
  group: string;
  /** Whether groups above a thousand have two digits, as in India. */
  hasGroupsOfTwo: boolean;
}

function numberSigns(locale: string): NumberSigns {
  const signs = { decimal: ".", group: ",", hasGroupsOfTwo: false };
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(1234567.8);
    for (const { type, value } of parts) {
      if (type === "decimal" || type === "group") signs[type] = latinSign(value);
    }
    signs.hasGroupsOfTwo = parts.filter(({ type }) => type === "integer")[1]?.value.length === 2;
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
  }
  return signs;
}

function latinSign(sign: string): string {
  return sign === "\u066b" ? "." : sign === "\u066c" ? "," : sign.normalize("NFKC");
}
