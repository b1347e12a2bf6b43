import { createTexts } from "../../texts/createTexts";
import { type TextOf, useTexts } from "../../texts/useText";
import { en } from "./en";

const outboxTextIn = createTexts("outbox", en);

/** Returns the key of the text that answers are safe: it names the device if that is a phone. */
export function savedKey(): "saved" | "saved_phone" {
  const isTouched = navigator.maxTouchPoints > 0;
  const { width, height } = window.screen;
  return isTouched && Math.min(width, height) < SMALLEST_TABLET ? "saved_phone" : "saved";
}

/** The shorter side of its screen in CSS pixels. */
const SMALLEST_TABLET = 600;

/** Returns the function that gives texts about kept feedback in the page's language. */
export function useOutboxText(): TextOf<typeof en> {
  return useTexts(outboxTextIn);
}
