import { expect, it } from "vitest";
import { directionOf } from "./direction";

it.each([
  ["ar", "rtl"],
  ["he-IL", "rtl"],
  ["FA", "rtl"],
  ["ur", "rtl"],
  ["ps", "rtl"],
  ["ug-cn", "rtl"],
  ["yi", "rtl"],
  ["tr", "ltr"],
  ["zh-hans", "ltr"],
  ["", "ltr"],
])("the direction of %s is %s", (language, direction) => expect(directionOf(language)).toBe(direction));
