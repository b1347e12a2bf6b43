import rightToLeft from "./rightToLeft.json";

/** Returns the text direction of a language. The list of right-to-left languages is shared with the server. */
export function directionOf(language: string): "ltr" | "rtl" {
  const base = language.toLowerCase().split("-")[0] ?? "";
  return rightToLeft.includes(base) ? "rtl" : "ltr";
}
