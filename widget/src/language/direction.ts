const RIGHT_TO_LEFT = ["ar", "he", "fa", "ur"];

/** The direction in which a language is written. */
export function directionOf(language: string): "ltr" | "rtl" {
  const base = language.toLowerCase().split("-")[0] ?? "";
  return RIGHT_TO_LEFT.includes(base) ? "rtl" : "ltr";
}
