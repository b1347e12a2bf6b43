import { use } from "react";
import { LanguageContext } from "../texts/useText";
import { formatFileSize, formatPercent } from "./formats";

/** Returns the functions that write sizes and percentages in the page's language. */
export function useFormats() {
  const language = use(LanguageContext);
  return {
    fileSize: (bytes: number) => formatFileSize(bytes, language),
    percentage: (percent: number) => formatPercent(percent, language),
  };
}
