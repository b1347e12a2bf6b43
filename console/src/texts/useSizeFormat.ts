import { useCallback, useMemo } from "react";
import { useLanguage } from "./TextsProvider";

/** Units of sizes, each a thousand times the one before. */
const UNITS = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Returns what writes a number of bytes as the language does, in the largest unit that it fills. */
export function useSizeFormat() {
  const { language } = useLanguage();
  const formats = useMemo(
    () =>
      UNITS.map((unit) => new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 })),
    [language],
  );
  return useCallback(
    (bytes: number) => {
      let at = 0;
      let size = bytes / 1000;
      for (; size >= 1000 && at < UNITS.length - 1; at += 1) size /= 1000;
      return formats[at]?.format(size) ?? "";
    },
    [formats],
  );
}
