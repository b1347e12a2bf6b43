import { matchKeyBindingPress, parseKeybinding } from "tinykeys";

/** One press: the keys that are held, and the key. */
export type Press = ReturnType<typeof parseKeybinding>[number];

/** The keys that go on while they are held down. All others count once. */
const REPEATING = /^(j|k|arrow(up|down|left|right))$/i;

/** Returns the presses that follow one another, such as of `g i`. */
export function pressesOf(keys: string): Press[] {
  return parseKeybinding(keys);
}

/** Returns whether a press of a keyboard is the one that is meant. */
export function isPress(event: KeyboardEvent, press: Press): boolean {
  const [held, key] = press;
  if (typeof key !== "string" || event.isComposing) return false;
  if (event.repeat && !REPEATING.test(key)) return false;
  if (matchKeyBindingPress(event, press)) return true;
  if (key.length > 1) return false;
  const isLetter = /^[a-z]$/i.test(key);
  const others = held.filter((name) => name !== "Shift");
  // Where the letters of the keyboard are others, the place of the key counts.
  if (isLetter)
    return (
      /^\P{ASCII}$/u.test(event.key) &&
      event.code === `Key${key.toUpperCase()}` &&
      matchKeyBindingPress(event, [held, event.code])
    );
  // Which keys have to be held for a sign depends on the keyboard.
  const isSign = event.key === key || (key === "?" && event.key === "؟");
  return (
    isSign &&
    others.length === 0 &&
    (isTypedByAltGraph(event) || !(event.ctrlKey || event.altKey || event.metaKey))
  );
}

/** Returns whether keys are single characters, which somebody may press by mistake, or say by voice (WCAG 2.1.4). */
export function areCharacters(keys: string): boolean {
  return pressesOf(keys).every(
    ([held, key]) => typeof key === "string" && key.length === 1 && held.every((name) => name === "Shift"),
  );
}

function isTypedByAltGraph(event: KeyboardEvent): boolean {
  return event.getModifierState?.("AltGraph") ?? false;
}
