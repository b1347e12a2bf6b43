import { useEffect, useState } from "react";
import { loadChunk } from "../../basics/loadChunk";

export type PhoneNumbers = typeof import("./phoneNumbers");

/**
 * Loads what is known about the numbers of all countries, which is much. `undefined` until it is there, `null` where it
 * cannot be loaded: a number is typed with its country code then.
 */
export function usePhoneNumbers(): PhoneNumbers | null | undefined {
  const [numbers, setNumbers] = useState<PhoneNumbers | null>();
  useEffect(() => {
    let isGone = false;
    const keep = (loaded: PhoneNumbers | null) => !isGone && setNumbers(loaded);
    loadChunk("phoneNumbers", () => import("./phoneNumbers")).then(keep, (error) => {
      console.error(error);
      keep(null);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return numbers;
}
