import { createTexts } from "../../texts/createTexts";
import { type TextOf, useTexts } from "../../texts/useText";
import { en } from "./en";

const outboxTextIn = createTexts("outbox", en);

/** Returns the function that gives texts about kept feedback in the page's language. */
export function useOutboxText(): TextOf<typeof en> {
  return useTexts(outboxTextIn);
}
