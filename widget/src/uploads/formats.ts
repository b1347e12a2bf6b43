import { localeOf } from "../language/locale";

/** The units that languages have names for. */
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"] as const;

/** The first letters of the units beyond: exabyte, zettabyte, yottabyte. */
const BEYOND = "EZY";

/** Returns a size in bytes as people read it, in units of 1,024 from bytes to YB: "1.4 MB". */
export function formatFileSize(bytes: number, language: string): string {
  const largest = UNITS.length - 1 + BEYOND.length;
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), largest);
  const unit = UNITS[power] ?? "petabyte";
  // "byte" has no short form, and two decimals only where they say something.
  const unitDisplay = unit === "byte" ? "long" : "short";
  const options = { style: "unit", unit, unitDisplay, maximumFractionDigits: 2 } as const;
  const parts = numberFormat(language, options).formatToParts(bytes / 1024 ** power);
  const letter = BEYOND[power - UNITS.length];
  const texts = parts.map(({ type, value }) => (type === "unit" ? unitOf(value, letter) : value));
  // Some languages would let number and unit stand on two lines.
  return texts.join("").replaceAll(" ", "\u00a0");
}

/** Returns the unit that a language writes. Its kB are 1,000 bytes; those of 1,024 are written KB. */
function unitOf(written: string, letter: string | undefined): string {
  if (!letter) return written.replace("kB", "KB");
  return written.startsWith("P") ? letter + written.slice(1) : `${letter}B`;
}

/** Returns a percentage: "45%", in Turkish "%45". */
export function formatPercent(percent: number, language: string): string {
  return numberFormat(language, { style: "percent" }).format(percent / 100);
}

function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(localeOf(language), options);
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
    return new Intl.NumberFormat("en", options);
  }
}
