import { describe, expect, it } from "vitest";
import { loadPaceTexts } from "./texts/catalog";
import { secondsFor, timeLeftText } from "./timeLeft";

describe("the time that is left", () => {
  it("is the sum of what the questions take, those of this page and those after it", () => {
    expect(secondsFor([], {})).toBe(0);
    expect(secondsFor([{ style: "radio" }, { style: "textarea" }], {})).toBe(36);
    expect(secondsFor([{ style: "radio" }], { radio: 2, text: 3 })).toBe(6 + 12 + 30);
  });

  it.each([
    [0, "About 10 s left"],
    [10, "About 10 s left"],
    [31, "About 40 s left"],
    [50, "About 50 s left"],
    [51, "About 1 min left"],
    [61, "About 2 min left"],
    [300, "About 5 min left"],
  ])("is rounded up: %i seconds", (seconds, text) => {
    expect(timeLeftText(seconds, "en")).toBe(text);
  });

  it("is said in the page's language", async () => {
    await loadPaceTexts("de");
    expect(timeLeftText(31, "de")).toBe("Noch etwa 40 s");
  });
});
