// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { areCharacters, isPress, pressesOf } from "./press";

const pressed = (keys: string, init: KeyboardEventInit) => {
  const [press] = pressesOf(keys);
  return press !== undefined && isPress(new KeyboardEvent("keydown", init), press);
};

it.each<[string, KeyboardEventInit]>([
  ["j", { key: "j", code: "KeyJ" }],
  ["Escape", { key: "Escape", code: "Escape" }],
  ["Alt+ArrowUp", { key: "ArrowUp", altKey: true }],
  ["Shift+?", { key: "?", code: "Slash", shiftKey: true }],
  // As on keyboards where Shift is needed for a sign, or is not.
  [":", { key: ":", code: "Semicolon", shiftKey: true }],
  ["/", { key: "/", code: "Digit7", shiftKey: true }],
  ["Shift+?", { key: "?", code: "KeyM" }],
  // As on an Arabic, a Russian and a Turkish keyboard.
  ["j", { key: "ت", code: "KeyJ" }],
  ["j", { key: "о", code: "KeyJ" }],
  ["i", { key: "ı", code: "KeyI" }],
  ["Shift+?", { key: "؟", code: "Slash", shiftKey: true }],
  // A held key moves on.
  ["j", { key: "j", code: "KeyJ", repeat: true }],
])("%s is pressed by %o", (keys, init) => {
  expect(pressed(keys, init)).toBe(true);
});

it.each<[string, KeyboardEventInit]>([
  ["j", { key: "k", code: "KeyK" }],
  ["j", { key: "j", code: "KeyJ", ctrlKey: true }],
  ["j", { key: "J", code: "KeyJ", shiftKey: true }],
  // A letter of the keyboard, wherever it is.
  ["q", { key: "a", code: "KeyQ" }],
  ["/", { key: "/", ctrlKey: true }],
  // What is held does it once.
  ["e", { key: "e", code: "KeyE", repeat: true }],
  ["e", { key: "e", code: "KeyE", isComposing: true }],
])("%s is not pressed by %o", (keys, init) => {
  expect(pressed(keys, init)).toBe(false);
});

it("knows what consists of single characters", () => {
  expect(["j", "g i", "Shift+?", "/"].map(areCharacters)).toEqual([true, true, true, true]);
  expect(["$mod+k", "Escape", "Alt+ArrowUp", "F8"].map(areCharacters)).toEqual([false, false, false, false]);
});
