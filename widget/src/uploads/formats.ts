const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Returns a size in bytes as people read it, in units of 1,024: "1.4 MB". */
export function formatFileSize(bytes: number, language: string): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const unit = UNITS[power] ?? "byte";
  // "byte" has no short form, and two decimals only where they say something.
  const unitDisplay = unit === "byte" ? "long" : "short";
  const options = { style: "unit", unit, unitDisplay, maximumFractionDigits: 2 } as const;
  // Some languages would let number and unit stand on two lines.
  return numberFormat(language, options)
    .format(bytes / 1024 ** power)
    .replaceAll(" ", "\u00a0");
}

/** Returns a percentage: "45%", in Turkish "%45". */
export function formatPercent(percent: number, language: string): string {
  return numberFormat(language, { style: "percent" }).format(percent / 100);
}

function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(language, options);
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
    return new Intl.NumberFormat("en", options);
  }
}
