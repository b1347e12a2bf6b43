import { pressesOf } from "./press";

const SIGNS: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "Esc",
  Control: "Ctrl",
};

const SIGNS_OF_MAC: Record<string, string> = { Meta: "⌘", Alt: "⌥", Shift: "⇧", Control: "⌃" };

/** Returns what stands on the keys: for each press the keys that are held, and the key. */
export function keyLabels(keys: string): string[][] {
  const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
  return pressesOf(keys).map(([held, key]) => {
    const name = String(key);
    // A sign is found on the keyboard without the help that Shift is needed.
    const needed = /^[^a-z0-9]$/i.test(name) ? held.filter((key) => key !== "Shift") : held;
    return [
      ...needed.map((key) => (isMac ? SIGNS_OF_MAC[key] : undefined) ?? SIGNS[key] ?? key),
      SIGNS[name] ?? (name.length === 1 ? name.toUpperCase() : name),
    ];
  });
}
