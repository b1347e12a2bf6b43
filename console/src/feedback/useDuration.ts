import { useCallback } from "react";
import { useText } from "../texts/TextsProvider";

/** Returns what writes so many seconds as minutes and seconds. */
export function useDuration(): (seconds: number) => string {
  const text = useText();
  return useCallback(
    (seconds) => {
      const whole = Math.round(seconds);
      return whole < 60
        ? text("feedback_seconds", { seconds: seconds < 10 ? Math.round(seconds * 10) / 10 : whole })
        : text("feedback_minutes", { minutes: Math.floor(whole / 60), seconds: whole % 60 });
    },
    [text],
  );
}
