import { expect, it } from "vitest";
import { capsOf } from "./Keys";

it.each([
  ["j", false, ["J"]],
  ["g i", false, ["G", "I"]],
  ["$mod+k", false, ["Ctrl", "K"]],
  ["$mod+k", true, ["⌘", "K"]],
  ["Shift+?", false, ["?"]],
  ["Shift+Enter", false, ["Shift", "↵"]],
  ["Control++", false, ["Ctrl", "+"]],
  ["Escape", true, ["Esc"]],
])("writes %s as what stands on the keys", (keys, isApple, expected) => {
  expect(capsOf(keys, isApple)).toEqual(expected);
});
